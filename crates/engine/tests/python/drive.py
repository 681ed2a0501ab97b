"""Drives the engine through python-chess, as bots and notebooks do.

Usage: drive.py ENGINE. Every check is a function; the first that fails ends the run. Searches are limited by nodes,
so that nothing depends on how fast the machine is.
"""

import io
import pathlib
import subprocess
import sys
import tempfile

import chess
import chess.engine
import chess.pgn

NODES = chess.engine.Limit(nodes=3000)
TABLES = pathlib.Path(__file__).parent.parent / "syzygy"


def check_identity(engine):
    assert engine.id["name"].startswith("Regence "), engine.id
    for option in ["Hash", "Threads", "MultiPV", "UCI_Chess960", "UCI_Elo", "SyzygyPath"]:
        assert option in engine.options, option


def check_game(engine):
    board = chess.Board()
    while not board.is_game_over(claim_draw=True) and board.fullmove_number < 12:
        result = engine.play(board, NODES, info=chess.engine.INFO_ALL)
        assert result.move in board.legal_moves
        assert result.info["nodes"] > 0 and "score" in result.info
        board.push(result.move)
    assert board.fullmove_number >= 12 or board.is_game_over(claim_draw=True)


def check_clocks(engine):
    limit = chess.engine.Limit(white_clock=2, black_clock=2, white_inc=0.01, black_inc=0.01)
    assert engine.play(chess.Board(), limit).move
    assert engine.play(chess.Board(), chess.engine.Limit(time=0.05)).move
    assert engine.play(chess.Board(), chess.engine.Limit(depth=4)).move


def check_mate(engine):
    board = chess.Board("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1")
    result = engine.play(board, NODES, info=chess.engine.INFO_SCORE)
    assert result.move == chess.Move.from_uci("a1a8"), result
    assert result.info["score"].white() == chess.engine.Mate(1)


def check_several_lines(engine):
    board = chess.Board("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3")
    lines = engine.analyse(board, chess.engine.Limit(depth=6), multipv=3)
    assert [line["multipv"] for line in lines] == [1, 2, 3]
    assert len({line["pv"][0] for line in lines}) == 3
    for line in lines:
        after = board.copy()
        for move in line["pv"]:
            assert move in after.legal_moves
            after.push(move)


def check_only_some_moves(engine):
    board = chess.Board()
    wanted = [chess.Move.from_uci("a2a3"), chess.Move.from_uci("h2h3")]
    assert engine.play(board, NODES, root_moves=wanted).move in wanted


def check_stop(engine):
    with engine.analysis(chess.Board()) as analysis:
        for info in analysis:
            if info.get("depth", 0) >= 5:
                break
    assert analysis.wait().move
    engine.ping()


def check_options(engine):
    engine.configure({"Hash": 32, "Threads": 2, "Clear Hash": None, "UCI_ShowWDL": True})
    info = engine.analyse(chess.Board(), NODES)
    assert sum(info["wdl"].white()) == 1000
    engine.configure({"Threads": 1, "UCI_ShowWDL": False})
    # Without a table, and with one again; a size below nothing is refused.
    engine.configure({"Hash": 0})
    assert engine.play(chess.Board(), NODES).move
    try:
        engine.configure({"Hash": -1})
    except chess.engine.EngineError:
        pass
    else:
        raise AssertionError("a hash of -1 MB was accepted")
    engine.configure({"Hash": 16})
    # Weaker for one move, and back.
    weak = engine.play(chess.Board(), NODES, options={"UCI_LimitStrength": True, "UCI_Elo": 1000})
    assert weak.move


def check_chess960(engine):
    board = chess.Board.from_chess960_pos(0)
    for _ in range(12):
        board.push(engine.play(board, NODES).move)
    castle = chess.Board("4k3/8/8/8/8/8/8/RK5R w HA - 0 1", chess960=True)
    assert engine.play(castle, NODES).move in castle.legal_moves
    assert engine.play(chess.Board(), NODES).move


def check_pondering(engine):
    board = chess.Board()
    for _ in range(4):
        result = engine.play(board, NODES, ponder=True)
        board.push(result.move)
        # Now as expected, now not.
        if result.ponder and board.fullmove_number % 2:
            board.push(result.ponder)
        else:
            board.push(list(board.legal_moves)[0])
    assert engine.play(board, NODES).move


def check_tables(engine):
    engine.configure({"SyzygyPath": str(TABLES)})
    drawn = chess.Board("8/8/8/4k3/8/4K3/4P3/8 w - - 0 1")
    info = engine.analyse(drawn, NODES, info=chess.engine.INFO_ALL)
    assert info["score"].white() == chess.engine.Cp(0) and info["tbhits"] > 0, info
    engine.configure({"SyzygyPath": ""})


def check_game_over(engine):
    mated = chess.Board("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3")
    # The null move: false, like none at all.
    assert not engine.play(mated, NODES).move


def check_annotations(path):
    """What `analyse` writes, python-chess reads."""
    with tempfile.TemporaryDirectory() as directory:
        games = pathlib.Path(directory, "games.pgn")
        games.write_text('[White "A"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n')
        command = [path, "analyse", str(games), "--nodes", "2000", "--quiet"]
        text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    game = chess.pgn.read_game(io.StringIO(text))
    assert not game.errors and "WhiteAccuracy" in game.headers
    moves = list(game.mainline())
    assert moves[0].eval() is not None
    assert moves[2].eval().white() == chess.engine.Mate(-1)
    assert chess.pgn.NAG_BLUNDER in moves[2].nags
    assert len(moves[1].variations) > 1, "a better move than g4 is shown"


CHECKS = [
    check_identity,
    check_game,
    check_clocks,
    check_mate,
    check_several_lines,
    check_only_some_moves,
    check_stop,
    check_options,
    check_chess960,
    check_pondering,
    check_tables,
    check_game_over,
]


def main(path):
    print(f"python-chess {chess.__version__}, {path}")
    with chess.engine.SimpleEngine.popen_uci(path, timeout=120) as engine:
        for check in CHECKS:
            check(engine)
            engine.ping()
            print("  ok", check.__name__.removeprefix("check_").replace("_", " "))
        engine.quit()
        assert engine.returncode.result(timeout=60) == 0
    check_annotations(path)
    print("  ok annotations")


if __name__ == "__main__":
    main(str(pathlib.Path(sys.argv[1]).resolve()))
