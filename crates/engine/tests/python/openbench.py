"""The programs under OpenBench's own modules: openbench.py OPENBENCH REGENCE REGENCE-LAB.

OPENBENCH is a checkout of https://github.com/AndyGrant/OpenBench. The server's part is what reads an engine's entry and a tune's
lines, the client's what builds, runs the bench, asks for starts of games, and shortens games.
"""
import contextlib
import io
import json
import os
import re
import subprocess
import sys
import tempfile

checkout, regence, lab = (os.path.abspath(path) for path in sys.argv[1:4])
repository = os.path.abspath(os.path.join(os.path.dirname(__file__), "../../../.."))
sys.path[:0] = [os.path.join(checkout, "Client"), checkout]

import bench  # noqa: E402
import genfens  # noqa: E402
import pgn_util  # noqa: E402
import utils  # noqa: E402
from OpenBench import config  # noqa: E402


def passed(what):
    print(f"ok: {what}")


def check_entry():
    with open(os.path.join(repository, "openbench.json")) as file:
        entry = json.load(file)
    config.verify_engine_basics(entry)
    config.verify_engine_build("Regence", entry)
    for kind in ("test", "tune", "datagen"):
        presets = entry[f"{kind}_presets"]
        assert "default" in presets, kind
        for preset in presets.values():
            getattr(config, f"verify_engine_{kind}_preset")(preset)
    passed("the server takes openbench.json")


def check_build():
    """What a client runs in the folder of the sources; cargo itself is left out here."""
    path = os.path.join(repository, entry_path())
    for network in (None, os.path.join(repository, "crates/chess-search/net/regence.nnue")):
        command = utils.makefile_command(network, path, "Regence-0123ABCD", "cargo")
        said = subprocess.run(command + ["-n"], cwd=path, check=True, capture_output=True, text=True).stdout
        assert re.search(r"cargo build .*--profile dist", said), said
        assert "Regence-0123ABCD" in said.splitlines()[-1], said
        assert f'EVALFILE="{network or ""}"' in said, said
    passed("make EXE= and EVALFILE= build what a client wants")


def entry_path():
    with open(os.path.join(repository, "openbench.json")) as file:
        return json.load(file)["build"]["path"]


def check_bench():
    with open(os.path.join(repository, "bench.txt")) as file:
        expected = int(re.search(r"^chess (\d+)$", file.read(), re.MULTILINE).group(1))
    speed, nodes = bench.run_benchmark("regence", 2, 1, expected)
    assert nodes == expected and speed > 0
    passed(f"two benches at a time, {nodes} nodes")


def check_genfens():
    with open("book.epd", "w") as book:
        book.write("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq -\n")
    for name in ("None", "book.epd"):
        said = io.StringIO()
        order = {"N": 6, "threads": 2, "seeds": [5, 2**31 - 1], "book": name, "extra": "", "engine": "regence", "output": said}
        with contextlib.redirect_stdout(io.StringIO()):
            genfens.create_genfens_opening_book(order)
        lines = said.getvalue().splitlines()
        assert len(lines) == 12 and all(re.search(r" hmvc \d+; fmvn \d+;$", line) for line in lines), lines
        assert len(set(lines)) > 6, lines
        passed(f"genfens on two threads, book {name}")


def check_games():
    match = ["match", "--engine", f"cmd={regence},name=a", "--engine", f"cmd={regence},name=b", "--each", "nodes=500", "--games", "2", "--out", "m"]
    subprocess.run([lab, *match], check=True, capture_output=True)
    with open("games.pgn", "w") as file:
        subprocess.run([lab, "export", "m.db", "--as", "pgn"], check=True, stdout=file)
    text = pgn_util.process_pgn_file("games.pgn", 1.0, compact=True)
    moves = re.findall(r"\S+ \{([^}]*)\}", text)
    assert text.count("[Event") == 2 and len(moves) > 20, text
    assert set(moves) - {"book"} and "unknown" not in moves, text
    passed(f"{len(moves)} moves of our games are read with their scores")


def check_tune():
    """As the server reads the lines when a tune is made."""
    said = subprocess.run([lab, "tune", "--openbench"], check=True, capture_output=True, text=True).stdout
    names = set()
    for line in said.splitlines():
        name, kind, value, least, most, c_end, r_end = map(str.strip, line.split(","))
        assert kind == "int" and float(least) <= float(value) <= float(most), line
        assert float(c_end) >= 0.5 and float(r_end) > 0, line
        names.add(name)
    assert "rfp_margin" in names and len(names) == len(said.splitlines()), said
    passed(f"{len(names)} parameters for a tune")


check_entry()
check_build()
with tempfile.TemporaryDirectory() as folder:
    # The client runs ./engine in the folder where it is.
    os.chdir(folder)
    os.symlink(regence, "regence")
    check_bench()
    check_genfens()
    check_games()
    check_tune()
    os.chdir(repository)
