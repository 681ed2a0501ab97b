//! Régence in the browser: the server side.
//!
//! The page is told what to draw; rules, clocks and searches are here.
