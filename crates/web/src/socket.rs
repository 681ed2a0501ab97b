//! One open page: messages in, messages out, and the clock in between.

use crate::connections::PATIENCE;
use crate::server::House;
use crate::thinker::ThreadThinker;
use axum::extract::ws::{CloseFrame, Message, WebSocket, close_code};
use regence_board::messages::{Answer, Message as Told};
use regence_board::{Board, Event};
use std::future::{Future, poll_fn};
use std::pin::pin;
use std::sync::Arc;
use std::task::Poll;
use std::time::{Duration, Instant};
use tokio::sync::mpsc;

/// News that may wait for a page that is slow to read.
const NEWS: usize = 256;
/// A page that has said nothing for so long is asked whether it is there, and after some times taken for gone: its
/// place is for others.
const ASK_AFTER: Duration = Duration::from_secs(30);
const GONE_AFTER: Duration = Duration::from_secs(150);

enum Happening {
    Heard(Option<Result<Message, axum::Error>>),
    Learned(Option<Event>),
    Time,
}

/// Plays host to one page until it goes.
pub(crate) async fn serve(mut socket: WebSocket, house: Arc<House>) {
    let Some((_place, boards)) = house.open_board() else {
        refuse(&mut socket, house.most_boards()).await;
        return;
    };
    let (sender, mut events) = mpsc::channel(NEWS);
    let mut board = Board::new(ThreadThinker::new(
        house.turns.clone(),
        sender,
        house.tables.clone(),
    ));
    board.allow(house.power);
    talk(&mut socket, &mut board, &mut events, boards).await;
    // What was not heard goes first: the board's thread gives memory back last.
    drop(events);
    drop(board);
}

async fn talk(
    socket: &mut WebSocket,
    board: &mut Board<ThreadThinker>,
    events: &mut mpsc::Receiver<Event>,
    boards: usize,
) {
    let began = Instant::now();
    let greeting = board.greet(boards, began.elapsed());
    if !send(socket, greeting).await {
        return;
    }
    let (mut heard, mut asked) = (began, began);
    loop {
        let ask_at = asked + ASK_AFTER;
        let wakes_at = board
            .wakes_at()
            .map_or(ask_at, |time| ask_at.min(began + time));
        let happening = wait(socket, events, wakes_at).await;
        let now = Instant::now();
        if matches!(happening, Happening::Heard(_)) {
            (heard, asked) = (now, now);
        } else if now >= ask_at {
            let is_there = now - heard < GONE_AFTER && ask(socket).await;
            if !is_there {
                return;
            }
            asked = now;
        }
        let answers = match happening {
            Happening::Heard(None | Some(Err(_) | Ok(Message::Close(_)))) => return,
            Happening::Heard(Some(Ok(Message::Text(text)))) => {
                board.hear(text.as_str(), began.elapsed())
            }
            Happening::Heard(Some(Ok(Message::Binary(_)))) => {
                vec![Told::error("expected text with JSON, found binary data").into()]
            }
            Happening::Heard(Some(Ok(Message::Ping(_) | Message::Pong(_)))) => continue,
            Happening::Learned(Some(event)) => board.learn(event, began.elapsed()),
            Happening::Learned(None) => return,
            Happening::Time => board.tick(began.elapsed()),
        };
        if !send(socket, answers).await {
            return;
        }
    }
}

/// The next thing that happens. What the page says comes before what the engine found: a `stop` is heard at once.
async fn wait(
    socket: &mut WebSocket,
    events: &mut mpsc::Receiver<Event>,
    wakes_at: Instant,
) -> Happening {
    let mut heard = pin!(socket.recv());
    let mut learned = pin!(events.recv());
    let mut time = pin!(tokio::time::sleep_until(wakes_at.into()));
    poll_fn(|context| {
        if let Poll::Ready(message) = heard.as_mut().poll(context) {
            return Poll::Ready(Happening::Heard(message));
        }
        if let Poll::Ready(event) = learned.as_mut().poll(context) {
            return Poll::Ready(Happening::Learned(event));
        }
        time.as_mut().poll(context).map(|()| Happening::Time)
    })
    .await
}

/// Whether the page took all of them.
async fn send(socket: &mut WebSocket, answers: Vec<Answer>) -> bool {
    for answer in answers {
        let message = answer.to_json();
        match tokio::time::timeout(PATIENCE, socket.send(Message::Text(message.into()))).await {
            Ok(Ok(())) => {}
            Ok(Err(_)) | Err(_) => return false,
        }
    }
    true
}

/// Asks the browser whether the page is still there; it answers by itself.
async fn ask(socket: &mut WebSocket) -> bool {
    let ping = socket.send(Message::Ping(Vec::new().into()));
    matches!(tokio::time::timeout(PATIENCE, ping).await, Ok(Ok(())))
}

async fn refuse(socket: &mut WebSocket, most: usize) {
    let message =
        format!("{most} boards are open, the most that this server holds: close one and try again");
    let _ = send(socket, vec![Told::error(message).into()]).await;
    let frame = CloseFrame {
        code: close_code::AGAIN,
        reason: "too many boards".into(),
    };
    let _ = socket.send(Message::Close(Some(frame))).await;
}
