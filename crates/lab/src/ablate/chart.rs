//! A bar chart of what each technique gains, as an SVG that reads well on light and dark pages.

use std::fmt::Write;

use super::table::Row;
use regence_arena::claims;
use regence_core::game::Game;

const WIDTH: f64 = 860.0;
/// Where bars begin and end, between the names and the numbers.
const LEFT: f64 = 190.0;
const RIGHT: f64 = 730.0;
const TOP: f64 = 74.0;
const BAR: f64 = 22.0;

const STYLE: &str = "\
text { font: 13px sans-serif; fill: #222 } .title { font-size: 16px; font-weight: bold } .small { font-size: 11px }
.page { fill: #fff } .claim { fill: #e3c565; opacity: 0.55 } .gain { fill: #2f7d5b } .loss { fill: #b5443c }
.unsure { opacity: 0.55 } .error { stroke: #222; stroke-width: 1.2 } .grid { stroke: #ccc } .zero { stroke: #555 }
@media (prefers-color-scheme: dark) { text { fill: #ddd } .page { fill: #16181c } .grid { stroke: #3a3d44 }
.zero { stroke: #aaa } .error { stroke: #eee } }
";

/// The chart of these rows, the most valuable first.
pub fn draw<G: Game>(rows: &[Row]) -> String {
    let mut rows: Vec<&Row> = rows.iter().filter(|row| row.elo.is_finite()).collect();
    rows.sort_by(|a, b| b.elo.total_cmp(&a.elo));
    let scale = Scale::over::<G>(&rows);
    let height = TOP + BAR * rows.len() as f64 + 20.0;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{height}\" \
         viewBox=\"0 0 {WIDTH} {height}\" role=\"img\">\n<title>Elo gained by each technique</title>\n\
         <style>\n{STYLE}</style>\n<rect class=\"page\" width=\"{WIDTH}\" height=\"{height}\"/>\n\
         <text class=\"title\" x=\"12\" y=\"24\">Elo gained by each technique</text>\n\
         <text class=\"small\" x=\"12\" y=\"41\">Bars: measured, with 95 % intervals; pale where the interval \
         holds 0.{}</text>\n",
        match claims::of::<G>().is_empty() {
            true => "",
            false => " Yellow: what the roadmap claimed.",
        }
    );
    scale.draw(&mut svg, height - 14.0);
    for (index, row) in rows.iter().enumerate() {
        draw_row::<G>(&mut svg, row, &scale, TOP + BAR * index as f64);
    }
    svg + "</svg>\n"
}

fn draw_row<G: Game>(svg: &mut String, row: &Row, scale: &Scale, top: f64) {
    let (zero, end) = (scale.x(0.0), scale.x(row.elo));
    let middle = top + BAR / 2.0;
    let text_y = middle + 4.5;
    let class = match (row.elo < 0.0, row.elo.abs() <= row.error) {
        (false, false) => "gain",
        (false, true) => "gain unsure",
        (true, false) => "loss",
        (true, true) => "loss unsure",
    };
    let mut put = |line: String| svg.push_str(&(line + "\n"));
    put(format!(
        "<text x=\"{:.1}\" y=\"{text_y:.1}\" text-anchor=\"end\">{}</text>",
        LEFT - 10.0,
        row.technique
    ));
    if let Some((from, to)) = claims::range::<G>(&row.technique) {
        let (from, to) = (scale.x(f64::from(from)), scale.x(f64::from(to)));
        put(format!(
            "<rect class=\"claim\" x=\"{from:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\"/>",
            top + 2.0,
            to - from,
            BAR - 4.0
        ));
    }
    put(format!(
        "<rect class=\"{class}\" x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\"/>",
        zero.min(end),
        top + 5.0,
        (end - zero).abs().max(0.5),
        BAR - 10.0
    ));
    let (low, high) = (scale.x(row.elo - row.error), scale.x(row.elo + row.error));
    put(format!(
        "<line class=\"error\" x1=\"{low:.1}\" y1=\"{middle:.1}\" x2=\"{high:.1}\" y2=\"{middle:.1}\"/>"
    ));
    put(format!(
        "<text class=\"small\" x=\"{:.1}\" y=\"{text_y:.1}\">{:+.0} ± {:.0} ({})</text>",
        RIGHT + 10.0,
        row.elo,
        row.error,
        row.games
    ));
}

/// From Elo to the page.
#[derive(Debug)]
struct Scale {
    low: f64,
    high: f64,
    step: f64,
}

impl Scale {
    /// A scale that holds all bars, their intervals and claims.
    fn over<G: Game>(rows: &[&Row]) -> Scale {
        let (mut low, mut high) = (-20.0f64, 60.0f64);
        for row in rows {
            // An interval without end is cut off at the page's edge.
            let error = if row.error.is_finite() {
                row.error
            } else {
                0.0
            };
            low = low.min(row.elo - error);
            high = high.max(row.elo + error);
            if let Some((_, to)) = claims::range::<G>(&row.technique) {
                high = high.max(f64::from(to));
            }
        }
        let steps = [10.0, 20.0, 50.0, 100.0, 200.0, 500.0];
        let fits = |step: &f64| (high - low) / step <= 12.0;
        let step = steps.into_iter().find(fits).unwrap_or(1000.0);
        Scale {
            low: (low / step).floor() * step,
            high: (high / step).ceil() * step,
            step,
        }
    }

    fn x(&self, elo: f64) -> f64 {
        let share = (elo.clamp(self.low, self.high) - self.low) / (self.high - self.low);
        LEFT + share * (RIGHT - LEFT)
    }

    fn draw(&self, svg: &mut String, bottom: f64) {
        let mut elo = self.low;
        while elo <= self.high {
            let x = self.x(elo);
            let class = if elo == 0.0 { "zero" } else { "grid" };
            // Writing to a string does not fail.
            let _ = writeln!(
                svg,
                "<line class=\"{class}\" x1=\"{x:.1}\" y1=\"{:.1}\" x2=\"{x:.1}\" y2=\"{bottom:.1}\"/>\n\
                 <text class=\"small\" x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{elo}</text>",
                TOP - 4.0,
                TOP - 8.0
            );
            elo += self.step;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use regence_chess_search::Chess;

    fn row(technique: &str, elo: f64, error: f64) -> Row {
        Row {
            technique: technique.into(),
            elo,
            error,
            games: 200,
            node_ratio: None,
            more_games: None,
            search: String::new(),
            command: String::new(),
        }
    }

    #[test]
    fn bars_are_sorted_and_stay_on_the_page() {
        let rows = [
            row("razoring", -30.0, 40.0),
            row("null_move_pruning", 90.0, 30.0),
            row("probcut", 5.0, f64::INFINITY),
            row("killers", f64::INFINITY, f64::INFINITY),
        ];
        let svg = draw::<Chess>(&rows);
        let place = |name: &str| svg.find(&format!(">{name}<"));
        assert!(place("null_move_pruning") < place("probcut"));
        assert!(place("probcut") < place("razoring"));
        assert_eq!(place("killers"), None);
        assert!(!svg.contains("inf\"") && !svg.contains("NaN"), "{svg}");
        assert_eq!(svg.matches("class=\"claim\"").count(), 1);
    }

    #[test]
    fn the_scale_holds_what_is_drawn() {
        let far = row("null_move_pruning", 150.0, 60.0);
        let scale = Scale::over::<Chess>(&[&far]);
        assert!(scale.low <= -20.0 && scale.high >= 210.0, "{scale:?}");
        assert!((scale.x(scale.low), scale.x(scale.high)) == (LEFT, RIGHT));
        assert_eq!(scale.x(1e9), RIGHT);
    }

    #[test]
    fn nothing_measured_is_an_empty_chart() {
        assert!(draw::<Chess>(&[]).ends_with("</svg>\n"));
    }
}
