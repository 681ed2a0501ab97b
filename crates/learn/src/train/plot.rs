//! The losses of a run as a picture.

const WIDTH: f32 = 640.0;
const HEIGHT: f32 = 360.0;
const EDGE: f32 = 48.0;

/// Training and validation loss by epoch, as SVG.
pub fn losses(losses: &[[f32; 2]]) -> String {
    let all = || losses.iter().flatten().copied();
    let (low, high) = (all().fold(f32::MAX, f32::min), all().fold(0.0, f32::max));
    let height = (high - low).max(1e-6);
    let x = |epoch: usize| {
        EDGE + (WIDTH - 2.0 * EDGE) * epoch as f32 / (losses.len().max(2) - 1) as f32
    };
    let y = |loss: f32| HEIGHT - EDGE - (HEIGHT - 2.0 * EDGE) * (loss - low) / height;
    let line = |part: usize, color: &str| {
        let points: Vec<String> = losses
            .iter()
            .enumerate()
            .map(|(epoch, loss)| format!("{:.1},{:.1}", x(epoch), y(loss[part])))
            .collect();
        format!(
            "<polyline fill=\"none\" stroke=\"{color}\" stroke-width=\"2\" points=\"{}\"/>\n",
            points.join(" ")
        )
    };
    let text =
        |x: f32, y: f32, words: &str| format!("<text x=\"{x:.0}\" y=\"{y:.0}\">{words}</text>\n");
    let last = losses.last().copied().unwrap_or_default();
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" \
         font-size=\"12\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n{}{}{}{}{}</svg>\n",
        line(0, "#3b6ea5"),
        line(1, "#c0504d"),
        text(
            EDGE,
            20.0,
            &format!(
                "training (blue) {:.6}, validation (red) {:.6}",
                last[0], last[1]
            )
        ),
        text(4.0, y(high), &format!("{high:.4}")),
        text(4.0, y(low), &format!("{low:.4}")),
    )
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_plot_has_both_lines_even_of_nothing() {
        for losses in [&[][..], &[[0.1, 0.2]], &[[0.1, 0.2], [0.05, 0.19]]] {
            let svg = super::losses(losses);
            assert_eq!(svg.matches("<polyline").count(), 2);
            assert!(!svg.contains("NaN") && svg.ends_with("</svg>\n"));
        }
    }
}
