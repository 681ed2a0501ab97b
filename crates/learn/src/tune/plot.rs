//! The course of every parameter over a run, one small panel each.

use regence_arena::chart::{Panel, panels};

use super::spsa::Tunable;
use super::state::Step;

/// Points of a curve; more would not be seen.
const POINTS: usize = 200;

/// The plot of a run.
pub fn draw(tunables: &[Tunable], steps: &[Step]) -> String {
    let panel = |(index, tunable): (usize, &Tunable)| {
        let course = course(tunable, steps, index);
        let start = tunable.info.default;
        let now = course.last().copied().unwrap_or(f64::from(start));
        Panel {
            title: format!("{} {start} → {now:.1}", tunable.info.name),
            course,
            start: f64::from(start),
            reach: 2.0 * tunable.shake,
        }
    };
    let all: Vec<Panel> = tunables.iter().enumerate().map(panel).collect();
    panels(
        &format!("Parameters over {} iterations", steps.len()),
        "Dashed: the shipped value. Each panel is as high as its curve needs, at least four steps of the tuner.",
        &all,
    )
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

#[cfg(test)]
mod tests {
    use super::*;
    use regence_core::config::ParamInfo;

    #[test]
    fn every_parameter_has_a_panel_with_its_course() {
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
        assert!(
            svg.contains("two 50 → 50.0") && svg.contains("one 100 → 299.8"),
            "{svg}"
        );
        assert_eq!(course(&tunables[0], &steps, 0).len(), POINTS);
        assert_eq!(course(&tunables[0], &[], 0), [100.0]);
        assert!(draw(&tunables, &[]).contains("one 100 → 100.0"));
    }
}
