const DOWNLOAD_NAME_LENGTH_MAX = 200;

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it removes.
const UNSAFE = /[\u0000-\u001f\u007f-\u009f"\\/:*?<>|%\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/**
 * A Content-Disposition header that saves the body under `downloadName` (RFC 6266: an ASCII
 * `filename` for old clients and a UTF-8 `filename*` for others). Path separators, quotes, control
 * and bidirectional characters become `_`.
 */
export function attachmentDisposition(downloadName: string): string {
  const name = safeName(downloadName);
  const ascii = name.replace(/[^\x20-\x7e]/gu, "_");
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encodeExtended(name)}`;
}

function safeName(downloadName: string): string {
  const characters = [...downloadName.toWellFormed().normalize("NFC").replace(UNSAFE, "_")];
  const name = characters.slice(0, DOWNLOAD_NAME_LENGTH_MAX).join("").trim();
  return name === "" || /^\.+$/.test(name) ? "download" : name;
}

/** Percent-encodes everything outside RFC 8187's `attr-char`. */
function encodeExtended(text: string): string {
  return encodeURIComponent(text).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
