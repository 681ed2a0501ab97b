//! The weights of the evaluation: pairs of centipawns for middlegame and endgame, the only numbers to tune.
//!
//! `regence-lab texel` writes this file anew. Names, terms and comments are kept, so edit those here.

use super::score::Score;
use super::table::{Group, Span, Term, s, weights};

weights! {
    /// Pawn, knight, bishop, rook, queen.
    Material PIECE_VALUE = [
        s(81, 125), s(315, 342), s(344, 353), s(457, 561), s(978, 998),
    ];
    /// Bishops on both colours.
    Material BISHOP_PAIR = [s(33, 41)];
    /// A knight, for each own pawn above five.
    Material KNIGHT_BY_PAWNS = [s(7, 9)];
    /// A rook, for each own pawn above five.
    Material ROOK_BY_PAWNS = [s(-3, -4)];
    /// From a1 to h8 as its owner sees the board.
    Squares PAWN_SQUARE = [
        s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0),
        s(-20, 0), s(-13, -18), s(-19, -2), s(-18, -4), s(-17, 4), s(-7, 2), s(4, -15), s(-15, -9),
        s(-10, -11), s(-15, -14), s(-9, -17), s(-7, -10), s(5, -2), s(-7, -5), s(4, -15), s(-8, -20),
        s(-15, -4), s(-18, -17), s(-4, -15), s(3, -14), s(11, -13), s(1, -19), s(-4, 6), s(-10, -12),
        s(-5, 8), s(-9, -5), s(-6, 6), s(9, -9), s(3, 2), s(9, -8), s(2, -7), s(-5, 9),
        s(0, 10), s(8, 16), s(-6, 10), s(15, 23), s(10, -1), s(5, 12), s(21, 10), s(13, 4),
        s(7, -1), s(20, 24), s(29, 23), s(24, 23), s(21, 8), s(16, 28), s(17, 23), s(14, 20),
        s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0),
    ];
    /// From a1 to h8 as its owner sees the board.
    Squares KNIGHT_SQUARE = [
        s(-39, -23), s(-14, -22), s(-5, -10), s(-7, 4), s(6, 14), s(-4, -10), s(-15, -23), s(-47, -40),
        s(-33, -21), s(10, -4), s(3, 11), s(-1, 3), s(3, -1), s(5, -10), s(-8, -6), s(-24, -17),
        s(-12, -15), s(6, 9), s(11, 12), s(22, 5), s(11, 13), s(13, 2), s(22, -6), s(-16, -11),
        s(7, 0), s(11, 11), s(27, 11), s(10, 31), s(32, 18), s(20, 18), s(24, 19), s(-1, -8),
        s(-5, -4), s(32, 12), s(17, 21), s(30, 26), s(24, 27), s(51, 22), s(19, 25), s(11, 2),
        s(-11, -9), s(4, -1), s(22, 14), s(41, 28), s(35, 19), s(22, 11), s(12, -9), s(-11, -9),
        s(-28, -20), s(-9, -10), s(12, 15), s(9, 16), s(12, 13), s(8, 10), s(-11, -1), s(-35, -18),
        s(-57, -28), s(-30, -12), s(-22, -10), s(-14, -6), s(-13, -2), s(-26, -12), s(-31, -19), s(-57, -34),
    ];
    /// From a1 to h8 as its owner sees the board.
    Squares BISHOP_SQUARE = [
        s(-19, -20), s(-5, -2), s(-5, -8), s(-3, -5), s(-2, 1), s(-20, -1), s(-20, -9), s(-19, -16),
        s(-11, -4), s(0, -16), s(14, -8), s(-1, 2), s(-4, 11), s(3, -19), s(-3, -7), s(-8, 6),
        s(-5, 7), s(2, 0), s(3, -8), s(2, 7), s(7, -2), s(5, -3), s(5, 13), s(3, -10),
        s(8, 3), s(15, 12), s(8, 3), s(2, -3), s(5, -1), s(7, 11), s(13, -13), s(-3, 0),
        s(-18, 0), s(0, 5), s(-6, 5), s(-3, -3), s(11, 8), s(3, 4), s(13, 20), s(5, -2),
        s(5, 9), s(2, 5), s(12, 3), s(14, 2), s(9, 5), s(14, 1), s(12, 4), s(5, 3),
        s(-7, 1), s(7, -2), s(2, 7), s(5, 0), s(0, 6), s(-5, -2), s(-1, -5), s(-7, -6),
        s(-11, -2), s(-8, -9), s(-2, 2), s(-4, 3), s(1, 4), s(-9, -8), s(-11, -4), s(-12, -10),
    ];
    /// From a1 to h8 as its owner sees the board.
    Squares ROOK_SQUARE = [
        s(-14, -2), s(-6, -14), s(-5, -6), s(12, -12), s(2, -9), s(10, -14), s(4, -12), s(-6, -15),
        s(-7, -19), s(-19, -10), s(-1, -9), s(-3, -14), s(10, -4), s(-3, 0), s(-5, -7), s(-9, -9),
        s(-22, -11), s(-14, -4), s(-5, -8), s(5, -9), s(-1, -7), s(-5, -5), s(-2, -3), s(-6, -18),
        s(-10, 16), s(-3, 16), s(2, 3), s(0, 5), s(2, 0), s(-1, 0), s(3, 8), s(-16, 7),
        s(-8, 10), s(-3, 12), s(9, 1), s(9, -1), s(11, 7), s(7, 3), s(0, 16), s(1, 6),
        s(-3, 9), s(-8, 11), s(4, 5), s(17, 3), s(14, 4), s(6, 6), s(1, 6), s(-2, 8),
        s(4, 7), s(1, 1), s(6, -1), s(7, -1), s(10, 3), s(4, 4), s(-2, 13), s(9, 9),
        s(-2, 0), s(6, 10), s(9, 4), s(7, 6), s(12, 4), s(8, 7), s(6, 11), s(-1, 0),
    ];
    /// From a1 to h8 as its owner sees the board.
    Squares QUEEN_SQUARE = [
        s(-18, -28), s(-25, -18), s(-2, -11), s(-3, -26), s(13, -9), s(-13, -14), s(3, -15), s(-5, -26),
        s(-3, -20), s(6, -14), s(-1, -10), s(-1, 6), s(4, -1), s(21, 1), s(14, -7), s(-2, -19),
        s(-5, -12), s(3, 2), s(1, 8), s(0, 15), s(4, 11), s(15, 4), s(16, -1), s(5, -7),
        s(-1, -5), s(5, 6), s(-1, 9), s(2, 25), s(0, 22), s(7, 18), s(4, 13), s(7, 3),
        s(11, 1), s(-8, 10), s(4, 13), s(6, 20), s(-2, 23), s(13, 18), s(19, 11), s(9, 9),
        s(-16, -8), s(6, 3), s(2, 10), s(1, 14), s(6, 12), s(-1, 8), s(-1, 5), s(1, 0),
        s(-17, -12), s(-6, -6), s(-2, -4), s(1, 4), s(-6, 5), s(-2, 2), s(-7, -7), s(4, -9),
        s(-14, -14), s(-3, -8), s(-8, -8), s(0, 7), s(-5, 3), s(-3, -2), s(2, -7), s(-7, -15),
    ];
    /// From a1 to h8 as its owner sees the board.
    Squares KING_SQUARE = [
        s(18, -24), s(30, -20), s(11, -18), s(-13, -5), s(-12, -7), s(-11, -20), s(25, -25), s(20, -39),
        s(15, -15), s(-8, -13), s(-9, -9), s(-30, -2), s(-17, 4), s(-12, -2), s(12, -16), s(7, -21),
        s(-37, -14), s(-29, -12), s(-42, -1), s(-42, 17), s(-35, 18), s(-38, 11), s(-28, 5), s(-35, -10),
        s(-44, -13), s(-43, 6), s(-55, 22), s(-46, 21), s(-52, 26), s(-46, 9), s(-46, 3), s(-40, -2),
        s(-53, -3), s(-54, 10), s(-58, 21), s(-63, 30), s(-63, 11), s(-58, 15), s(-53, 2), s(-55, -1),
        s(-58, -4), s(-60, -3), s(-64, 18), s(-67, 22), s(-66, 23), s(-67, 4), s(-59, 2), s(-63, -15),
        s(-60, -21), s(-61, -15), s(-64, -2), s(-62, 9), s(-63, 9), s(-62, 1), s(-60, -11), s(-61, -20),
        s(-60, -28), s(-59, -20), s(-62, -7), s(-63, -1), s(-61, -1), s(-63, -6), s(-59, -17), s(-62, -34),
    ];
    /// For each wing on which castling is still allowed.
    Squares CASTLING_RIGHT = [s(18, 0)];
    /// The king's steps to the nearest pawn.
    Squares KING_TO_PAWN = [s(8, -16)];
    /// By the number of squares it can go to.
    Mobility KNIGHT_MOBILITY = [
        s(-24, -22), s(-11, -41), s(-8, -19), s(-7, 2), s(-4, 22), s(-2, 19), s(5, 15), s(6, 22),
        s(8, 12),
    ];
    /// By the number of squares it can go to.
    Mobility BISHOP_MOBILITY = [
        s(-28, -48), s(-23, -37), s(-11, -23), s(-7, -15), s(-6, -7), s(-3, 10), s(0, 9),
        s(2, 26), s(5, 21), s(12, 26), s(16, 25), s(18, 22), s(22, 29), s(19, 13),
    ];
    /// By the number of squares it can go to.
    Mobility ROOK_MOBILITY = [
        s(-31, -62), s(-14, -55), s(-11, -38), s(-7, -21), s(-6, -10), s(-3, 5), s(-6, 9), s(-1, 9),
        s(2, 16), s(4, 26), s(8, 30), s(10, 30), s(19, 29), s(7, 39), s(18, 36),
    ];
    /// By the number of squares it can go to.
    Mobility QUEEN_MOBILITY = [
        s(-25, -64), s(-7, -49), s(-16, -47), s(-7, -39), s(-9, -31), s(-10, -30), s(-9, -23),
        s(-8, -22), s(-6, -14), s(-7, -4), s(-1, -2), s(1, 9), s(1, 10), s(-1, 14),
        s(9, 15), s(5, 29), s(8, 27), s(14, 31), s(8, 27), s(13, 27), s(11, 30),
        s(8, 19), s(12, 30), s(7, 20), s(12, 36), s(11, 34), s(17, 44), s(16, 45),
    ];
    /// A pawn with another of its own side ahead on the file.
    Pawns DOUBLED = [s(-11, -18)];
    /// Without neighbours: on a half-open file, and with an enemy pawn ahead.
    Pawns ISOLATED = [
        s(-2, -15), s(4, -4),
    ];
    /// Left behind before a guarded square: on a half-open file, and opposed.
    Pawns BACKWARD = [
        s(-11, -17), s(-3, -8),
    ];
    /// Held by another pawn, by rank.
    Pawns DEFENDED_PAWN = [
        s(0, 0), s(0, 0), s(11, 18), s(7, 9), s(27, 26), s(39, 36), s(59, 62), s(0, 0),
    ];
    /// Beside another pawn, by rank.
    Pawns PHALANX = [
        s(0, 0), s(3, 5), s(5, 3), s(9, 5), s(25, 14), s(45, 45), s(77, 77), s(0, 0),
    ];
    /// Can become passed by exchanges, by rank.
    Pawns CANDIDATE = [
        s(0, 0), s(3, 10), s(0, 2), s(-4, 21), s(6, 18), s(24, 41), s(0, 0), s(0, 0),
    ];
    /// A group of pawns on neighbouring files.
    Pawns PAWN_ISLAND = [s(-10, -1)];
    /// Stopped by an enemy pawn: on the fifth rank, on the sixth.
    Pawns BLOCKED_PAWN = [
        s(-4, -10), s(1, 30),
    ];
    /// By rank.
    Passed PASSED = [
        s(0, 0), s(-8, 22), s(-5, 21), s(3, 30), s(22, 50), s(37, 89), s(91, 134), s(0, 0),
    ];
    /// With another passed pawn on a neighbouring file, by rank.
    Passed PASSED_CONNECTED = [
        s(0, 0), s(4, -8), s(-3, -6), s(-6, 1), s(5, 6), s(12, 28), s(15, 23), s(0, 0),
    ];
    /// By our king's distance to the next square, times the ranks beyond the third.
    Passed PASSED_OUR_KING = [
        s(4, 26), s(3, 35), s(-9, 15), s(3, -1), s(-6, -4), s(0, -10), s(2, -7), s(-5, -8),
    ];
    /// By their king's distance to the next square, times the ranks beyond the third.
    Passed PASSED_THEIR_KING = [
        s(-15, -20), s(-5, -17), s(5, -10), s(-2, 4), s(-5, 20), s(3, 26), s(3, 25), s(2, 19),
    ];
    /// Nothing on the next square, by rank.
    Passed PASSED_FREE = [
        s(0, 0), s(0, 0), s(0, 0), s(3, -3), s(-6, 5), s(1, 8), s(25, 34), s(0, 0),
    ];
    /// The next square is not attacked, by rank.
    Passed PASSED_STEP_SAFE = [
        s(0, 0), s(0, 0), s(0, 0), s(12, 8), s(9, 8), s(13, 23), s(16, 28), s(0, 0),
    ];
    /// No square up to the goal is attacked, by rank.
    Passed PASSED_PATH_SAFE = [
        s(0, 0), s(0, 0), s(0, 0), s(1, 24), s(7, 29), s(18, 53), s(39, 71), s(0, 0),
    ];
    /// We guard the next square, by rank.
    Passed PASSED_ESCORTED = [
        s(0, 0), s(0, 0), s(0, 0), s(2, 11), s(12, 18), s(21, 20), s(17, 42), s(0, 0),
    ];
    /// A rook behind it: ours, theirs.
    Passed PASSED_ROOK_BEHIND = [
        s(16, 17), s(-11, -37),
    ];
    /// A bare king comes too late.
    Passed PASSED_UNSTOPPABLE = [s(0, 390)];
    /// Held by a pawn where no enemy pawn can come: knight, bishop.
    Minors OUTPOST = [
        s(23, 8), s(17, 21),
    ];
    /// A knight can go to such a square.
    Minors OUTPOST_IN_REACH = [s(19, 10)];
    /// Sheltered by a pawn right ahead.
    Minors MINOR_BEHIND_PAWN = [s(1, 16)];
    /// For each step from the own king: knight, bishop.
    Minors KING_COMPANY = [
        s(-2, -2), s(-2, 0),
    ];
    /// For each own pawn on its colour, times one more than the blocked ones in the centre.
    Minors BAD_BISHOP = [s(-1, -1)];
    /// Sees both centre squares of a long diagonal past the pawns.
    Minors LONG_DIAGONAL = [s(11, 1)];
    /// Would see the squares around the enemy king if pieces moved on.
    Minors BISHOP_AIMS_AT_KING = [s(10, 12)];
    /// No pawn on the file.
    Rooks ROOK_OPEN_FILE = [s(25, 11)];
    /// No own pawn on the file.
    Rooks ROOK_HALF_OPEN_FILE = [s(14, 6)];
    /// A rook or queen on the seventh while it has prey there or the king behind it.
    Rooks SEVENTH_RANK = [s(4, 23)];
    /// Shut in by its own king.
    Rooks ROOK_SHUT_IN = [s(0, -16)];
    /// A queen in the enemy's half where no pawn can chase it.
    Rooks QUEEN_DEEP = [s(6, 22)];
    /// By how far the file is from the edge (four rows), and the rank of the first own pawn (first: none).
    Shelter SHELTER = [
        s(-18, 17), s(20, -21), s(15, -6), s(3, 1), s(-6, 4), s(-1, -9), s(-7, 3),
        s(-15, 7), s(21, -4), s(18, -8), s(-2, -12), s(-9, 4), s(5, 8), s(-7, 4),
        s(-9, -2), s(22, -8), s(9, 2), s(-7, 2), s(-10, -9), s(-11, 6), s(-3, 11),
        s(-10, 3), s(7, -1), s(5, -4), s(-8, 2), s(-6, -1), s(-19, 9), s(-7, 3),
    ];
    /// The first enemy pawn on the file, by rank.
    Shelter STORM = [
        s(0, 0), s(5, 15), s(-24, 20), s(-12, 5), s(-8, -3), s(6, -1), s(3, -3),
    ];
    /// The same, stopped by our pawn.
    Shelter STORM_BLOCKED = [
        s(0, 0), s(0, 0), s(-24, -10), s(-7, -9), s(12, -13), s(6, -11), s(-3, 14),
    ];
    /// No own pawn on the king's file; no pawn at all.
    Shelter KING_ON_OPEN_FILE = [
        s(-4, 3), s(-31, -4),
    ];
    /// By units of attack.
    KingDanger KING_DANGER = [
        s(0, 7), s(4, 8), s(3, -3), s(4, 8), s(-4, -8), s(-6, 4), s(-11, -3), s(-8, -4),
        s(-15, -2), s(-14, -4), s(-20, -6), s(-23, -9), s(-31, -2), s(-35, -2), s(-42, -5), s(-44, -4),
        s(-54, -2), s(-58, -8), s(-72, -11), s(-75, -3), s(-76, -16), s(-84, -6), s(-98, -13), s(-106, -17),
        s(-111, -16), s(-120, -19), s(-127, -16), s(-130, -17), s(-144, -16), s(-152, -13), s(-164, -14), s(-173, -16),
        s(-183, -17), s(-195, -16), s(-205, -18), s(-218, -18), s(-229, -18), s(-241, -18), s(-253, -18), s(-267, -20),
        s(-278, -19), s(-294, -20), s(-307, -21), s(-322, -22), s(-335, -22), s(-351, -22), s(-366, -23), s(-382, -24),
        s(-397, -24), s(-414, -24), s(-430, -25), s(-447, -26), s(-464, -26), s(-481, -26), s(-499, -27), s(-517, -28),
    ];
    /// Attacked by a safe pawn: pawn, knight, bishop, rook, queen.
    Threats THREAT_BY_PAWN = [
        s(0, 0), s(54, 36), s(53, 53), s(77, 41), s(59, 33),
    ];
    /// Attacked by a knight or bishop: pawn, knight, bishop, rook, queen.
    Threats THREAT_BY_MINOR = [
        s(5, 23), s(9, 31), s(17, 33), s(44, 33), s(42, 34),
    ];
    /// Attacked by a rook: pawn, knight, bishop, rook, queen.
    Threats THREAT_BY_ROOK = [
        s(2, 21), s(21, 17), s(21, 11), s(3, 11), s(39, 29),
    ];
    /// The king attacks something weak.
    Threats THREAT_BY_KING = [s(14, 21)];
    /// Attacked and not defended: pawn, knight, bishop, rook, queen.
    Threats HANGING = [
        s(17, 30), s(23, 17), s(23, 19), s(19, 5), s(6, 16),
    ];
    /// Weak, and held by nothing but the queen.
    Threats HELD_BY_QUEEN = [s(6, 8)];
    /// Could safely attack the queen next: knight, slider.
    Threats QUEEN_HUNT = [
        s(9, -14), s(15, -5),
    ];
    /// A safe step of a pawn would attack it.
    Threats PUSH_THREAT = [s(18, 5)];
    /// A safe step of a pawn would attack two pieces.
    Threats PUSH_FORK = [s(15, 19)];
    /// Pinned to the king: pawn, knight, bishop, rook, queen.
    Threats PINNED = [
        s(-1, 0), s(8, -2), s(3, 6), s(-2, -2), s(-23, -25),
    ];
    /// A bishop or rook aims at the queen through one piece.
    Threats QUEEN_SNIPED = [s(-17, -11)];
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
    Tempo TEMPO = [s(19, 12)];
}
