/** Unpacks a folder of a 7z archive: one coder, and filters after it. */
import { constants, createInflateRaw } from "node:zlib";
import type { DatasetLimits } from "../../../base/limits.ts";
import type { OpenFile } from "../../../base/open-file.ts";
import { DatasetRefusal } from "../../../base/refusal.ts";
import { Bunzip2 } from "../../codecs.ts";
import { Decoder } from "../../unpack-at-once.ts";
import { ArchiveFault } from "../entries.ts";
import type { Coder, Folder } from "./contents.ts";
import { dictionaryBytesOf, unpackLzma, unpackLzma2 } from "./lzma.ts";
import { PackedBytes, truncated } from "./packed-bytes.ts";

type Unpack = (source: PackedBytes, properties: Buffer, byteSize: number) => Generator<Uint8Array>;

const unpackers: Readonly<Record<string, Unpack>> = {
  "00": function* (source) {
    for (let part = source.next(); part !== null; part = source.next()) yield Uint8Array.from(part);
  },
  "21": unpackLzma2,
  "030101": unpackLzma,
  "040108": inflate,
  "040202": bunzip,
};

const titles: Readonly<Record<string, string>> = {
  "04": "BCJ",
  "05": "PPC",
  "07": "ARM",
  "08": "ARMT",
  "0a": "ARM64",
  "03030103": "BCJ",
  "0303011b": "BCJ2",
  "030401": "PPMd",
  "040109": "Deflate64",
  "04f71101": "Zstandard",
};

export const encryption = "06f10701";
const delta = "03";

function* inflate(source: PackedBytes): Generator<Uint8Array> {
  const decoder = new Decoder(createInflateRaw());
  const none = Buffer.alloc(0);
  try {
    for (let part = source.next(); part !== null; part = source.next()) {
      for (const made of decoder.take(part, constants.Z_NO_FLUSH)) yield Uint8Array.from(made);
    }
    for (const made of decoder.take(none, constants.Z_FINISH)) yield Uint8Array.from(made);
  } finally {
    decoder.close();
  }
}

/** Small blocks, because each may hold many runs. */
const bunzipBlockBytes = 16 * 1024;
const bunzipRunBytesMax = 256 * 1024 * 1024;

function* bunzip(source: PackedBytes): Generator<Uint8Array> {
  const decoder = new Bunzip2(bunzipRunBytesMax);
  for (;;) {
    const part = source.next(bunzipBlockBytes);
    yield* decoder.take(part);
    if (part === null) return;
  }
}

/** Adds each byte to the one `distance` before. */
function* sumUp(parts: Generator<Uint8Array>, properties: Buffer): Generator<Uint8Array> {
  const distance = (properties[0] ?? 0) + 1;
  const last = new Uint8Array(distance);
  let at = 0;
  for (const part of parts) {
    for (let i = 0; i < part.length; i++) {
      const sum = ((part[i] as number) + (last[at] as number)) & 255;
      part[i] = sum;
      last[at] = sum;
      at = at + 1 === distance ? 0 : at + 1;
    }
    yield part;
  }
}

function unsupported(title: string): DatasetRefusal {
  const detail = `The 7z archive uses the method ${title}; pack it again with LZMA2.`;
  return new DatasetRefusal("unsupported_format", detail, "7z");
}

function refuseUnread({ coders: [first, ...filters] }: Folder, limits: DatasetLimits): Coder {
  if (first === undefined) throw unsupported("BCJ2");
  const unread = unpackers[first.method] === undefined ? first : undefined;
  const other = unread ?? filters.find(({ method }) => method !== delta);
  if (other) throw unsupported(titles[other.method] ?? other.method);
  const kind = { "21": "lzma2", "030101": "lzma" }[first.method] as "lzma" | "lzma2" | undefined;
  if (kind && dictionaryBytesOf(kind, first.properties) > limits.archiveWindowBytesMax) {
    const detail =
      "The 7z archive needs a dictionary of more than 256 MiB; pack it again with a smaller one.";
    throw new DatasetRefusal("unsupported_format", detail, "7z");
  }
  return first;
}

/**
 * The output of a folder in chunks of their own, of exactly the stated size. Throws
 * `DatasetRefusal` for a method that is not read.
 */
export function* unpackFolder(
  stored: OpenFile,
  folder: Folder,
  limits: DatasetLimits,
): Generator<Uint8Array> {
  const { byteSize } = folder;
  const first = refuseUnread(folder, limits);
  const source = new PackedBytes(stored, folder.from, folder.packedBytes);
  let parts = (unpackers[first.method] as Unpack)(source, first.properties, byteSize);
  for (const filter of folder.coders.slice(1)) parts = sumUp(parts, filter.properties);
  let done = 0;
  for (const part of parts) {
    done += part.length;
    if (done > byteSize) throw new ArchiveFault("an entry is larger than stated");
    yield part;
  }
  if (done < byteSize) throw truncated();
}
