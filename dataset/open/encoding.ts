import { isUtf8 } from "node:buffer";
import iconv from "iconv-lite";
import { guessLegacyEncoding } from "./guess-encoding.ts";

/** How the bytes of a text file become UTF-8 with line feeds. */
export type TextEncoding = {
  /** Name for display, such as `utf-8` or `windows-1252`. */
  name: string;
  /** Length of the byte order mark, which is skipped. */
  bomBytes: number;
  /** True if lines end in a lone carriage return, except for a few edited ones. */
  carriageReturnOnly: boolean;
  /** True if nothing in the file states the encoding and it could be another one. */
  guessed?: boolean;
};

/** Bytes that are enough to recognise an encoding. */
export const HEAD_BYTES_MAX = 64 * 1024;

function withoutCutCharacter(head: Buffer, whole: boolean): Buffer {
  if (whole) return head;
  let end = head.length;
  for (let back = 1; back <= 4 && end - back >= 0; back++) {
    const byte = head[end - back] ?? 0;
    if (byte >= 0xc0) {
      end -= back;
      break;
    }
    if (byte < 0x80) break;
  }
  return head.subarray(0, end);
}

function utf16ByNulParity(head: Buffer): "utf-16le" | "utf-16be" | null {
  const pairs = Math.floor(head.length / 2);
  let even = 0;
  let odd = 0;
  for (let i = 0; i < pairs * 2; i += 2) {
    if (head[i] === 0) even++;
    if (head[i + 1] === 0) odd++;
  }
  if (odd > pairs * 0.4 && even < pairs * 0.05) return "utf-16le";
  if (even > pairs * 0.4 && odd < pairs * 0.05) return "utf-16be";
  return null;
}

/** Tab, line ends, form feed, the escape for colours in logs, and RFC 7464's separator. */
const textControls: ReadonlySet<number> = new Set([9, 10, 12, 13, 27, 30]);
const utf16ScriptBytesMin = 32;
/** Unassigned and private characters, lone surrogates, and controls except tabs and line ends. */
const noText = /[\p{Cn}\p{Co}\p{Cs}\ufffd]|[^\P{Cc}\t\n\r]/u;

/**
 * Detects UTF-16 of non-Latin scripts, in which only line ends, blanks and digits have zero bytes.
 */
function utf16ByDecoding(head: Buffer): "utf-16le" | "utf-16be" | null {
  if (head.length < utf16ScriptBytesMin || !head.includes(0)) return null;
  const zeros = [0, 0];
  for (const [i, byte] of head.entries()) if (byte === 0) zeros[i % 2] = (zeros[i % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  if ((even === 0) === (odd === 0)) return null;
  const name = even === 0 ? "utf-16le" : "utf-16be";
  const text = iconv.decode(head.subarray(0, head.length - (head.length % 2)), name);
  // The last character may be a surrogate that the head cut off.
  const isText = text.includes("\n") && !noText.test(text.slice(0, -1));
  return isText ? name : null;
}

/**
 * Control characters that some programs write between cells: Hive's SOH, and the unit separator.
 */
const separatorControls = [1, 31];
const separatedShareMin = 0.9;

/** The control character that occurs in nearly all lines, or -1. */
function separatorControl(head: Buffer): number {
  const used = separatorControls.find((byte) => head.includes(byte));
  if (used === undefined) return -1;
  const lines = head.toString("latin1").split("\n").slice(0, -1);
  const divided = lines.filter((line) => line.includes(String.fromCharCode(used))).length;
  return lines.length > 1 && divided >= lines.length * separatedShareMin ? used : -1;
}

/** Whether bytes contain more control characters than text does. */
export function hasControlBytes(head: Buffer): boolean {
  const separator = separatorControl(head);
  let control = 0;
  // An index loop, because an iterator would cost more than the comparison.
  for (let at = 0; at < head.length; at++) {
    const byte = head[at] as number;
    if (byte >= 32) continue;
    if (byte === 0) return true;
    if (byte !== separator && !textControls.has(byte)) control++;
  }
  return control > 4 + head.length / 50;
}

/** The encoding of a text file by its head, or null if the bytes are not text. */
export async function detectEncoding(head: Buffer, whole: boolean): Promise<TextEncoding | null> {
  const named = (name: string, bomBytes: number): TextEncoding => ({
    name,
    bomBytes,
    carriageReturnOnly: false,
  });
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return named("utf-8", 3);
  if (head[0] === 0xff && head[1] === 0xfe) return named("utf-16le", 2);
  if (head[0] === 0xfe && head[1] === 0xff) return named("utf-16be", 2);
  const utf16 = utf16ByNulParity(head) ?? utf16ByDecoding(head);
  if (utf16) return named(utf16, 0);
  if (hasControlBytes(head)) return null;
  if (isUtf8(withoutCutCharacter(head, whole))) return named("utf-8", 0);
  const legacy = await guessLegacyEncoding(head);
  return legacy ? { ...named(legacy, 0), guessed: true } : null;
}

/** The head without a character that its end cuts. */
/** The beginning of a file as UTF-8 with line feeds; the same buffer if it already is. */
export function utf8Head(head: Buffer, encoding: TextEncoding, whole: boolean): Buffer {
  const isPlain = encoding.name === "utf-8" && !encoding.carriageReturnOnly;
  const bytes = isPlain ? withoutCutCharacter(head.subarray(encoding.bomBytes), whole) : null;
  if (bytes && isUtf8(bytes)) return bytes;
  const text = decodeHead(head, encoding, whole);
  return Buffer.from(encoding.carriageReturnOnly ? text.replaceAll("\r", "\n") : text);
}

export function decodeHead(head: Buffer, encoding: TextEncoding, whole: boolean): string {
  const body = head.subarray(encoding.bomBytes);
  const even = encoding.name.startsWith("utf-16") ? body.length - (body.length % 2) : body.length;
  if (encoding.name !== "utf-8") return iconv.decode(body.subarray(0, even), encoding.name);
  return withoutCutCharacter(body, whole).toString("utf8");
}
