//! The course of every parameter over a run, one small panel each, as an SVG that reads well on light and dark pages.

use std::fmt::Write;

use super::spsa::Tunable;
use super::state::Step;

const COLUMNS: usize = 4;
const PANEL: (f64, f64) = (210.0, 120.0);
/// Room in a panel above the curve and around it.
const HEAD: f64 = 24.0;
const EDGE: f64 = 10.0;
const TOP: f64 = 56.0;
/// Points of a curve; more would not be seen.
const POINTS: usize = 200;

const STYLE: &str = "\
text { font: 12px sans-serif; fill: #222 } .title { font-size: 16px; font-weight: bold } .small { font-size: 10px }
.page { fill: #fff } .panel { fill: none; stroke: #ccc } .curve { fill: none; stroke: #2f7d5b; stroke-width: 1.4 }
.shipped { stroke: #b5443c; stroke-dasharray: 3 3 }
@media (prefers-color-scheme: dark) { text { fill: #ddd } .page { fill: #16181c } .panel { stroke: #3a3d44 } }
";

/// The plot of a run.
pub fn draw(tunables: &[Tunable], steps: &[Step]) -> String {
    let rows = tunables.len().div_ceil(COLUMNS);
    let width = PANEL.0 * COLUMNS as f64 + 20.0;
    let height = TOP + PANEL.1 * rows as f64 + 10.0;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" role=\"img\">\n<title>Parameters over {0} iterations</title>\n\
         <style>\n{STYLE}</style>\n<rect class=\"page\" width=\"{width}\" height=\"{height}\"/>\n\
         <text class=\"title\" x=\"12\" y=\"24\">Parameters over {0} iterations</text>\n\
         <text class=\"small\" x=\"12\" y=\"41\">Dashed: the shipped value. Each panel is as high as its curve needs, \
         at least four steps of the tuner.</text>\n",
        steps.len()
    );
    for (index, tunable) in tunables.iter().enumerate() {
        let left = 10.0 + PANEL.0 * (index % COLUMNS) as f64;
        let top = TOP + PANEL.1 * (index / COLUMNS) as f64;
        draw_panel(&mut svg, tunable, &course(tunable, steps, index), left, top);
    }
    svg + "</svg>\n"
}

/// The values of a parameter from its start on, thinned out.
fn course(tunable: &Tunable, steps: &[Step], index: usize) -> Vec<f64> {
    let start = f64::from(tunable.info.default);
    let values = steps
        .iter()
        .filter_map(|step| step.values.get(index).copied());
    let all: Vec<f64> = std::iter::once(start).chain(values).collect();
    let last = all.len() - 1;
    let points = all.len().min(POINTS);
    (0..points)
        .map(|point| all[point * last / (points - 1).max(1)])
        .collect()
}

fn draw_panel(svg: &mut String, tunable: &Tunable, course: &[f64], left: f64, top: f64) {
    let shipped = f64::from(tunable.info.default);
    let reach = course.iter().fold(2.0 * tunable.shake, |most, value| {
        most.max((value - shipped).abs())
    });
    let (x0, x1) = (left + EDGE, left + PANEL.0 - EDGE);
    let (y0, y1) = (top + HEAD, top + PANEL.1 - EDGE);
    let middle = (y0 + y1) / 2.0;
    let y = |value: f64| middle - (value - shipped) / reach * (y1 - y0) / 2.0;
    let x = |point: usize| x0 + (x1 - x0) * point as f64 / (course.len() - 1).max(1) as f64;
    let points: Vec<String> = course
        .iter()
        .enumerate()
        .map(|(point, &value)| format!("{:.1},{:.1}", x(point), y(value)))
        .collect();
    let now = course.last().copied().unwrap_or(shipped);
    // Writing to a string does not fail.
    let _ = write!(
        svg,
        "<text x=\"{x0:.1}\" y=\"{:.1}\">{} <tspan class=\"small\">{} → {now:.1}</tspan></text>\n\
         <rect class=\"panel\" x=\"{x0:.1}\" y=\"{y0:.1}\" width=\"{:.1}\" height=\"{:.1}\"/>\n\
         <line class=\"shipped\" x1=\"{x0:.1}\" y1=\"{middle:.1}\" x2=\"{x1:.1}\" y2=\"{middle:.1}\"/>\n\
         <polyline class=\"curve\" points=\"{}\"/>\n",
        top + HEAD - 7.0,
        tunable.info.name,
        tunable.info.default,
        x1 - x0,
        y1 - y0,
        points.join(" ")
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use regence_core::config::ParamInfo;

    #[test]
    fn every_parameter_has_a_curve_within_its_panel() {
        let info = |name, default| ParamInfo {
            name,
            default,
            min: 0,
            max: 400,
        };
        let tunables = [
            Tunable::new(info("one", 100)),
            Tunable::new(info("two", 50)),
        ];
        let steps: Vec<Step> = (0..1000)
            .map(|n| Step {
                lead: 0.0,
                values: vec![100.0 + f64::from(n) / 5.0, 50.0],
            })
            .collect();
        let svg = draw(&tunables, &steps);
        assert_eq!(svg.matches("<polyline").count(), 2);
        assert!(svg.contains("one") && svg.contains("100 → 299.8"), "{svg}");
        assert_eq!(course(&tunables[0], &steps, 0).len(), POINTS);
        assert_eq!(course(&tunables[0], &[], 0), [100.0]);
        assert_eq!(draw(&tunables, &[]).matches("<polyline").count(), 2);
    }
}
