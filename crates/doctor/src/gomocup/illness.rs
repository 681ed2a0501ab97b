//! What a program for Gomoku can suffer from.

use crate::finding::{Illness, Severity};

macro_rules! illnesses {
    ($($name:ident $severity:ident $id:literal $title:literal $cause:literal $cure:literal)*) => {
        $(pub static $name: Illness = Illness {
            id: $id,
            severity: Severity::$severity,
            title: $title,
            cause: $cause,
            cure: $cure,
        };)*
    };
}

illnesses! {
    NO_GOMOCUP Fault "no-gomocup" "Does not speak the protocol of Gomocup"
        "ABOUT or START is not answered: another protocol is spoken, or the output is not flushed."
        "Answer ABOUT with name=\"…\", version=\"…\" and START 15 with OK, each in a line of its own, and flush the output."
    BAD_ABOUT Note "bad-about" "Says of itself what managers cannot read"
        "The answer to ABOUT is not a list of words and texts in quotation marks."
        "Answer name=\"…\", version=\"…\", author=\"…\", country=\"…\"."
    BROKE_OFF Fault "broke-off" "Died, fell silent or refused in the middle of a game"
        "A position or an answer that was not expected; the last words are below."
        "Send the lines below again and look where the program is."
    ILLEGAL_MOVE Fault "illegal-move" "Plays a move that is not legal"
        "The point is taken, lies outside of the board, or is forbidden by the rule; the board inside is not the one outside."
        "Keep the board with every TURN, BOARD and TAKEBACK, and look at it before answering."
    BAD_LINES Suspicion "bad-lines" "Prints lines that do not follow the protocol"
        "Something else than a move, MESSAGE, DEBUG, ERROR or UNKNOWN is printed."
        "Put MESSAGE or DEBUG in front of what is told to people."
    MISSED_FIVE Fault "missed-five" "Does not make the five that wins at once"
        "Fives of one direction or with a gap are not seen, or another move is searched first and believed."
        "Before any search: is there a five to be made?"
    MISSED_BLOCK Fault "missed-block" "Does not stop the opponent's four"
        "Fours of one direction or with a gap are not seen."
        "Before any search, after own fives: is there a five of the opponent to be stopped?"
    MISSED_FOUR Fault "missed-four" "Overlooks an open three"
        "An open three, which becomes an open four that nobody can stop, is not made or not stopped: the search is too narrow or \
         the pattern is not known."
        "Search the points beside own and opposing threes first."
    MISSED_WIN Suspicion "missed-win" "Overlooks a win by fours"
        "Two fours by one stone, or a row of fours, are not searched to their end."
        "Add a search that plays fours only (VCF) and use it at the root."
    FALSE_WIN Suspicion "false-win" "Takes for a win what is none by the rule"
        "INFO rule is not read, or the rule is not known: six in a row by the standard rule, a five that is closed at both ends \
         by Caro."
        "Read INFO rule (0 freestyle, 1 standard, 4 Renju, 8 Caro) and count the row, and what closes it, where the rule asks for it."
    FORBIDDEN_MOVE Suspicion "forbidden-move" "Plays a forbidden point of Renju"
        "INFO rule 4 is not read, or double threes, double fours and overlines of the first player are not known."
        "Answer no forbidden point as the first player, or say ERROR to START where the rule is not supported."
    TIME_OVERRUN Fault "time-overrun" "Takes more time than it was given"
        "The clock is looked at too seldom, or INFO timeout_turn, timeout_match or time_left is not read."
        "Stop at the smaller of timeout_turn and a share of time_left, with a reserve for the way to the manager."
    MEMORY_OVERRUN Fault "memory-overrun" "Holds more memory than it was allowed"
        "INFO max_memory is not read, and tables have a size of their own."
        "Size the tables by max_memory; 0 is without limit."
    GARBAGE_CRASH Fault "garbage-crash" "Dies of a word that it does not understand"
        "An argument is taken for granted, or a word that is not known."
        "Answer UNKNOWN or ERROR and go on."
    STATE_LOST Fault "state-lost" "Remembers stones of the game before"
        "START does not clear the board."
        "Begin with an empty board at START, RESTART and BOARD."
    NO_EXIT Fault "no-exit" "Goes on after END, or after the end of its input"
        "END is not read, or nothing to read is taken for an empty line."
        "Leave at END and at the end of the input."
}
