//! Every chart of the laboratory, as SVG that reads well on light and dark pages.

use std::error::Error;
use std::ops::Range;

use plotters::coord::Shift;
use plotters::coord::ranged1d::{AsRangedCoord, Ranged, SegmentValue, ValueFormatter};
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

type Drawn = Result<(), Box<dyn Error>>;
type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

const PAGE: RGBColor = RGBColor(0xff, 0xff, 0xff);
const INK: RGBColor = RGBColor(0x22, 0x22, 0x22);
const GRID: RGBColor = RGBColor(0xcc, 0xcc, 0xcc);
const GAIN: RGBColor = RGBColor(0x2f, 0x7d, 0x5b);
const LOSS: RGBColor = RGBColor(0xb5, 0x44, 0x3c);
const CLAIM: RGBColor = RGBColor(0xe3, 0xc5, 0x65);
/// Lines one after the other.
const COLORS: [RGBColor; 4] = [
    RGBColor(0x3b, 0x82, 0xc4),
    RGBColor(0xd9, 0x82, 0x2b),
    RGBColor(0x8a, 0x63, 0xd2),
    RGBColor(0x2f, 0x9e, 0x6e),
];

/// On a dark page paper, ink and grid change places.
const STYLE: &str = "<style>@media (prefers-color-scheme: dark) { [fill=\"#FFFFFF\"] { fill: #16181c } \
[fill=\"#222222\"] { fill: #ddd } [stroke=\"#222222\"] { stroke: #ddd } [stroke=\"#CCCCCC\"] { stroke: #3a3d44 } }</style>";

/// A picture of this size; what cannot be drawn is left out.
fn picture(width: u32, height: u32, draw: impl FnOnce(&Area<'_>) -> Drawn) -> String {
    let mut svg = String::new();
    {
        let area = SVGBackend::with_string(&mut svg, (width, height)).into_drawing_area();
        // Writing to a string does not fail, and the ranges are made so that every chart has one.
        let drawn = area
            .fill(&PAGE)
            .map_err(Box::from)
            .and_then(|()| draw(&area))
            .and_then(|()| Ok(area.present()?));
        debug_assert!(drawn.is_ok(), "{drawn:?}");
    }
    match svg.find('>') {
        Some(end) => {
            svg.insert_str(end + 1, &format!("\n{STYLE}"));
            svg
        }
        None => svg,
    }
}

fn text_style(size: u32) -> TextStyle<'static> {
    ("sans-serif", size).into_font().color(&INK)
}

/// A bar of a chart, with the interval of what it shows.
#[derive(Clone, Debug, PartialEq)]
pub struct Bar {
    pub name: String,
    pub value: f64,
    /// Half the width of the interval; 0 for none.
    pub error: f64,
    /// What was claimed: from, to.
    pub claim: Option<(f64, f64)>,
    /// What stands behind the bar.
    pub label: String,
}

/// Bars below each other in their order. Bars whose interval holds 0 are pale.
pub fn bars(title: &str, note: &str, bars: &[Bar]) -> String {
    let bars: Vec<&Bar> = bars.iter().filter(|bar| bar.value.is_finite()).collect();
    let height = 84 + 22 * bars.len().max(1) as u32;
    picture(860, height, |area| {
        area.draw_text(title, &text_style(18), (12, 8))?;
        area.draw_text(note, &text_style(12), (12, 32))?;
        let low = bars.iter().map(|bar| bar.value - finite(bar.error));
        let high = bars
            .iter()
            .map(|bar| (bar.value + finite(bar.error)).max(bar.claim.map_or(0.0, |claim| claim.1)));
        let (low, high) = (low.fold(0.0, f64::min), high.fold(0.0, f64::max));
        let range = low..if high > low { high } else { low + 1.0 };
        let row = |index: usize| bars.len() as i32 - 1 - index as i32;
        let mut chart = ChartBuilder::on(area)
            .margin_top(50)
            .margin_right(140)
            .x_label_area_size(26)
            .y_label_area_size(190)
            .build_cartesian_2d(
                range.clone(),
                (0..bars.len().max(1) as i32).into_segmented(),
            )?;
        chart
            .configure_mesh()
            .disable_y_mesh()
            .light_line_style(TRANSPARENT)
            .bold_line_style(GRID)
            .axis_style(GRID)
            .y_labels(bars.len() + 1)
            .y_label_formatter(&|value| match value {
                SegmentValue::CenterOf(at) => bars
                    .get((bars.len() as i32 - 1 - at) as usize)
                    .map_or(String::new(), |bar| bar.name.clone()),
                _ => String::new(),
            })
            .label_style(text_style(13))
            .draw()?;
        let block = |index: usize, from: f64, to: f64, style: ShapeStyle, margin: u32| {
            let (below, above) = (row(index), row(index) + 1);
            let corners = [
                (from, SegmentValue::Exact(below)),
                (to, SegmentValue::Exact(above)),
            ];
            let mut block = Rectangle::new(corners, style);
            block.set_margin(margin, margin, 0, 0);
            block
        };
        for (index, bar) in bars.iter().enumerate() {
            if let Some((from, to)) = bar.claim {
                let style = CLAIM.mix(0.55).filled();
                chart
                    .plotting_area()
                    .draw(&block(index, from, to, style, 2))?;
            }
            let color = if bar.value < 0.0 { LOSS } else { GAIN };
            let is_sure = bar.value.abs() > bar.error;
            let style = color.mix(if is_sure { 1.0 } else { 0.55 }).filled();
            chart
                .plotting_area()
                .draw(&block(index, 0.0, bar.value, style, 5))?;
            let center = || SegmentValue::CenterOf(row(index));
            let ends = [
                (bar.value - finite(bar.error), center()),
                (bar.value + finite(bar.error), center()),
            ];
            if bar.error > 0.0 {
                chart
                    .plotting_area()
                    .draw(&PathElement::new(ends, INK.stroke_width(1)))?;
            }
            let (_, y) = chart.backend_coord(&(range.end, center()));
            let behind = text_style(12).pos(Pos::new(HPos::Left, VPos::Center));
            area.draw_text(&bar.label, &behind, (728, y))?;
        }
        let zero = [
            (0.0, SegmentValue::Exact(0)),
            (0.0, SegmentValue::Exact(bars.len() as i32)),
        ];
        chart
            .plotting_area()
            .draw(&PathElement::new(zero, INK.mix(0.6).stroke_width(1)))?;
        Ok(())
    })
}

/// An interval without end is not drawn.
fn finite(error: f64) -> f64 {
    if error.is_finite() { error } else { 0.0 }
}

/// Points of a line.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    pub name: String,
    pub points: Vec<(f64, f64)>,
}

/// How an axis is divided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Axis {
    Linear,
    /// By powers.
    Logarithmic,
}

/// Lines over a common axis, between limits where there are some.
#[derive(Clone, Debug, PartialEq)]
pub struct Lines {
    pub title: String,
    pub x: (String, Axis),
    pub y: (String, Axis),
    pub lines: Vec<Series>,
    /// Drawn dashed, with their names at their ends.
    pub limits: Vec<Series>,
}

/// The smallest value of a logarithmic axis.
const LEAST: f64 = 0.5;

impl Lines {
    /// The chart of the lines.
    pub fn draw(&self) -> String {
        let x = self.reach(self.x.1, |point| point.0);
        let y = self.reach(self.y.1, |point| point.1);
        picture(640, 340, |area| match (self.x.1, self.y.1) {
            (Axis::Linear, Axis::Linear) => self.draw_on(area, x, y),
            (Axis::Linear, Axis::Logarithmic) => self.draw_on(area, x, y.log_scale()),
            (Axis::Logarithmic, Axis::Linear) => self.draw_on(area, x.log_scale(), y),
            (Axis::Logarithmic, Axis::Logarithmic) => {
                self.draw_on(area, x.log_scale(), y.log_scale())
            }
        })
    }

    /// The range that holds all points.
    fn reach(&self, axis: Axis, of: impl Fn(&(f64, f64)) -> f64) -> Range<f64> {
        let all = self.lines.iter().chain(&self.limits);
        let values = all.flat_map(|series| &series.points).map(of);
        let (low, high) = values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| {
            (low.min(value), high.max(value))
        });
        match axis {
            _ if low > high => LEAST..1.0,
            Axis::Logarithmic => low.max(LEAST)..high.max(2.0 * low.max(LEAST)),
            Axis::Linear if high > low => low..high + 0.02 * (high - low),
            Axis::Linear => low - 0.5..high + 0.5,
        }
    }

    fn draw_on<X, Y>(&self, area: &Area<'_>, x: X, y: Y) -> Drawn
    where
        X: AsRangedCoord<Value = f64>,
        Y: AsRangedCoord<Value = f64>,
        X::CoordDescType: Ranged<ValueType = f64> + ValueFormatter<f64>,
        Y::CoordDescType: Ranged<ValueType = f64> + ValueFormatter<f64>,
    {
        area.draw_text(&self.title, &text_style(14), (12, 6))?;
        let mut chart = ChartBuilder::on(area)
            .margin_top(30)
            .margin_right(130)
            .margin_bottom(4)
            .x_label_area_size(40)
            .y_label_area_size(66)
            .build_cartesian_2d(x, y)?;
        chart
            .configure_mesh()
            .light_line_style(TRANSPARENT)
            .bold_line_style(GRID)
            .axis_style(GRID)
            .x_desc(self.x.0.as_str())
            .y_desc(self.y.0.as_str())
            .x_label_formatter(&|value| short(*value))
            .y_label_formatter(&|value| short(*value))
            .label_style(text_style(12))
            .draw()?;
        let in_range = |series: &Series| -> Vec<(f64, f64)> {
            let least = |axis: Axis, value: f64| match axis {
                Axis::Linear => value,
                Axis::Logarithmic => value.max(LEAST),
            };
            let points = series.points.iter();
            points
                .map(|&(x, y)| (least(self.x.1, x), least(self.y.1, y)))
                .collect()
        };
        let behind = |size| text_style(size).pos(Pos::new(HPos::Left, VPos::Center));
        for limit in &self.limits {
            let points = in_range(limit);
            let end = points.last().copied();
            chart.draw_series(DashedLineSeries::new(points, 5, 4, COLORS[3].into()))?;
            if let Some(end) = end {
                let (_, y) = chart.backend_coord(&end);
                area.draw_text(&limit.name, &behind(12), (516, y))?;
            }
        }
        for (index, line) in self.lines.iter().enumerate() {
            let color = COLORS[index % COLORS.len()];
            let points = in_range(line);
            chart.draw_series(LineSeries::new(points.clone(), color.stroke_width(2)))?;
            chart.draw_series(
                points
                    .into_iter()
                    .map(|point| Circle::new(point, 3, color.filled())),
            )?;
            let y = 300 - 16 * (self.lines.len() - 1 - index) as i32;
            area.draw(&Circle::new((522, y), 4, color.filled()))?;
            area.draw_text(&line.name, &behind(12), (530, y))?;
        }
        Ok(())
    }
}

/// A number as short as it may be.
fn short(value: f64) -> String {
    match value.abs() {
        v if v >= 1000.0 && value % 1000.0 == 0.0 => format!("{:.0}k", value / 1000.0),
        v if v >= 10.0 || value.fract() == 0.0 => format!("{value:.0}"),
        v if v >= 0.1 => format!("{value:.2}"),
        _ => format!("{value:.4}"),
    }
}

/// The course of one number, around the value that it began with.
#[derive(Clone, Debug, PartialEq)]
pub struct Panel {
    pub title: String,
    pub course: Vec<f64>,
    /// Drawn dashed, in the middle.
    pub start: f64,
    /// The panel shows at least so much above and below the start.
    pub reach: f64,
}

/// Small charts beside and below each other.
pub fn panels(title: &str, note: &str, panels: &[Panel]) -> String {
    const COLUMNS: usize = 4;
    let rows = panels.len().div_ceil(COLUMNS).max(1);
    picture(860, 60 + 120 * rows as u32, |area| {
        area.draw_text(title, &text_style(18), (12, 8))?;
        area.draw_text(note, &text_style(12), (12, 32))?;
        let (_, below) = area.split_vertically(54);
        for (panel, area) in panels.iter().zip(below.split_evenly((rows, COLUMNS))) {
            panel.draw(&area)?;
        }
        Ok(())
    })
}

impl Panel {
    fn draw(&self, area: &Area<'_>) -> Drawn {
        area.draw_text(&self.title, &text_style(12), (10, 4))?;
        let reach = self.course.iter().fold(self.reach, |most, value| {
            most.max((value - self.start).abs())
        });
        let reach = if reach > 0.0 { reach } else { 1.0 };
        let length = (self.course.len().max(2) - 1) as f64;
        let mut chart = ChartBuilder::on(area)
            .margin_top(24)
            .margin_left(10)
            .margin_right(10)
            .margin_bottom(8)
            .build_cartesian_2d(0.0..length, self.start - reach..self.start + reach)?;
        chart
            .configure_mesh()
            .disable_mesh()
            .axis_style(GRID)
            .draw()?;
        let start = [(0.0, self.start), (length, self.start)];
        chart.draw_series(DashedLineSeries::new(start, 3, 3, LOSS.into()))?;
        let course = self.course.iter().enumerate();
        let points = course.map(|(at, &value)| (at as f64, value));
        chart.draw_series(LineSeries::new(points, GAIN.stroke_width(1)))?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bar(name: &str, value: f64, error: f64) -> Bar {
        Bar {
            name: name.into(),
            value,
            error,
            claim: None,
            label: format!("{value:+.0} ± {error:.0}"),
        }
    }

    fn is_whole(svg: &str) {
        assert!(
            svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"),
            "{svg}"
        );
        assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
        assert!(svg.contains("prefers-color-scheme: dark"));
    }

    #[test]
    fn bars_stand_in_their_order_with_claims_and_doubts() {
        let claimed = Bar {
            claim: Some((60.0, 100.0)),
            ..bar("null <move>", 80.0, 10.0)
        };
        let unsure = bar("razoring", -5.0, 20.0);
        let endless = bar("new", f64::INFINITY, f64::INFINITY);
        let svg = bars("Elo", "note", &[claimed, unsure, endless]);
        is_whole(&svg);
        assert!(svg.contains("null &lt;move&gt;") && svg.contains("-5 ± 20"));
        assert!(!svg.contains("new"), "what is not known has no bar");
        assert!(svg.find("+80 ± 10").unwrap() < svg.find("-5 ± 20").unwrap());
        assert_eq!(svg.matches("#E3C565").count(), 1, "one claim");
        assert_eq!(svg.matches("#2F7D5B").count(), 1, "one gain");
        assert_eq!(svg.matches("#B5443C").count(), 1, "one loss");
        is_whole(&bars("Elo", "of nothing", &[]));
        let endless = Bar {
            label: String::new(),
            ..bar("a", 3.0, f64::INFINITY)
        };
        is_whole(&bars("Elo", "without end", &[endless]));
    }

    fn series(name: &str, points: &[(f64, f64)]) -> Series {
        Series {
            name: name.into(),
            points: points.to_vec(),
        }
    }

    #[test]
    fn lines_are_drawn_along_every_kind_of_axis() {
        for x in [Axis::Linear, Axis::Logarithmic] {
            for y in [Axis::Linear, Axis::Logarithmic] {
                let mut chart = Lines {
                    title: "Time".into(),
                    x: ("ms on the clock".into(), x),
                    y: ("ms used".into(), y),
                    lines: vec![series("position <1>", &[(500.0, 0.0), (5000.0, 140.0)])],
                    limits: vec![series("90 %", &[(500.0, 450.0), (5000.0, 4500.0)])],
                };
                let svg = chart.draw();
                is_whole(&svg);
                assert!(svg.contains("position &lt;1&gt;") && svg.contains("90 %"));
                assert!(svg.contains("ms on the clock") && svg.contains("ms used"));
                assert_eq!(svg.matches("<circle").count(), 3, "two points and a legend");
                chart.limits.clear();
                chart.lines = vec![series("one", &[(100.0, 0.0)])];
                is_whole(&chart.draw());
                chart.lines.clear();
                is_whole(&chart.draw());
            }
        }
    }

    #[test]
    fn numbers_are_short() {
        let all = [0.0, 5.0, 12.4, 5000.0, 0.25, 0.0123].map(short);
        assert_eq!(all, ["0", "5", "12", "5k", "0.25", "0.0123"]);
    }

    #[test]
    fn every_course_has_its_panel() {
        let panel = |course: Vec<f64>| Panel {
            title: "rfp_margin 100 → 120.0".into(),
            course,
            start: 100.0,
            reach: 0.0,
        };
        let svg = panels(
            "Parameters",
            "note",
            &[panel(vec![100.0, 120.0]), panel(vec![100.0])],
        );
        is_whole(&svg);
        assert_eq!(svg.matches("rfp_margin").count(), 2);
        is_whole(&panels("Parameters", "note", &[]));
    }
}
