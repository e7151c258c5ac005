import { type DatasetLimits, DatasetRefusal, limitRefusal } from "../../base/limits.ts";

export type ArchiveKind = "zip" | "tar";

/** A file inside an archive. */
export type ArchiveEntry = {
  /** The name as it is stored. It is shown and compared, but never becomes a path. */
  name: string;
  /** Decompressed size in bytes, as the archive states it; reading checks it. */
  byteSize: number;
  /** The content in pieces. Throws `DatasetRefusal` where the archive lies or is broken. */
  open(): AsyncGenerator<Uint8Array>;
};

/** An archive on disk with the files in it. */
export type Archive = {
  kind: ArchiveKind;
  files: readonly ArchiveEntry[];
  /** Symbolic and hard links, devices and pipes: none of them is followed or opened. */
  specialEntries: number;
  close(): void;
};

const NAME_CHARS_MAX = 255;
/** Control characters, and those that turn the direction of the text around them. */
const UNPRINTABLE = /[\p{Cc}\u2028-\u202e\u2066-\u2069]/gu;

/** A name fit to be shown: well-formed, without control characters, at most 255 characters. */
export function displayName(name: string): string {
  const shown = name.toWellFormed().replaceAll(UNPRINTABLE, "\ufffd");
  if (shown.length <= NAME_CHARS_MAX) return shown;
  return `${shown.slice(0, NAME_CHARS_MAX - 1).replace(/[\ud800-\udbff]$/, "")}…`;
}

/** Whether a program that trusts the name would write outside the folder it unpacks into. */
export function isUnsafeName(name: string): boolean {
  return /^[/\\]|^[a-z]:|(^|[/\\])\.\.([/\\]|$)|\0/i.test(name);
}

/** Refuses what would unpack to too much, by the sizes that the archive itself states. */
export function checkStatedSize(
  statedBytes: number,
  storedBytes: number,
  limits: DatasetLimits,
  kind: ArchiveKind,
): void {
  if (statedBytes > limits.decompressedBytesMax) {
    throw limitRefusal(limits, "decompressedBytesMax", statedBytes, kind);
  }
  if (statedBytes <= limits.decompressedBytesFree) return;
  const ratio = statedBytes / Math.max(1, storedBytes);
  if (ratio > limits.decompressionRatioMax) {
    throw limitRefusal(limits, "decompressionRatioMax", ratio, kind);
  }
}

/** The refusal of an archive that is cut or contradicts itself; a fault of the disk stays one. */
export function malformedArchive(kind: ArchiveKind, cause: unknown): Error {
  if (cause instanceof DatasetRefusal) return cause;
  if (cause instanceof Error && "syscall" in cause) return cause;
  const reason = cause instanceof Error ? cause.message : String(cause);
  const detail = `The ${kind} archive cannot be read: ${displayName(reason).replace(/\.?$/, ".")}`;
  return new DatasetRefusal("malformed_file", detail, kind);
}

/** The whole content of a file that is at most `bytesMax` bytes; null for a larger one. */
export async function readWhole(entry: ArchiveEntry, bytesMax: number): Promise<Buffer | null> {
  if (entry.byteSize > bytesMax) return null;
  const parts: Uint8Array[] = [];
  for await (const part of entry.open()) parts.push(part);
  return Buffer.concat(parts);
}

/** The first bytes of a file; the rest is not read. */
export async function readEntryHead(entry: ArchiveEntry, bytes: number): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of entry.open()) {
    parts.push(part);
    length += part.length;
    if (length >= bytes) break;
  }
  return Buffer.concat(parts).subarray(0, bytes);
}

const TAR_BLOCK_BYTES = 512;

/** Whether bytes begin a tar archive: the checksum of its first header must be right. */
export function isTarHead(head: Uint8Array): boolean {
  if (head.length < TAR_BLOCK_BYTES) return false;
  const stored = Number.parseInt(Buffer.from(head.subarray(148, 156)).toString("latin1"), 8);
  let sum = 0;
  for (let i = 0; i < TAR_BLOCK_BYTES; i++) {
    sum += i >= 148 && i < 156 ? 32 : (head[i] as number);
  }
  return head[0] !== 0 && stored === sum;
}
