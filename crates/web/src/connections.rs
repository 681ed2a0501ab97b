//! Connections that are not boards yet: how many there may be, and how long each may take.
//!
//! A client that does not finish its request, or does not read its answer, is dropped after [`PATIENCE`]. Where all
//! places are taken, a newcomer gets the place of the oldest connection of the address that holds the most: who floods
//! the server pushes out itself, and everybody else is served. A connection that becomes a board gives its place back;
//! boards are counted by themselves.

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::future::Future;
use std::io;
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard};
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::AbortHandle;
use tokio::time::Sleep;

/// Connections without a board that may be open at once. With [`crate::MAX_BOARDS`] this stays far below the 1024
/// files that a process may have open on most systems.
pub const MAX_CONNECTIONS: usize = 256;
/// How long a client may take for the head of a request, and for taking any part of an answer.
pub const PATIENCE: Duration = Duration::from_secs(10);
/// The longest head of a request; browsers send one or two kilobytes.
const LONGEST_HEAD: usize = 16 * 1024;
/// How long no connection is accepted after the system refused one.
const PAUSE: Duration = Duration::from_millis(20);

/// The connections that are open and not boards, oldest first.
#[derive(Debug)]
struct Places {
    open: Mutex<Vec<Place>>,
    most: usize,
}

#[derive(Debug)]
struct Place {
    number: u64,
    from: IpAddr,
    task: AbortHandle,
}

impl Places {
    fn lock(&self) -> MutexGuard<'_, Vec<Place>> {
        self.open.lock().unwrap_or_else(|e| e.into_inner())
    }

    /// Takes a place for a new connection, from another one if need be.
    fn take(&self, place: Place) {
        let mut open = self.lock();
        if open.len() >= self.most
            && let Some(index) = crowded_out(open.iter().map(|place| place.from))
        {
            open.remove(index).task.abort();
        }
        open.push(place);
    }

    /// Drops a connection because the system has no room for more.
    fn give_up_one(&self) {
        let mut open = self.lock();
        if let Some(index) = crowded_out(open.iter().map(|place| place.from)) {
            open.remove(index).task.abort();
        }
    }
}

/// Which connection has to go: the oldest one of the address that holds the most.
fn crowded_out(from: impl Iterator<Item = IpAddr> + Clone) -> Option<usize> {
    let held = |address: IpAddr| from.clone().filter(|&other| other == address).count();
    let mut most = (0, None);
    for (index, address) in from.clone().enumerate() {
        let held = held(address);
        if held > most.0 {
            most = (held, Some(index));
        }
    }
    most.1
}

/// Gives a place back when its connection ends or becomes a board.
struct Leave {
    places: Arc<Places>,
    number: u64,
}

impl Drop for Leave {
    fn drop(&mut self) {
        self.places
            .lock()
            .retain(|place| place.number != self.number);
    }
}

/// Accepts connections for ever.
pub(crate) async fn serve(
    listener: TcpListener,
    router: Router,
    most: usize,
    patience: Duration,
) -> io::Result<()> {
    let places = Arc::new(Places {
        open: Mutex::new(Vec::new()),
        most: most.max(1),
    });
    let mut number = 0;
    loop {
        let (stream, address) = match listener.accept().await {
            Ok(accepted) => accepted,
            Err(_) => {
                // The client has gone again, or the system has no file left for it.
                places.give_up_one();
                tokio::time::sleep(PAUSE).await;
                continue;
            }
        };
        number += 1;
        let leave = Leave {
            places: places.clone(),
            number,
        };
        let task = tokio::spawn(answer(stream, router.clone(), patience, leave));
        // The runtime has one thread: the task can't have ended before it has its place.
        places.take(Place {
            number,
            from: address.ip(),
            task: task.abort_handle(),
        });
    }
}

/// Answers the requests of one connection until it ends or becomes a board.
async fn answer(stream: TcpStream, router: Router, patience: Duration, _leave: Leave) {
    // Messages are small and people wait for them.
    let _ = stream.set_nodelay(true);
    let stream = Impatient {
        stream,
        patience,
        stalled: None,
    };
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(patience)
        .max_buf_size(LONGEST_HEAD)
        .serve_connection(TokioIo::new(stream), TowerToHyperService::new(router))
        .with_upgrades();
    // A connection that breaks has nobody left to be told.
    let _ = connection.await;
}

/// A stream that fails when the other side takes nothing for too long.
struct Impatient {
    stream: TcpStream,
    patience: Duration,
    stalled: Option<Pin<Box<Sleep>>>,
}

impl Impatient {
    fn watch<T>(
        &mut self,
        polled: Poll<io::Result<T>>,
        context: &mut Context<'_>,
    ) -> Poll<io::Result<T>> {
        if polled.is_ready() {
            self.stalled = None;
            return polled;
        }
        let patience = self.patience;
        let stalled = self
            .stalled
            .get_or_insert_with(|| Box::pin(tokio::time::sleep(patience)));
        stalled
            .as_mut()
            .poll(context)
            .map(|()| Err(io::ErrorKind::TimedOut.into()))
    }
}

impl AsyncRead for Impatient {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for Impatient {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let polled = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.watch(polled, context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let polled = Pin::new(&mut self.stream).poll_write_vectored(context, slices);
        self.watch(polled, context)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_address_with_the_most_connections_loses_its_oldest() {
        let address = |last| IpAddr::from([10, 0, 0, last]);
        let from = |lasts: &[u8]| crowded_out(lasts.iter().map(|&last| address(last)));
        assert_eq!(from(&[]), None);
        assert_eq!(from(&[1]), Some(0));
        assert_eq!(from(&[1, 2, 2]), Some(1));
        assert_eq!(from(&[2, 1, 1, 2, 1]), Some(1));
        assert_eq!(from(&[3, 3, 4, 4]), Some(0));
    }
}
