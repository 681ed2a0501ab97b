//! Curves as SVG: what was measured, between the limits within which it is healthy.

use regence_arena::chart::{Axis, Lines, Series};

use crate::checks::{Curve, Line};

/// The picture of a curve, to stand in a page.
pub fn draw(curve: &Curve) -> String {
    let series = |line: &Line| Series {
        name: line.name.clone(),
        points: line.points.clone(),
    };
    let chart = Lines {
        title: String::new(),
        x: (curve.x.clone(), Axis::Logarithmic),
        y: (
            curve.y.clone(),
            if curve.log_y {
                Axis::Logarithmic
            } else {
                Axis::Linear
            },
        ),
        lines: curve.lines.iter().map(series).collect(),
        limits: curve.low.iter().chain(&curve.high).map(series).collect(),
    };
    chart.draw()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_curve_is_drawn_with_its_limits() {
        let line = |name: &str, points: &[(f64, f64)]| Line {
            name: name.into(),
            points: points.to_vec(),
        };
        for log_y in [true, false] {
            let svg = draw(&Curve {
                title: "Time".into(),
                x: "ms on the clock".into(),
                y: "ms used".into(),
                log_y,
                lines: vec![line("position <1>", &[(500.0, 12.0), (5000.0, 140.0)])],
                low: Some(line("0.8 %", &[(500.0, 4.0), (5000.0, 40.0)])),
                high: Some(line("90 %", &[(500.0, 450.0), (5000.0, 4500.0)])),
            });
            assert!(svg.contains("position &lt;1&gt;") && svg.contains("ms used"));
            assert!(svg.contains("90 %") && svg.contains("0.8 %"), "{svg}");
        }
    }
}
