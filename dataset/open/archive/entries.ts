/** What zip and tar archives have in common: files that are opened one by one, never unpacked. */
import { DatasetRefusal } from "../../base/refusal.ts";

export type ArchiveKind = "zip" | "tar";

/** A folder is told as an archive is, and has nothing packed around its files. */
type ContainerKind = ArchiveKind | "folder";

/** A file inside an archive. */
export type ArchiveEntry = {
  /** The name as it is stored. It is shown and compared, but never becomes a path. */
  name: string;
  /** Decompressed size in bytes, as the archive states it; reading checks it. */
  byteSize: number;
  /** The content in pieces. Throws `DatasetRefusal` where the archive lies or is broken. */
  open(): AsyncGenerator<Uint8Array>;
  /** Where it lies on disk already, as a file of its own that is not to be removed. */
  diskPath?: string;
};

/** An archive on disk with the files in it. */
export type Archive = {
  kind: ContainerKind;
  files: readonly ArchiveEntry[];
  /** Symbolic and hard links, devices and pipes: none of them is followed or opened. */
  specialEntries: number;
  close(): void;
};

/** `The zip archive`, or `The folder`, with which a refusal begins. */
export function archiveInWords(kind: ContainerKind): string {
  return kind === "folder" ? "The folder" : `The ${kind} archive`;
}

const nameCharsMax = 4096;

/** Archives hold names of megabytes; the end, with its extension, is enough of them. */
export function shortName(name: string): string {
  if (name.length <= nameCharsMax) return name;
  // A copy: a slice would keep the whole name in memory.
  return Buffer.from(name.slice(-nameCharsMax)).toString();
}

/** Whether a program that trusts the name would write outside the folder it unpacks into. */
export function isUnsafeName(name: string): boolean {
  return /^[/\\]|^[a-z]:|(^|[/\\])\.\.([/\\]|$)|\0/i.test(name);
}

/** What is wrong with an archive, in our words: the end of `The zip archive cannot be read: …`. */
export class ArchiveFault extends Error {
  override readonly name = "ArchiveFault";
}

const cutOff = /unexpected end|cut off|end of (data|file)|eocdr not found/i;

/** The refusal of an archive that is cut or contradicts itself; a fault of the disk stays one. */
export function malformedArchive(kind: ArchiveKind, cause: unknown): Error {
  if (cause instanceof DatasetRefusal) return cause;
  if (cause instanceof Error && "syscall" in cause) return cause;
  const found = cause instanceof ArchiveFault ? cause.message : reasonOf(cause);
  const detail = `${archiveInWords(kind)} cannot be read: ${found}.`;
  return new DatasetRefusal("malformed_file", detail, kind, cause);
}

/** A library's message by its class. */
function reasonOf(cause: unknown): string {
  const message = cause instanceof Error ? cause.message : String(cause);
  if (cause instanceof Error && "code" in cause && cause.code === "Z_BUF_ERROR") {
    return "an entry is cut off";
  }
  return cutOff.test(message) ? "it is cut off" : "its parts contradict one another";
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
