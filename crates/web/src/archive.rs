//! The games of the page's users, by HTTP.
//!
//! Where only this machine can call, all games belong to whoever sits at it. Where others can, each browser has its own: it
//! shows a cookie with a random name, which scripts can't read and other sites can't make it send.

use crate::server::{House, header_of, refusal};
use axum::body::Bytes;
use axum::extract::{Path as InPath, Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use regence_board::messages::{KeptGame, LONGEST_KEPT, StoredGame, Summary, list_to_json};
use regence_store::StoreError;
use regence_store::archive::{Archive, Entry};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

/// The largest game that is taken, as JSON.
pub const LONGEST_BODY: usize = LONGEST_KEPT;
/// Games that one owner may keep.
const MOST_GAMES: u64 = 10_000;
/// Bytes of the whole archive, where anybody may fill it.
const MOST_BYTES: u64 = 1 << 30;
/// Where the archive is in its folder.
const FILE: &str = "games.db";
const COOKIE: &str = "regence";
const COOKIE_BYTES: usize = 16;
/// A year, in seconds; the longest that browsers keep one is a little more.
const COOKIE_AGE: u32 = 365 * 24 * 3600;
const LONGEST_ID: usize = 64;

/// The archive of a server.
#[derive(Clone, Debug)]
pub(crate) struct Games {
    archive: Arc<Mutex<Archive>>,
    /// Others can call: games belong to browsers.
    is_shared: bool,
}

impl Games {
    pub fn open(folder: &Path, is_shared: bool) -> Result<Games, StoreError> {
        Ok(Games {
            archive: Arc::new(Mutex::new(Archive::open(&folder.join(FILE))?)),
            is_shared,
        })
    }

    /// Works at the archive, on a thread that may wait for the disk.
    async fn work<T: Send + 'static>(
        &self,
        job: impl FnOnce(&mut Archive) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, Failure> {
        let archive = self.archive.clone();
        let job = move || job(&mut archive.lock().unwrap_or_else(|e| e.into_inner()));
        match tokio::task::spawn_blocking(job).await {
            Ok(result) => result.map_err(Failure::Store),
            Err(_) => Err(Failure::Gone),
        }
    }
}

/// Why a game was not kept or given.
enum Failure {
    NoArchive,
    NoCookie,
    Stranger,
    Unknown,
    Bad(String),
    Full(String),
    Store(StoreError),
    Gone,
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        let (status, text) = match self {
            Failure::NoArchive => (
                StatusCode::SERVICE_UNAVAILABLE,
                "This server keeps no games: its folder could not be opened when it started.".into(),
            ),
            Failure::NoCookie => (
                StatusCode::UNAUTHORIZED,
                "This server keeps games for each browser by a cookie: allow it and load the page again.".into(),
            ),
            Failure::Stranger => return refusal(StatusCode::FORBIDDEN, STRANGER),
            Failure::Unknown => (StatusCode::NOT_FOUND, "There is no such game.".into()),
            Failure::Bad(text) => (StatusCode::BAD_REQUEST, text),
            Failure::Full(text) => (StatusCode::INSUFFICIENT_STORAGE, text),
            Failure::Store(StoreError::Full(path)) => (
                StatusCode::INSUFFICIENT_STORAGE,
                format!("the disk of {} is full", path.display()),
            ),
            Failure::Store(error) => (StatusCode::INTERNAL_SERVER_ERROR, error.to_string()),
            Failure::Gone => (
                StatusCode::INTERNAL_SERVER_ERROR,
                "the archive did not answer: restart the server".into(),
            ),
        };
        (status, format!("{text}\n")).into_response()
    }
}

const STRANGER: &str = "A page of another site may not use this server.\n";

/// Whose games a request is about, and the archive that has them.
fn owner_of(house: &House, headers: &HeaderMap) -> Result<(Games, String), Failure> {
    let (origin, host) = (
        header_of(headers, header::ORIGIN),
        header_of(headers, header::HOST),
    );
    if !house.guard().knows_origin(origin, host) {
        return Err(Failure::Stranger);
    }
    let games = house.games().ok_or(Failure::NoArchive)?.clone();
    let owner = match games.is_shared {
        false => String::new(),
        true => cookie_of(headers).ok_or(Failure::NoCookie)?,
    };
    Ok((games, owner))
}

/// The cookie of a browser, if it has the form that this server gives it.
fn cookie_of(headers: &HeaderMap) -> Option<String> {
    let texts = headers.get_all(header::COOKIE).iter();
    let pairs = texts.filter_map(|text| text.to_str().ok());
    let found = pairs
        .flat_map(|text| text.split(';'))
        .find_map(|pair| pair.trim().strip_prefix(COOKIE)?.strip_prefix('='))?;
    let is_ours = found.len() == 2 * COOKIE_BYTES && found.bytes().all(|b| b.is_ascii_hexdigit());
    is_ours.then(|| found.to_owned())
}

/// Gives a browser its cookie with the page, where games belong to browsers.
pub(crate) async fn give_cookie(
    State(house): State<Arc<House>>,
    request: Request,
    next: Next,
) -> Response {
    let is_page = matches!(request.uri().path(), "/" | "/index.html");
    let is_wanted = is_page
        && house.games().is_some_and(|games| games.is_shared)
        && cookie_of(request.headers()).is_none();
    let mut response = next.run(request).await;
    let mut random = [0; COOKIE_BYTES];
    if is_wanted && getrandom::fill(&mut random).is_ok() {
        let name: String = random.iter().map(|byte| format!("{byte:02x}")).collect();
        let text =
            format!("{COOKIE}={name}; Max-Age={COOKIE_AGE}; Path=/; HttpOnly; SameSite=Strict");
        if let Ok(value) = text.parse() {
            response.headers_mut().insert(header::SET_COOKIE, value);
        }
    }
    response
}

fn check_id(id: &str) -> Result<(), Failure> {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
    match (1..=LONGEST_ID).contains(&id.len()) && id.bytes().all(is_plain) {
        true => Ok(()),
        false => Err(Failure::Bad(format!(
            "a game is named by 1 to {LONGEST_ID} letters and digits"
        ))),
    }
}

fn json(text: String) -> Response {
    let headers = [
        (header::CONTENT_TYPE, "application/json"),
        (header::CACHE_CONTROL, "no-store"),
    ];
    (headers, text).into_response()
}

pub(crate) async fn list(State(house): State<Arc<House>>, headers: HeaderMap) -> Response {
    let listed = async {
        let (games, owner) = owner_of(&house, &headers)?;
        games.work(move |archive| archive.list(&owner)).await
    };
    match listed.await {
        Ok(listed) => {
            let line = |found: regence_store::archive::Listed| {
                Some(KeptGame {
                    id: found.id,
                    changed: found.changed,
                    summary: Summary::read(&found.summary)?,
                })
            };
            let lines: Vec<KeptGame> = listed.into_iter().filter_map(line).collect();
            json(list_to_json(&lines))
        }
        Err(failure) => failure.into_response(),
    }
}

pub(crate) async fn get(
    State(house): State<Arc<House>>,
    InPath(id): InPath<String>,
    headers: HeaderMap,
) -> Response {
    let found = async {
        check_id(&id)?;
        let (games, owner) = owner_of(&house, &headers)?;
        let found = games.work(move |archive| archive.get(&owner, &id)).await?;
        let entry = found.ok_or(Failure::Unknown)?;
        let summary = Summary::read(&entry.summary)
            .ok_or_else(|| Failure::Bad("the game was kept by another version".into()))?;
        Ok::<_, Failure>(StoredGame {
            summary,
            record: entry.record,
            game: entry.game,
            view: entry.view,
        })
    };
    match found.await {
        Ok(game) => json(game.to_json()),
        Err(failure) => failure.into_response(),
    }
}

pub(crate) async fn put(
    State(house): State<Arc<House>>,
    InPath(id): InPath<String>,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let done = async {
        check_id(&id)?;
        let (games, owner) = owner_of(&house, &headers)?;
        let text = std::str::from_utf8(&body)
            .map_err(|_| Failure::Bad("expected a game as JSON, found other bytes".into()))?;
        let game = StoredGame::read(text).map_err(Failure::Bad)?;
        let entry = Entry {
            id,
            changed: 0,
            summary: game.summary.to_json(),
            record: game.record,
            game: game.game,
            view: game.view,
        };
        let is_shared = games.is_shared;
        let is_full = games
            .work(move |archive| {
                let (count, bytes) = archive.size(&owner)?;
                if is_shared && bytes > MOST_BYTES {
                    return Ok(Some(
                        "this server has no room for more games: ask who runs it".into(),
                    ));
                }
                if count >= MOST_GAMES && archive.get(&owner, &entry.id)?.is_none() {
                    return Ok(Some(format!(
                        "{MOST_GAMES} games are kept, the most that there may be: delete some"
                    )));
                }
                archive.put(&owner, &entry).map(|()| None)
            })
            .await?;
        is_full.map_or(Ok(()), |text| Err(Failure::Full(text)))
    };
    finish(done.await)
}

pub(crate) async fn delete(
    State(house): State<Arc<House>>,
    InPath(id): InPath<String>,
    headers: HeaderMap,
) -> Response {
    let done = async {
        check_id(&id)?;
        let (games, owner) = owner_of(&house, &headers)?;
        let was_there = games
            .work(move |archive| archive.delete(&owner, &id))
            .await?;
        was_there.then_some(()).ok_or(Failure::Unknown)
    };
    finish(done.await)
}

pub(crate) async fn clear(State(house): State<Arc<House>>, headers: HeaderMap) -> Response {
    let done = async {
        let (games, owner) = owner_of(&house, &headers)?;
        games.work(move |archive| archive.clear(&owner)).await
    };
    finish(done.await.map(|_| ()))
}

fn finish(done: Result<(), Failure>) -> Response {
    match done {
        Ok(()) => StatusCode::NO_CONTENT.into_response(),
        Err(failure) => failure.into_response(),
    }
}

/// Where a user's programs keep their data on this system, and this program's folder in it.
pub fn data_folder() -> Option<PathBuf> {
    folder_in(std::env::consts::OS, |name| {
        std::env::var_os(name)
            .map(PathBuf::from)
            .filter(|path| path.is_absolute())
    })
}

fn folder_in(system: &str, variable: impl Fn(&str) -> Option<PathBuf>) -> Option<PathBuf> {
    match system {
        "windows" => variable("LOCALAPPDATA")
            .or_else(|| Some(variable("USERPROFILE")?.join("AppData").join("Local")))
            .map(|folder| folder.join("regence")),
        "macos" => variable("XDG_DATA_HOME")
            .or_else(|| {
                Some(
                    variable("HOME")?
                        .join("Library")
                        .join("Application Support"),
                )
            })
            .map(|folder| folder.join("regence")),
        _ => variable("XDG_DATA_HOME")
            .or_else(|| Some(variable("HOME")?.join(".local").join("share")))
            .map(|folder| folder.join("regence")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_system_has_its_folder() {
        let folder = |system: &str, set: &[(&str, &str)]| {
            let found = folder_in(system, |name| {
                let (_, value) = set.iter().find(|(known, _)| *known == name)?;
                Some(PathBuf::from(value))
            });
            found.map(|path| path.to_string_lossy().replace('\\', "/"))
        };
        let home = [("HOME", "/home/anna")];
        assert_eq!(
            folder("linux", &home).as_deref(),
            Some("/home/anna/.local/share/regence")
        );
        let both = [("HOME", "/home/anna"), ("XDG_DATA_HOME", "/data")];
        assert_eq!(folder("linux", &both).as_deref(), Some("/data/regence"));
        assert_eq!(
            folder("macos", &home).as_deref(),
            Some("/home/anna/Library/Application Support/regence")
        );
        assert_eq!(
            folder("windows", &[("LOCALAPPDATA", "/l")]).as_deref(),
            Some("/l/regence")
        );
        assert_eq!(folder("linux", &[]), None);
    }

    #[test]
    fn only_cookies_of_our_making_are_known() {
        let cookie = |text: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::COOKIE, text.parse().unwrap());
            cookie_of(&headers)
        };
        let name = "0123456789abcdef0123456789abcdef";
        assert_eq!(cookie(&format!("regence={name}")).as_deref(), Some(name));
        assert_eq!(
            cookie(&format!("a=b; regence={name}; c=d")).as_deref(),
            Some(name)
        );
        assert_eq!(cookie("regence="), None);
        assert_eq!(cookie("regence=short"), None);
        assert_eq!(cookie(&format!("xregence={name}")), None);
        assert_eq!(cookie(&format!("regence={}", "z".repeat(32))), None);
    }
}
