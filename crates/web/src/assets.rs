//! The files of the page: those inside the program, or those of a folder while the page is being developed.

use std::borrow::Cow;
use std::path::{Component, Path, PathBuf};

include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// What is shown where no page was built in.
const MISSING: &str = include_str!("missing.html");

/// Where the page comes from.
#[derive(Clone, Debug, Default)]
pub struct Assets {
    folder: Option<PathBuf>,
}

/// A file as it is sent.
#[derive(Debug)]
pub struct Asset {
    pub bytes: Cow<'static, [u8]>,
    pub mime: &'static str,
    /// Its name changes with its content, so it may be kept for ever.
    pub is_lasting: bool,
}

impl Assets {
    pub fn new(folder: Option<PathBuf>) -> Assets {
        Assets { folder }
    }

    /// Whether there is a page.
    pub fn has_page(&self) -> bool {
        self.read("index.html").is_some()
    }

    /// The file behind a path of an address; `/` is the page itself.
    pub fn get(&self, path: &str) -> Option<Asset> {
        let name = path.trim_start_matches('/');
        let name = if name.is_empty() { "index.html" } else { name };
        let asset = |bytes| Asset {
            bytes,
            mime: mime(name),
            is_lasting: name.starts_with("assets/") && self.folder.is_none(),
        };
        match self.read(name) {
            Some(bytes) => Some(asset(bytes)),
            None if name == "index.html" => Some(asset(Cow::Borrowed(MISSING.as_bytes()))),
            None => None,
        }
    }

    fn read(&self, name: &str) -> Option<Cow<'static, [u8]>> {
        let Some(folder) = &self.folder else {
            let (_, bytes) = FILES.iter().find(|(file, _)| *file == name)?;
            return Some(Cow::Borrowed(bytes));
        };
        let is_plain = |component: Component<'_>| matches!(component, Component::Normal(_));
        if !Path::new(name).components().all(is_plain) {
            return None;
        }
        // No way out of the folder, by a link neither; and nothing that would block, as a pipe does.
        let (folder, file) = (folder.canonicalize().ok()?, folder.join(name));
        let file = file.canonicalize().ok()?;
        if !file.starts_with(&folder) || !file.is_file() {
            return None;
        }
        std::fs::read(file).ok().map(Cow::Owned)
    }
}

fn mime(name: &str) -> &'static str {
    match name.rsplit_once('.').map(|(_, end)| end) {
        Some("html") => "text/html; charset=utf-8",
        Some("js" | "mjs") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("ico") => "image/x-icon",
        Some("webp") => "image/webp",
        Some("json" | "map" | "webmanifest") => "application/json",
        Some("woff2") => "font/woff2",
        Some("mp3") => "audio/mpeg",
        Some("ogg") => "audio/ogg",
        Some("txt") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_root_is_always_a_page() {
        let asset = Assets::default().get("/").expect("a page");
        assert!(asset.mime.starts_with("text/html"));
        assert!(!asset.is_lasting);
        assert!(MISSING.contains("./run"));
    }

    #[test]
    fn nothing_outside_the_folder_is_read() {
        let assets = Assets::new(Some(PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src")));
        assert!(assets.get("/lib.rs").is_some());
        for path in [
            "/../Cargo.toml",
            "/./../Cargo.toml",
            "//etc/passwd",
            "/src/../../Cargo.toml",
            "/nothing",
        ] {
            assert!(assets.get(path).is_none(), "{path}");
        }
    }

    #[test]
    #[cfg(unix)]
    fn links_out_of_the_folder_are_not_followed() {
        use std::os::unix::fs::symlink;
        let root = std::env::temp_dir().join(format!("regence-page-{}", std::process::id()));
        let folder = root.join("page");
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(root.join("secret.txt"), "secret").unwrap();
        std::fs::write(folder.join("index.html"), "page").unwrap();
        symlink(root.join("secret.txt"), folder.join("link.txt")).unwrap();
        symlink(&root, folder.join("up")).unwrap();
        symlink(folder.join("index.html"), folder.join("same.html")).unwrap();
        let assets = Assets::new(Some(folder));
        assert!(assets.get("/link.txt").is_none());
        assert!(assets.get("/up/secret.txt").is_none());
        assert!(assets.get("/up").is_none());
        assert!(assets.get("/same.html").is_some());
        std::fs::remove_dir_all(&root).unwrap();
    }
}
