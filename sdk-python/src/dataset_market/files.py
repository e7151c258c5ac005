"""Finding, downloading and uploading files."""
from __future__ import annotations

import contextlib
import hashlib
import os
import re
import time
import urllib.error
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Callable, Iterator, List, Optional

from . import _http
from .errors import ConnectionFailed, DatasetMarketError, HashMismatch

if TYPE_CHECKING:
    from .client import Client

CHUNK_BYTES = 1 << 20
#: Attempts without a single new byte.
ATTEMPTS_MAX = 5

_endings = {"gzip": ".gz", "zstd": ".zst", "bzip2": ".bz2", "xz": ".xz", "zip": ".zip"}


@dataclass(frozen=True)
class Found:
    """A version's file. `address` gives a new signed URL, which is valid for a minute or an hour."""

    dataset_id: str
    version: int
    name: str
    format: Optional[str]
    sha256: Optional[str]
    byte_size: Optional[int]
    address: Callable[[], str]


def cache_dir() -> Path:
    given = os.environ.get("DATASET_MARKET_CACHE")
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(given) if given else Path(base) / "dataset-market"


def find_table(client: "Client", id: str, *, table: Optional[str], parquet: bool) -> Found:
    detail: Any = client.get_dataset(id)
    slug = re.sub(r"[^a-z0-9]+", "-", str(detail["title"]).lower()).strip("-")[:80] or "dataset"
    is_free = detail["capabilities"]["download"]
    purchase = None if is_free else _purchase_of(client, id, detail["version"])
    version = detail["version"] if purchase is None else purchase["dataset_version"]
    if parquet:
        copy = _copy_of(client, id, purchase, table)
        if copy is not None:
            ending = "" if table is None else "-" + re.sub(r"[^\w-]+", "_", table)
            name = f"{slug}{ending}.parquet"
            again = lambda: str(_copy_of(client, id, purchase, table)["address"])  # noqa: E731
            return Found(id, version, name, "parquet", copy["sha256"], copy["byte_size"], again)
        if table is not None:
            raise DatasetMarketError(f"The table {table!r} of {id} has no Parquet copy.")

    def file() -> Any:
        return (
            client.get_download_url(id)
            if purchase is None
            else client.get_purchase_download_url(purchase["id"])
        )

    found = file()
    kind = detail.get("format") if purchase is None else purchase.get("format")
    compression = detail.get("compression") if kind == detail.get("format") else None
    is_folder = found.get("manifest_sha256") is not None
    ending = ".zip" if is_folder else f".{kind or 'bin'}{_endings.get(compression or '', '')}"
    digest = None if is_folder else found.get("sha256")
    size = None if is_folder else found.get("byte_size")
    return Found(id, version, slug + ending, kind, digest, size, lambda: str(file()["download_url"]))


def _purchase_of(client: "Client", id: str, version: int) -> Any:
    bought = client.bought(id) if client._core.key else []
    if not bought:
        client.get_download_url(id)  # Raises what to do about it.
        raise DatasetMarketError(f"{id} cannot be downloaded.")
    return next((one for one in bought if one["dataset_version"] == version), bought[0])


def _copy_of(client: "Client", id: str, purchase: Any, table: Optional[str]) -> Any:
    copies: List[Any]
    if purchase is None:
        listed: Any = client.list_parquet(id)
        items = [one for one in listed["items"] if one["url"] is not None]
        copies = [{**one, "address": one["url"]} for one in items]
    else:
        signed: Any = client.get_purchase_download_url(purchase["id"])
        copies = [{**one, "address": one["download_url"]} for one in signed.get("parquet", [])]
    if table is None:
        default: List[Any] = [one for one in copies if one.get("is_default")]
        return (default or copies)[0] if copies else None
    named = [one for one in copies if one["table"] == table]
    return named[0] if named else None


def fetch(found: Found, to: Optional[Path]) -> Path:
    """The file's path once it is whole and its hash is right."""
    if to is None:
        folder = cache_dir() / found.dataset_id / f"v{found.version}"
        to = folder / found.name
        if to.exists():
            return to
    elif to.is_dir():
        to = to / found.name
    to.parent.mkdir(parents=True, exist_ok=True)
    if to.exists() and found.sha256 is not None and _hash_of(to) == found.sha256:
        return to
    part = to.with_name(f".{to.name}.{(found.sha256 or 'whole')[:12]}.part")
    with _locked(part) as file:
        if found.sha256 is None:
            file.truncate(0)
        _fill(file, found)
        file.flush()
        os.fsync(file.fileno())
        if found.sha256 is not None and _hash_of(part) != found.sha256:
            part.unlink()
            raise HashMismatch(f"{found.name} does not have the SHA-256 {found.sha256}.")
        os.replace(part, to)
    return to


def _fill(file: IO[bytes], found: Found) -> None:
    attempts = 0
    while True:
        have = file.seek(0, os.SEEK_END)
        if found.byte_size is not None and have >= found.byte_size:
            return
        try:
            with _http.open_url(found.address(), {"range": f"bytes={have}-"} if have else {}) as answer:
                if answer.status != 206:
                    file.truncate(0)
                    file.seek(0)
                for chunk in iter(lambda: answer.read(CHUNK_BYTES), b""):
                    file.write(chunk)
                    attempts = 0
            whole = found.byte_size is None or file.tell() >= found.byte_size
            if whole:
                return
            failure: Exception = EOFError("the connection ended early")
        except urllib.error.HTTPError as refused:
            if refused.code == 416:
                file.truncate(0)
            elif refused.code not in (403, 429, 500, 502, 503, 504):
                raise ConnectionFailed(f"The file store answers {refused.code}.") from refused
            failure = refused
        except _http.FAILURES as lost:
            if getattr(lost, "errno", None) == 28:  # The disk is full; the part stays.
                raise
            failure = lost
        attempts += 1
        if attempts >= ATTEMPTS_MAX:
            raise ConnectionFailed(f"{found.name} stopped at {file.tell()} bytes: {failure}") from failure
        time.sleep(0.2 * 2**attempts)


@contextlib.contextmanager
def _locked(path: Path) -> Iterator[IO[bytes]]:
    """One process at a time continues a part; the next one finds it finished or goes on."""
    while True:
        file = open(path, "ab+")
        try:
            import fcntl
        except ImportError:
            break
        fcntl.flock(file, fcntl.LOCK_EX)
        # The file under this name may have been moved to its place while we waited.
        if path.exists() and os.stat(path).st_ino == os.fstat(file.fileno()).st_ino:
            break
        file.close()
    with file:
        yield file


def _hash_of(path: Path) -> str:
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def upload_file(client: "Client", listing_id: str, path: Path, seconds_max: float) -> Any:
    asked: Any = client.issue_upload_urls(listing_id)
    full = asked["full"]
    size = path.stat().st_size
    for attempt in range(ATTEMPTS_MAX):
        try:
            with open(path, "rb") as file:
                headers = {"content-length": str(size), "content-type": "application/octet-stream"}
                _http.open_url(full["upload_url"], headers, file).close()
            break
        except urllib.error.HTTPError as refused:
            raise DatasetMarketError(f"The file store refuses the upload: {refused.code}.") from refused
        except _http.FAILURES as lost:
            if attempt + 1 == ATTEMPTS_MAX:
                raise ConnectionFailed(f"{path.name} cannot be uploaded: {lost}") from lost
            time.sleep(0.5 * 2**attempt)
    client.update_draft(listing_id, full_data_path=full["path"])
    return client.wait_for_profile(listing_id, seconds_max=seconds_max)
