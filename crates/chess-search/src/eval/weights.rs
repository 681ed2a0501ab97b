//! The weights of the evaluation: pairs of centipawns for middlegame and endgame, the only numbers to tune.
//!
//! `regence-lab texel` writes this file anew. Names, terms and comments are kept, so edit those here.

use super::score::Score;
use super::table::{Group, Span, Term, s, weights};

weights! {
    /// Pawn, knight, bishop, rook, queen.
    Material PIECE_VALUE = [
        s(90, 112), s(325, 305), s(338, 320), s(475, 535), s(970, 985),
    ];
    /// Bishops on both colours.
    Material BISHOP_PAIR = [s(28, 52)];
    /// A knight, for each own pawn above five.
    Material KNIGHT_BY_PAWNS = [s(2, 3)];
    /// A rook, for each own pawn above five.
    Material ROOK_BY_PAWNS = [s(-3, -2)];
    /// From a1 to h8 as its owner sees the board.
    Squares PAWN_SQUARE = [
        s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0),
        s(-6, 0), s(0, 0), s(-2, 0), s(-12, 0), s(-12, 0), s(-2, 0), s(0, 0), s(-6, 0),
        s(-4, 0), s(2, 0), s(5, 0), s(10, 0), s(10, 0), s(5, 0), s(2, 0), s(-4, 0),
        s(0, 4), s(6, 4), s(11, 4), s(22, 4), s(22, 4), s(11, 4), s(6, 4), s(0, 4),
        s(6, 10), s(12, 10), s(16, 10), s(24, 10), s(24, 10), s(16, 10), s(12, 10), s(6, 10),
        s(14, 18), s(20, 18), s(22, 18), s(28, 18), s(28, 18), s(22, 18), s(20, 18), s(14, 18),
        s(24, 28), s(30, 28), s(30, 28), s(34, 28), s(34, 28), s(30, 28), s(30, 28), s(24, 28),
        s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0),
    ];
    /// From a1 to h8 as its owner sees the board.
    Squares KNIGHT_SQUARE = [
        s(-48, -32), s(-25, -19), s(-16, -12), s(-7, -5), s(-7, -5), s(-16, -12), s(-25, -19), s(-48, -32),
        s(-35, -25), s(-12, -12), s(-3, -5), s(6, 2), s(6, 2), s(-3, -5), s(-12, -12), s(-35, -25),
        s(-21, -16), s(2, -3), s(11, 4), s(20, 11), s(20, 11), s(11, 4), s(2, -3), s(-21, -16),
        s(-9, -7), s(14, 6), s(23, 13), s(32, 20), s(32, 20), s(23, 13), s(14, 6), s(-9, -7),
        s(-7, -7), s(16, 6), s(25, 13), s(34, 20), s(34, 20), s(25, 13), s(16, 6), s(-7, -7),
        s(-18, -16), s(5, -3), s(14, 4), s(23, 11), s(23, 11), s(14, 4), s(5, -3), s(-18, -16),
        s(-39, -25), s(-16, -12), s(-7, -5), s(2, 2), s(2, 2), s(-7, -5), s(-16, -12), s(-39, -25),
        s(-60, -36), s(-37, -23), s(-28, -16), s(-19, -9), s(-19, -9), s(-28, -16), s(-37, -23), s(-60, -36),
    ];
    /// From a1 to h8 as its owner sees the board.
    Squares BISHOP_SQUARE = [
        s(-12, -6), s(-14, -4), s(-10, -2), s(-6, 0), s(-6, 0), s(-10, -2), s(-14, -4), s(-12, -6),
        s(-8, -4), s(2, -2), s(0, 0), s(4, 2), s(4, 2), s(0, 0), s(2, -2), s(-8, -4),
        s(-4, -2), s(0, 0), s(10, 2), s(8, 4), s(8, 4), s(10, 2), s(0, 0), s(-4, -2),
        s(0, 0), s(4, 2), s(8, 4), s(18, 6), s(18, 6), s(8, 4), s(4, 2), s(0, 0),
        s(0, 0), s(4, 2), s(8, 4), s(18, 6), s(18, 6), s(8, 4), s(4, 2), s(0, 0),
        s(-4, -2), s(0, 0), s(10, 2), s(8, 4), s(8, 4), s(10, 2), s(0, 0), s(-4, -2),
        s(-8, -4), s(2, -2), s(0, 0), s(4, 2), s(4, 2), s(0, 0), s(2, -2), s(-8, -4),
        s(-6, -6), s(-8, -4), s(-4, -2), s(0, 0), s(0, 0), s(-4, -2), s(-8, -4), s(-6, -6),
    ];
    /// From a1 to h8 as its owner sees the board.
    Squares ROOK_SQUARE = [
        s(-6, -4), s(-2, -4), s(3, -4), s(7, -4), s(7, -4), s(3, -4), s(-2, -4), s(-6, -4),
        s(-9, -4), s(-5, -4), s(0, -4), s(4, -4), s(4, -4), s(0, -4), s(-5, -4), s(-9, -4),
        s(-9, -3), s(-5, -3), s(0, -3), s(4, -3), s(4, -3), s(0, -3), s(-5, -3), s(-9, -3),
        s(-8, 0), s(-4, 0), s(1, 0), s(5, 0), s(5, 0), s(1, 0), s(-4, 0), s(-8, 0),
        s(-6, 2), s(-2, 2), s(3, 2), s(7, 2), s(7, 2), s(3, 2), s(-2, 2), s(-6, 2),
        s(-4, 4), s(0, 4), s(5, 4), s(9, 4), s(9, 4), s(5, 4), s(0, 4), s(-4, 4),
        s(0, 8), s(4, 8), s(9, 8), s(13, 8), s(13, 8), s(9, 8), s(4, 8), s(0, 8),
        s(-4, 4), s(0, 4), s(5, 4), s(9, 4), s(9, 4), s(5, 4), s(0, 4), s(-4, 4),
    ];
    /// From a1 to h8 as its owner sees the board.
    Squares QUEEN_SQUARE = [
        s(-5, -22), s(-4, -16), s(-2, -10), s(0, -4), s(0, -4), s(-2, -10), s(-4, -16), s(-5, -22),
        s(-4, -15), s(-2, -9), s(0, -3), s(1, 3), s(1, 3), s(0, -3), s(-2, -9), s(-4, -15),
        s(-2, -8), s(0, -2), s(1, 4), s(2, 10), s(2, 10), s(1, 4), s(0, -2), s(-2, -8),
        s(0, -1), s(1, 5), s(2, 11), s(4, 17), s(4, 17), s(2, 11), s(1, 5), s(0, -1),
        s(0, 0), s(1, 6), s(2, 12), s(4, 18), s(4, 18), s(2, 12), s(1, 6), s(0, 0),
        s(-5, -5), s(-4, 1), s(-2, 7), s(0, 13), s(0, 13), s(-2, 7), s(-4, 1), s(-5, -5),
        s(-6, -10), s(-5, -4), s(-4, 2), s(-2, 8), s(-2, 8), s(-4, 2), s(-5, -4), s(-6, -10),
        s(-8, -15), s(-6, -9), s(-5, -3), s(-4, 3), s(-4, 3), s(-5, -3), s(-6, -9), s(-8, -15),
    ];
    /// From a1 to h8 as its owner sees the board.
    Squares KING_SQUARE = [
        s(18, -36), s(26, -27), s(6, -18), s(-10, -9), s(-4, -9), s(-8, -18), s(30, -27), s(22, -36),
        s(4, -21), s(6, -12), s(-12, -3), s(-26, 6), s(-26, 6), s(-18, -3), s(4, -12), s(6, -21),
        s(-36, -12), s(-36, -3), s(-40, 6), s(-40, 15), s(-40, 15), s(-40, 6), s(-36, -3), s(-36, -12),
        s(-44, -3), s(-44, 6), s(-48, 15), s(-48, 24), s(-48, 24), s(-48, 15), s(-44, 6), s(-44, -3),
        s(-52, 1), s(-52, 10), s(-56, 19), s(-56, 28), s(-56, 28), s(-56, 19), s(-52, 10), s(-52, 1),
        s(-60, -8), s(-60, 1), s(-64, 10), s(-64, 19), s(-64, 19), s(-64, 10), s(-60, 1), s(-60, -8),
        s(-60, -21), s(-60, -12), s(-64, -3), s(-64, 6), s(-64, 6), s(-64, -3), s(-60, -12), s(-60, -21),
        s(-60, -30), s(-60, -21), s(-64, -12), s(-64, -3), s(-64, -3), s(-64, -12), s(-60, -21), s(-60, -30),
    ];
    /// For each wing on which castling is still allowed.
    Squares CASTLING_RIGHT = [s(10, 0)];
    /// By the number of squares it can go to.
    Mobility KNIGHT_MOBILITY = [
        s(-32, -32), s(-21, -21), s(-13, -13), s(-7, -7), s(-1, -1), s(4, 4), s(8, 8), s(13, 13),
        s(16, 16),
    ];
    /// By the number of squares it can go to.
    Mobility BISHOP_MOBILITY = [
        s(-38, -44), s(-27, -31), s(-19, -22), s(-13, -14), s(-7, -8), s(-2, -3), s(2, 3),
        s(6, 7), s(10, 12), s(14, 16), s(17, 20), s(21, 24), s(24, 27), s(27, 31),
    ];
    /// By the number of squares it can go to.
    Mobility ROOK_MOBILITY = [
        s(-26, -59), s(-19, -42), s(-14, -31), s(-10, -22), s(-6, -14), s(-3, -7), s(0, 0), s(3, 6),
        s(5, 12), s(7, 17), s(10, 22), s(12, 27), s(14, 32), s(16, 36), s(18, 40),
    ];
    /// By the number of squares it can go to.
    Mobility QUEEN_MOBILITY = [
        s(-25, -64), s(-20, -53), s(-17, -45), s(-15, -38), s(-12, -32), s(-10, -26), s(-8, -21),
        s(-6, -17), s(-5, -12), s(-3, -8), s(-1, -4), s(0, 0), s(1, 4), s(3, 7),
        s(4, 11), s(5, 14), s(7, 17), s(8, 20), s(9, 23), s(10, 26), s(11, 29),
        s(12, 32), s(13, 35), s(14, 37), s(15, 40), s(16, 43), s(17, 45), s(18, 48),
    ];
    /// A pawn with another of its own side ahead on the file.
    Pawns DOUBLED = [s(-8, -22)];
    /// Without neighbours: on a half-open file, and with an enemy pawn ahead.
    Pawns ISOLATED = [
        s(-16, -16), s(-6, -10),
    ];
    /// Left behind before a guarded square: on a half-open file, and opposed.
    Pawns BACKWARD = [
        s(-15, -14), s(-6, -8),
    ];
    /// Held by another pawn, by rank.
    Pawns DEFENDED_PAWN = [
        s(0, 0), s(0, 0), s(10, 6), s(9, 7), s(13, 12), s(30, 28), s(60, 60), s(0, 0),
    ];
    /// Beside another pawn, by rank.
    Pawns PHALANX = [
        s(0, 0), s(2, 0), s(6, 3), s(9, 7), s(20, 18), s(45, 45), s(80, 80), s(0, 0),
    ];
    /// Can become passed by exchanges, by rank.
    Pawns CANDIDATE = [
        s(0, 0), s(0, 4), s(0, 6), s(6, 14), s(16, 30), s(30, 45), s(0, 0), s(0, 0),
    ];
    /// By rank.
    Passed PASSED = [
        s(0, 0), s(-4, 10), s(-4, 14), s(0, 28), s(18, 46), s(48, 85), s(90, 130), s(0, 0),
    ];
    /// By our king's distance to the next square, times the ranks beyond the third.
    Passed PASSED_OUR_KING = [
        s(4, 10), s(4, 9), s(1, 5), s(0, 1), s(0, -2), s(0, -4), s(0, -5), s(0, -5),
    ];
    /// By their king's distance to the next square, times the ranks beyond the third.
    Passed PASSED_THEIR_KING = [
        s(-8, -14), s(-4, -10), s(-1, -4), s(0, 2), s(2, 6), s(3, 9), s(4, 10), s(4, 11),
    ];
    /// Nothing on the next square, by rank.
    Passed PASSED_FREE = [
        s(0, 0), s(0, 0), s(0, 0), s(2, 4), s(4, 10), s(8, 18), s(16, 28), s(0, 0),
    ];
    /// The next square is not attacked, by rank.
    Passed PASSED_STEP_SAFE = [
        s(0, 0), s(0, 0), s(0, 0), s(2, 4), s(4, 8), s(8, 16), s(16, 28), s(0, 0),
    ];
    /// No square up to the goal is attacked, by rank.
    Passed PASSED_PATH_SAFE = [
        s(0, 0), s(0, 0), s(0, 0), s(4, 8), s(8, 20), s(16, 40), s(40, 70), s(0, 0),
    ];
    /// We guard the next square, by rank.
    Passed PASSED_ESCORTED = [
        s(0, 0), s(0, 0), s(0, 0), s(2, 4), s(4, 8), s(8, 16), s(14, 24), s(0, 0),
    ];
    /// A rook behind it: ours, theirs.
    Passed PASSED_ROOK_BEHIND = [
        s(6, 14), s(-8, -14),
    ];
    /// A bare king comes too late.
    Passed PASSED_UNSTOPPABLE = [s(0, 400)];
    /// Held by a pawn where no enemy pawn can come: knight, bishop.
    Minors OUTPOST = [
        s(26, 16), s(18, 8),
    ];
    /// A knight can go to such a square.
    Minors OUTPOST_IN_REACH = [s(12, 6)];
    /// Sheltered by a pawn right ahead.
    Minors MINOR_BEHIND_PAWN = [s(8, 3)];
    /// For each step from the own king: knight, bishop.
    Minors KING_COMPANY = [
        s(-3, -2), s(-2, -1),
    ];
    /// For each own pawn on its colour, times one more than the blocked ones in the centre.
    Minors BAD_BISHOP = [s(-1, -3)];
    /// Sees both centre squares of a long diagonal past the pawns.
    Minors LONG_DIAGONAL = [s(14, 2)];
    /// No pawn on the file.
    Rooks ROOK_OPEN_FILE = [s(30, 8)];
    /// No own pawn on the file.
    Rooks ROOK_HALF_OPEN_FILE = [s(13, 8)];
    /// A rook or queen on the seventh while it has prey there or the king behind it.
    Rooks SEVENTH_RANK = [s(8, 20)];
    /// By how far the file is from the edge (four rows), and the rank of the first own pawn (first: none).
    Shelter SHELTER = [
        s(-16, 0), s(16, 0), s(10, 0), s(0, 0), s(-4, 0), s(-6, 0), s(-8, 0),
        s(-18, 0), s(18, 0), s(12, 0), s(0, 0), s(-5, 0), s(-7, 0), s(-9, 0),
        s(-14, 0), s(14, 0), s(9, 0), s(0, 0), s(-4, 0), s(-5, 0), s(-7, 0),
        s(-11, 0), s(11, 0), s(7, 0), s(0, 0), s(-3, 0), s(-4, 0), s(-6, 0),
    ];
    /// The first enemy pawn on the file, by rank.
    Shelter STORM = [
        s(0, 0), s(-6, 0), s(-24, 0), s(-16, 0), s(-7, 0), s(-2, 0), s(0, 0),
    ];
    /// The same, stopped by our pawn.
    Shelter STORM_BLOCKED = [
        s(0, 0), s(0, 0), s(-10, -4), s(-3, -4), s(0, -2), s(0, 0), s(0, 0),
    ];
    /// No own pawn on the king's file; no pawn at all.
    Shelter KING_ON_OPEN_FILE = [
        s(-10, 0), s(-20, 0),
    ];
    /// By units of attack.
    KingDanger KING_DANGER = [
        s(0, 0), s(-1, 0), s(-2, -1), s(-3, -2), s(-5, -2), s(-7, -2), s(-9, -3), s(-12, -4),
        s(-15, -4), s(-18, -4), s(-22, -5), s(-26, -6), s(-30, -6), s(-35, -6), s(-40, -7), s(-45, -8),
        s(-51, -8), s(-56, -8), s(-63, -9), s(-69, -10), s(-76, -10), s(-83, -10), s(-91, -11), s(-98, -12),
        s(-107, -12), s(-115, -12), s(-124, -13), s(-133, -14), s(-142, -14), s(-152, -14), s(-162, -15), s(-172, -16),
        s(-183, -16), s(-194, -16), s(-205, -17), s(-217, -18), s(-229, -18), s(-241, -18), s(-254, -19), s(-267, -20),
        s(-280, -20), s(-294, -20), s(-307, -21), s(-322, -22), s(-336, -22), s(-351, -22), s(-366, -23), s(-382, -24),
        s(-397, -24), s(-414, -24), s(-430, -25), s(-447, -26), s(-464, -26), s(-481, -26), s(-499, -27), s(-517, -28),
    ];
    /// Attacked by a safe pawn: pawn, knight, bishop, rook, queen.
    Threats THREAT_BY_PAWN = [
        s(0, 0), s(55, 40), s(55, 45), s(75, 40), s(65, 35),
    ];
    /// Attacked by a knight or bishop: pawn, knight, bishop, rook, queen.
    Threats THREAT_BY_MINOR = [
        s(2, 10), s(18, 18), s(20, 20), s(42, 36), s(38, 36),
    ];
    /// Attacked by a rook: pawn, knight, bishop, rook, queen.
    Threats THREAT_BY_ROOK = [
        s(0, 12), s(14, 20), s(14, 20), s(4, 12), s(36, 26),
    ];
    /// The king attacks something weak.
    Threats THREAT_BY_KING = [s(8, 30)];
    /// Attacked and not defended: pawn, knight, bishop, rook, queen.
    Threats HANGING = [
        s(8, 14), s(30, 24), s(30, 24), s(28, 18), s(20, 20),
    ];
    /// A safe step of a pawn would attack it.
    Threats PUSH_THREAT = [s(15, 12)];
    /// A safe step of a pawn would attack two pieces.
    Threats PUSH_FORK = [s(25, 20)];
    /// Pinned to the king: pawn, knight, bishop, rook, queen.
    Threats PINNED = [
        s(-3, -3), s(-16, -14), s(-12, -14), s(-14, -12), s(-30, -30),
    ];
    /// A bishop or rook aims at the queen through one piece.
    Threats QUEEN_SNIPED = [s(-16, -8)];
    /// For each safe square of the middle, shared by eight pieces.
    Space SPACE = [s(2, 0)];
    /// The last pawn will queen against the bare king.
    MopUp PAWN_WINS = [s(0, 350)];
    /// The enemy king is bare and can be mated.
    MopUp MOP_UP = [s(150, 150)];
    /// For each step of the bare king from the centre.
    MopUp MOP_UP_EDGE = [s(20, 20)];
    /// For each step of the kings towards each other.
    MopUp MOP_UP_KINGS = [s(10, 10)];
    /// Bishop and knight: for each diagonal between the king and the wrong corners.
    MopUp MOP_UP_CORNER = [s(30, 30)];
    /// The right to move.
    Tempo TEMPO = [s(18, 10)];
}
