//! What `regence-lab --help` and the help of each command say beyond their options.

pub const LAB: &str = "\
The laboratory of Régence: the tools that make a search stronger and prove it.

What do you want to know?
  Is my change worth anything?              duel, then sprt
  What is each technique worth?             ablate; and to a plainer search: ladder
  Which numbers would be better?            tune (search), texel (evaluation)
  Who is stronger?                          match: any UCI or Gomocup engines
  What is wrong with this engine?           doctor: any UCI engine, or the games of a match
  Why did it lose?                          autopsy: the lost games of a match
  What breaks it?                           torture: hostile lines, shrunk to the few that do
  Why (not) this move?                      why, trace
  Is it still the same search?              bench, twins of doctor
  How good and how deep is it?              suite, depths
  Where do its nodes go?                    cuts
  What was played?                          export, merge: the stores of all results
  Where do games and networks come from?    selfplay, train, wdl, book, openings";

pub const LAB_MORE: &str = "\
Habits that all commands share:
  Techniques and parameters go by their names in techniques/mod.rs and params.rs, techniques also
  by their abbreviations: --off NMP, --set rfp_margin=60.
  duel, sprt, ablate, ladder, tune, bench, depths and cuts take --game gomoku, with --rules, --size;
  --hash 0 plays and searches without a table.
  Games by nodes are the same on every machine, however busy; games by time need a quiet one.
  Results are stored as they come (NAME.db, SQLite). What was stopped or killed continues with
  --resume (ablate, selfplay and train by themselves) and ends as if nothing had been.
  Every result file says the command, version, bench and machine that made it.
  Elo errors are 95 % intervals from pairs of games with reversed colours.

docs/lab.md is the tour, with pictures.";

pub const SELFPLAY: &str = "\
Plays games of the engine against itself, to learn from.

Games are kept in shards, one file a seed, and a run that was stopped continues by itself.

Examples:
  regence-lab selfplay chess --out data --games 10000 --nodes 5000
  regence-lab selfplay inspect data/*.games";

pub const TRAIN: &str = "\
Trains a chess network, or the weights and the network of the Gomoku evaluation, on games of
self-play.

Checkpoint and a plot of the loss stand beside the network; a run that was stopped goes on from the
checkpoint.

Examples:
  regence-lab train chess data/*.games --out net.nnue --epochs 20
  regence-lab train gomoku data/ninuki-1.gomoku --out ninuki.shapes
  regence-lab train gomoku-net data/renju-1.gomoku --out renju.shapes";

pub const TEXEL: &str = "\
Tunes the weights of the evaluation on labelled positions.

Quiet positions of self-play games, with the games' results, are fitted by gradient descent.

Examples:
  regence-lab texel data/*.games";

pub const WDL: &str = "\
Fits how likely a score wins, draws and loses, on the games of self-play.

Examples:
  regence-lab wdl data/*.games";

pub const BOOK: &str = "\
Makes an opening book (Polyglot) from our own play.

Examples:
  regence-lab book --out crates/engine/assets/book.bin --nodes 150000 --games 800";

pub const MATCH: &str = "\
Plays engines against each other under a referee: matches, tournaments, sequential tests.

Every move, line, second and word of the protocol is checked; crashed engines are started again.
NAME.db keeps every finished game, whatever happens to the process or the disk; NAME.pgn,
NAME.faults and NAME.result are written from it at the end.

Examples:
  two versions at 8 seconds and 80 ms a move
    regence-lab match --engine cmd=./new,name=new --engine cmd=./old,name=old --each tc=8+0.08
  until a gain of 5 Elo is proved or refuted
    regence-lab match --engine cmd=./new --engine cmd=./old --each tc=8+0.08 \\
        --games 40000 --sprt elo0=0,elo1=5
  a tournament of three, at equal nodes, with early ends
    regence-lab match --engine cmd=./a --engine cmd=./b --engine cmd=./c --each nodes=10000 \\
        --draw from=40,moves=8,score=10 --resign moves=4,score=600
  Gomocup engines
    regence-lab match --engine 'cmd=regence gomocup' --engine cmd=./other \\
        --each proto=gomocup,movetime=1000 --rule renju
  a thousand games unattended; after any interruption the same with --resume
    regence-lab match --engine cmd=./new,name=new --engine cmd=./old,name=old \\
        --each nodes=10000,option.Hash=16 --games 1000 --concurrency 2 --out night";

pub const DUEL: &str = "\
Plays two setups of the search against each other and tells the difference in Elo.

Both are in this process. The candidate has the changes, the base is the shipped search unless the
--base options change it too. All numbers are the candidate's.

Examples:
  the search without null moves against the shipped one
    regence-lab duel --off null_move_pruning --games 400
  other numbers
    regence-lab duel --set rfp_margin=60,nmp_base=3
  a network against the classical evaluation, by time
    regence-lab duel --eval net.nnue --base-eval '<classical>' --time 100
  Gomoku: two rule sets in turn
    regence-lab duel --game gomoku --rules renju,ninuki --off interior_vct";

pub const OPENINGS: &str = "\
Makes balanced openings: random moves, or stones around the centre, that a short search calls level.

Examples:
  regence-lab openings chess --count 1000 --seed 7 > starts.epd
  regence-lab openings gomoku --rule renju --count 100 > starts.txt";

pub const SPRT: &str = "\
Plays two setups against each other until a gain is proved or refuted.

The match ends when the likelihood ratio of the two hypotheses leaves its bounds (5 % errors), and
prints the block that a commit message carries.

Examples:
  a gain?
    regence-lab sprt --set rfp_margin=60 --elo0 0 --elo1 5
  a simplification that does not lose?
    regence-lab sprt --off razoring --elo0 -5 --elo1 0
  go on after an interruption
    regence-lab sprt --set rfp_margin=60 --elo0 0 --elo1 5 --resume";

pub const TUNE: &str = "\
Finds better values for the numbers of the search by games between versions of it (SPSA).

NAME.db keeps the run and NAME.svg shows it while it goes on. What it finds is a guess until
sprt has proved it; the command for that is printed.

Examples:
  regence-lab tune --params rfp_margin,futility_base,futility_factor --iterations 2000
  regence-lab tune --game gomoku --rules freestyle --nodes 3000";

pub const ABLATE: &str = "\
Measures what each technique is worth and writes docs/results/ablation-GAME.jsonl, from which the
tables and charts of the documents are made.

Each technique is switched off alone (or on, where it is shipped off) and plays the shipped search;
the nodes of the bench set are counted without it. The next games are played where the interval is
widest, until it is within --error or has --games. A run goes on where it was.

Examples:
  every technique to an error of 10 Elo
    regence-lab ablate
  two of them, closely
    regence-lab ablate --only null_move_pruning,singular --games 6000 --error 5
  Gomoku, all rule sets in turn
    regence-lab ablate --game gomoku --nodes 8000 --error 20
  exactly 200 games each
    regence-lab ablate --games 200 --error 0
  play nothing, write what there is
    regence-lab ablate --report";

pub const LADDER: &str = "\
Measures what each technique adds to those before it, from a plain alpha-beta search on, and writes
docs/results/ladder-GAME.jsonl: Elo, the nodes of the bench set, and the depth in a second.

It answers what a technique would give an engine that lacks those behind it. The next games are
played where the interval is widest; a run goes on where it was.

Examples:
  in the roadmap's order
    regence-lab ladder --error 15
  an order of one's own
    regence-lab ladder --order late_move_reductions,null_move_pruning,futility_pruning
  Gomoku
    regence-lab ladder --game gomoku --rules freestyle --order killers,late_move_reductions";

pub const DOCS: &str = "\
Writes the tables and charts of README.md and docs/*.md from docs/results and bench.txt.

A document says where it wants what, between two marks:
  <!-- results: ablation chess -->
  <!-- results: end -->
There are `ablation GAME`, `ladder GAME` and `gains GAME NUMBER`. A figure of another search than
the shipped one is marked with a dagger. Run it after every change of bench.txt.

Examples:
  regence-lab docs
  is anything old?
    regence-lab docs --check
  before a release: nothing old, no figure of another search in the README
    regence-lab docs --release";

pub const SUITE: &str = "\
Searches positions with known answers (EPD: bm, am, dm) and tells how many are solved.

Examples:
  regence-lab suite wac.epd --movetime 1000
  regence-lab suite mates.epd --nodes 200000 --off null_move_pruning
  regence-lab suite mates.epd --nodes 200000 --engine cmd=stockfish,option.Hash=16";

pub const DEPTHS: &str = "\
Tells how deep the search comes in a given time; more time must never give less depth.

Examples:
  regence-lab depths --times 50,100,200,400,800
  regence-lab depths --game gomoku --rules renju h8i9 --times 1000
  the table's share
    regence-lab depths --hash 0";

pub const CUTS: &str = "\
Tells where the nodes of a search go: how often the first move cuts, the table answers and the first
aspiration window holds, and what each technique cuts, skips, reduces and extends.

Without positions the bench set is searched, as `regence bench` does.

Examples:
  regence-lab cuts
  regence-lab cuts 'FEN' --depth 14
  regence-lab cuts positions.epd --off null_move_pruning
  regence-lab cuts --game gomoku --rules renju h8i9 --depth 12";

pub const DOCTOR: &str = "\
Examines any UCI engine, or the games of a match, and names what is wrong with it.

Each finding has a cause that fits its evidence, the command that shows it again and a cure. --list
prints the checks. The exit code is 1 when something was found that --fail-on asks for (a fault),
and 2 when the examination could not be done. Reports are written as they grow.

Examples:
  a check-up of a few minutes, and its report as a page
    regence-lab doctor ./engine --html report.html
  in a hurry, two checks only
    regence-lab doctor './engine --flag' --quick --only clock,table
  what got better and what worse?
    regence-lab doctor ./new --against ./old --quick
  in continuous integration: known findings left out, reports for the host
    regence-lab doctor ./engine --quick --ignore ignored-words --junit d.xml --sarif d.sarif
  did the change get into the build?
    regence-lab doctor ./new --only twins --twin ./old
  from a match alone
    regence-lab doctor games.pgn --player Regence";

pub const AUTOPSY: &str = "\
Says why a player lost its games.

The player's depth, time and scores stand beside its opponents'. Each lost game is gone through with
a reference (our own search at a fixed number of nodes): which move lost it, at which depth that is
seen, what the player said. The causes are ranked by the points that they cost. --engine asks the
engine itself again where it lost, with the time that it took then and with more.

Examples:
  the lost games of a player
    regence-lab autopsy match.pgn --player Sick
  with boards and graphs, and with the engine asked again
    regence-lab autopsy match.pgn --player Sick --engine ./sick --html autopsy.html";

pub const TORTURE: &str = "\
Sends thousands of hostile lines to a UCI or Gomocup engine, or to the console of Régence:
sentences of the protocol and what mutation makes of them. In between the engine must answer
isready, and play a legal move in a position that was sent without faults.

A crash, a hang over 2 seconds and a wrong answer are failures. Each one is shrunk to the few lines
that cause it, and printed as a command that sends them again. On a busy machine an engine that gets
no processor is not called slow. The engine runs in an empty folder; nothing is asked for that ends
it, takes much memory or writes files.

Examples:
  regence-lab torture ./engine --seed 1 --lines 20000
  regence-lab torture 'regence gomocup' --protocol gomocup
  what no user interface would send either
    regence-lab torture ./engine --rude";

pub const TRACE: &str = "\
Records a search as a tree: what each technique cut, skipped, reduced and extended, and why.

Examples:
  regence-lab trace startpos --depth 6 --show 'e4 e5'
  regence-lab trace 'FEN' --depth 8 --out tree.jsonl --perfetto tree.json";

pub const WHY: &str = "\
Tells in words why a move was or was not chosen: where along its line it was pruned or refuted, and
at which depth the engine first saw it.

Examples:
  regence-lab why startpos e4 --depth 8
  regence-lab why 'FEN' Qh6 Kxh6 Bxf6 --depth 8";

pub const EXPORT: &str = "\
Writes what a store holds, also while a match is playing into it.

Examples:
  the games so far
    regence-lab export target/lab/new-against-old.db --as pgn --out games.pgn
  everything, for other programs
    regence-lab export night.db | jq 'select(.table == \"games\") | .result'
  what is in it
    regence-lab export night.db --as list";

pub const MERGE: &str = "\
Adds stores to another one. A store with a game that is there already is refused: games of the same
seed are the same games, and would be counted twice.

What is damaged in a store is named with its place and left out; the rest is saved.

Examples:
  regence-lab merge all.db monday.db tuesday.db
  regence-lab merge rescued.db damaged.db
  regence-lab merge all.db old.games";

pub const BENCH: &str = "\
Counts the nodes of the bench set with the laboratory's config.

Untouched it counts what `regence bench` does; changed it tells what a change costs or saves.

Examples:
  regence-lab bench
  regence-lab bench 10 --off late_move_reductions
  what the table saves
    regence-lab bench 10 --hash 0
  one's own position, or a file of them
    regence-lab bench 14 'FEN'
  regence-lab bench --game gomoku";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_manual_fits_a_terminal() {
        let all = [
            LAB, LAB_MORE, SELFPLAY, TRAIN, TEXEL, WDL, BOOK, MATCH, DUEL, OPENINGS, SPRT, TUNE,
            ABLATE, LADDER, DOCS, SUITE, DEPTHS, CUTS, DOCTOR, AUTOPSY, TORTURE, TRACE, WHY,
            EXPORT, MERGE, BENCH,
        ];
        for line in all.iter().flat_map(|text| text.lines()) {
            assert!(line.chars().count() <= 100, "{line}");
        }
    }
}
