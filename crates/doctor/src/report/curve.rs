//! Curves as SVG: what was measured, between the limits within which it is healthy.

use std::fmt::Write;

use super::html::escape;
use crate::checks::{Curve, Line};

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 300.0;
/// Where the picture lies inside of its labels.
const LEFT: f64 = 62.0;
const RIGHT: f64 = 500.0;
const TOP: f64 = 14.0;
const BOTTOM: f64 = 252.0;

/// Colours of the lines, for light and dark pages alike.
const COLOURS: [&str; 4] = ["#3b82c4", "#d9822b", "#8a63d2", "#2f9e6e"];

/// From numbers to a picture: logarithmic along x, and along y where that was asked for.
#[derive(Debug)]
struct Frame {
    x: (f64, f64),
    y: (f64, f64),
    log_y: bool,
}

impl Frame {
    fn around(curve: &Curve) -> Frame {
        let lines = curve.lines.iter().chain(&curve.low).chain(&curve.high);
        let points: Vec<(f64, f64)> = lines.flat_map(|line| line.points.clone()).collect();
        let reach = |values: Vec<f64>| {
            let low = values.iter().copied().fold(f64::INFINITY, f64::min);
            let high = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            (low, high.max(low * 1.01))
        };
        let x = reach(points.iter().map(|point| point.0).collect());
        let (low, high) = reach(points.iter().map(|point| point.1).collect());
        Frame {
            x,
            y: match curve.log_y {
                true => (low.max(0.5), high.max(1.0)),
                false => (0.0, high + 1.0),
            },
            log_y: curve.log_y,
        }
    }

    fn place_x(&self, x: f64) -> f64 {
        let share = (x / self.x.0).ln() / (self.x.1 / self.x.0).ln();
        LEFT + share * (RIGHT - LEFT)
    }

    fn place_y(&self, y: f64) -> f64 {
        let share = match self.log_y {
            true => (y.max(self.y.0) / self.y.0).ln() / (self.y.1 / self.y.0).ln(),
            false => (y - self.y.0) / (self.y.1 - self.y.0),
        };
        BOTTOM - share * (BOTTOM - TOP)
    }

    /// The line's points as SVG wants them.
    fn path(&self, line: &Line) -> String {
        let points = line.points.iter();
        let places =
            points.map(|(x, y)| format!("{:.1},{:.1}", self.place_x(*x), self.place_y(*y)));
        places.collect::<Vec<_>>().join(" ")
    }

    /// Round numbers along y.
    fn ticks_y(&self) -> Vec<f64> {
        match self.log_y {
            true => {
                let finer: &[f64] = match self.y.1 / self.y.0 < 300.0 {
                    true => &[1.0, 2.0, 5.0],
                    false => &[1.0],
                };
                let powers = (0..8).map(|power| 10f64.powi(power));
                powers
                    .flat_map(|power| finer.iter().map(move |part| part * power))
                    .filter(|tick| (self.y.0..=self.y.1).contains(tick))
                    .collect()
            }
            false => {
                let step = (self.y.1 / 5.0).ceil().max(1.0);
                (0..=5)
                    .map(|count| f64::from(count) * step)
                    .filter(|tick| *tick <= self.y.1)
                    .collect()
            }
        }
    }
}

/// The picture of a curve, to stand in a page.
pub fn draw(curve: &Curve) -> String {
    let frame = Frame::around(curve);
    let mut svg = format!(
        "<svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" width=\"{WIDTH}\" height=\"{HEIGHT}\" role=\"img\" font-size=\"12\" \
         font-family=\"system-ui,sans-serif\" fill=\"currentColor\">"
    );
    draw_axes(&mut svg, &frame, curve);
    if let (Some(low), Some(high)) = (&curve.low, &curve.high) {
        let mut back = low.clone();
        back.points.reverse();
        let _ = write!(
            svg,
            "<polygon points=\"{} {}\" fill=\"#2f9e6e\" opacity=\"0.12\"/>",
            frame.path(high),
            frame.path(&back)
        );
    }
    for limit in curve.low.iter().chain(&curve.high) {
        let _ = write!(
            svg,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"#2f9e6e\" stroke-dasharray=\"5 4\"/>",
            frame.path(limit)
        );
        label_end(&mut svg, &frame, limit, "#2f9e6e");
    }
    for (line, colour) in curve.lines.iter().zip(COLOURS.iter().cycle()) {
        let _ = write!(
            svg,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>",
            frame.path(line)
        );
        for (x, y) in &line.points {
            let _ = write!(
                svg,
                "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"3\" fill=\"{colour}\"><title>{}: {} at {}</title></circle>",
                frame.place_x(*x),
                frame.place_y(*y),
                escape(&line.name),
                number(*y),
                number(*x)
            );
        }
    }
    draw_legend(&mut svg, curve);
    svg + "</svg>"
}

/// The name of a limit behind its end.
fn label_end(svg: &mut String, frame: &Frame, line: &Line, colour: &str) {
    if let Some((x, y)) = line.points.last() {
        let _ = write!(
            svg,
            "<text x=\"{:.1}\" y=\"{:.1}\" fill=\"{colour}\">{}</text>",
            frame.place_x(*x) + 6.0,
            frame.place_y(*y) + 4.0,
            escape(&line.name)
        );
    }
}

/// What each colour stands for, in the corner below the limits' names.
fn draw_legend(svg: &mut String, curve: &Curve) {
    for (index, (line, colour)) in curve.lines.iter().zip(COLOURS.iter().cycle()).enumerate() {
        let y = BOTTOM + 36.0 - 18.0 * (curve.lines.len() - 1 - index) as f64;
        let _ = write!(
            svg,
            "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"4\" fill=\"{colour}\"/><text x=\"{:.1}\" y=\"{y:.1}\">{}</text>",
            RIGHT + 28.0,
            y - 4.0,
            RIGHT + 38.0,
            escape(&line.name)
        );
    }
}

fn draw_axes(svg: &mut String, frame: &Frame, curve: &Curve) {
    let faint = "stroke=\"currentColor\" stroke-opacity=\"0.18\"";
    for tick in frame.ticks_y() {
        let y = frame.place_y(tick);
        let _ = write!(
            svg,
            "<line x1=\"{LEFT}\" x2=\"{RIGHT}\" y1=\"{y:.1}\" y2=\"{y:.1}\" {faint}/>\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\" opacity=\"0.75\">{}</text>",
            LEFT - 6.0,
            y + 4.0,
            number(tick)
        );
    }
    let mut ticks: Vec<f64> = curve
        .lines
        .iter()
        .flat_map(|line| line.points.iter().map(|point| point.0))
        .collect();
    ticks.sort_by(f64::total_cmp);
    ticks.dedup();
    for tick in ticks {
        let x = frame.place_x(tick);
        let _ = write!(
            svg,
            "<line x1=\"{x:.1}\" x2=\"{x:.1}\" y1=\"{TOP}\" y2=\"{BOTTOM}\" {faint}/>\
             <text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\" opacity=\"0.75\">{}</text>",
            BOTTOM + 16.0,
            number(tick)
        );
    }
    let _ = write!(
        svg,
        "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\" opacity=\"0.75\">{}</text>\
         <text transform=\"translate(14 {:.1}) rotate(-90)\" text-anchor=\"middle\" opacity=\"0.75\">{}</text>",
        (LEFT + RIGHT) / 2.0,
        BOTTOM + 36.0,
        escape(&curve.x),
        (TOP + BOTTOM) / 2.0,
        escape(&curve.y)
    );
}

/// A number as short as it may be.
fn number(value: f64) -> String {
    match value {
        v if v >= 1000.0 && v % 1000.0 == 0.0 => format!("{:.0}k", v / 1000.0),
        v => format!("{v:.0}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(name: &str, points: &[(f64, f64)]) -> Line {
        Line {
            name: name.into(),
            points: points.to_vec(),
        }
    }

    fn curve(log_y: bool) -> Curve {
        Curve {
            title: "Time".into(),
            x: "ms on the clock".into(),
            y: "ms used".into(),
            log_y,
            lines: vec![line("position <1>", &[(500.0, 12.0), (5000.0, 140.0)])],
            low: Some(line("0.8 %", &[(500.0, 4.0), (5000.0, 40.0)])),
            high: Some(line("90 %", &[(500.0, 450.0), (5000.0, 4500.0)])),
        }
    }

    #[test]
    fn a_curve_lies_inside_of_its_picture_and_escapes() {
        for log_y in [true, false] {
            let frame = Frame::around(&curve(log_y));
            for (x, y) in [(500.0, 12.0), (5000.0, 4500.0), (500.0, 0.0)] {
                let (x, y) = (frame.place_x(x), frame.place_y(y));
                assert!(
                    (LEFT..=RIGHT).contains(&x) && (TOP..=BOTTOM).contains(&y),
                    "{x} {y}"
                );
            }
        }
        let svg = draw(&curve(true));
        assert!(svg.contains("position &lt;1&gt;") && svg.contains(">90 %<"));
        assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
        assert!(svg.contains(">5k<"), "{svg}");
    }

    #[test]
    fn a_single_point_is_drawn_too() {
        let one = Curve {
            lines: vec![line("a", &[(100.0, 0.0)])],
            low: None,
            high: None,
            ..curve(true)
        };
        assert!(!draw(&one).contains("NaN"), "{}", draw(&one));
    }
}
