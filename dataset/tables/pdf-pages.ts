/** Counts a PDF file's pages by the root of its page tree, without reading its other contents. */
import { inflateSync, constants as zlib } from "node:zlib";

/** Other programs may have put bytes before a file's version. */
const headBytes = 1024;
const pagesMark = /\/Type\s*\/Pages(?![A-Za-z])/;
const packedMark = /\/Type\s*\/ObjStm(?![A-Za-z])/;
const streamMark = /stream\r?\n/;

/**
 * The number of pages that a PDF file states; null if its page tree cannot be read. Unpacks at most
 * `unpackedBytesMax`.
 */
export function pdfPages(bytes: Buffer, unpackedBytesMax: number): number | null {
  if (!bytes.subarray(0, headBytes).includes("%PDF-")) return null;
  const text = bytes.toString("latin1");
  let pages: number | null = null;
  let unpackedBytes = 0;
  for (let at = 0, end = 0; end < text.length; at = end + "endobj".length) {
    end = text.indexOf("endobj", at);
    if (end < 0) end = text.length;
    const body = text.slice(at, end);
    const stream = streamMark.exec(body);
    const dictionary = stream === null ? body : body.slice(0, stream.index);
    // A file that was changed repeats its root further down.
    pages = countOf(dictionary) ?? pages;
    if (stream === null || !packedMark.test(dictionary)) continue;
    const packed = bytes.subarray(at + stream.index + stream[0].length, end);
    const objects = unpackedObjects(dictionary, packed, unpackedBytesMax - unpackedBytes);
    unpackedBytes += objects.reduce((sum, object) => sum + object.length, 0);
    for (const object of objects) pages = countOf(object) ?? pages;
  }
  return pages !== null && pages > bytes.length ? null : pages;
}

/** The count of a page tree's root. */
function countOf(object: string): number | null {
  if (!pagesMark.test(object) || /\/Parent(?![A-Za-z])/.test(object)) return null;
  const count = /\/Count\s+(\d{1,9})(?!\d|\s+\d+\s+R)/.exec(object)?.[1];
  return count === undefined ? null : Number(count);
}

/** The objects of a stream of objects; none if it is damaged, encrypted or too large. */
function unpackedObjects(dictionary: string, packed: Buffer, bytesMax: number): string[] {
  const number = (name: string): number => {
    return Number(new RegExp(`/${name}\\s+(\\d{1,9})(?!\\d|\\s+\\d+\\s+R)`).exec(dictionary)?.[1]);
  };
  let text: string;
  try {
    text = unpack(dictionary, packed, bytesMax).toString("latin1");
  } catch {
    return [];
  }
  const first = number("First");
  const head = text
    .slice(0, first)
    .trim()
    .split(/\s+/, number("N") * 2)
    .map(Number);
  const starts = head.filter((_, i) => i % 2 === 1);
  return starts.map((start, i) =>
    text.slice(first + start, first + (starts[i + 1] ?? text.length)),
  );
}

function unpack(dictionary: string, packed: Buffer, bytesMax: number): Buffer {
  if (!/\/Filter/.test(dictionary)) return packed.subarray(0, bytesMax);
  if (!/\/Filter\s*\[?\s*\/Fl(ateDecode)?\s*\]?\s*(\/|>>)/.test(dictionary)) {
    throw new Error("another filter");
  }
  return inflateSync(packed, {
    maxOutputLength: Math.max(1, bytesMax),
    finishFlush: zlib.Z_SYNC_FLUSH,
  });
}
