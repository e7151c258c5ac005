/**
 * The common interface of zip, tar and 7z archives: files are opened one by one and never extracted to
 * their own names.
 */
import { DatasetRefusal } from "../../base/refusal.ts";

export type ArchiveKind = "zip" | "tar" | "7z";

/** A folder is treated like an archive without compression. */
type ContainerKind = ArchiveKind | "folder";

/** A file inside an archive. */
export type ArchiveEntry = {
  /** The stored name. It is shown and compared, but never becomes a path on disk. */
  name: string;
  /** Decompressed size in bytes as stated by the archive; verified while reading. */
  byteSize: number;
  /**
   * The content in chunks. Throws `DatasetRefusal` if the archive is damaged or its statements are
   * false.
   */
  open(): AsyncGenerator<Uint8Array>;
  /** Its path if it is already a file on disk, which must not be deleted. */
  diskPath?: string;
};

/** An archive on disk and its files. */
export type Archive = {
  kind: ContainerKind;
  files: readonly ArchiveEntry[];
  /** Symbolic and hard links, devices and pipes; none is followed or opened. */
  specialEntries: number;
  close(): void;
};

/** `The zip archive` or `The folder`, the beginning of a refusal. */
export function archiveInWords(kind: ContainerKind): string {
  return kind === "folder" ? "The folder" : `The ${kind} archive`;
}

const nameCharsMax = 4096;

/**
 * Shortens a name to its end with the extension, because archives may contain names of megabytes.
 */
export function shortName(name: string): string {
  if (name.length <= nameCharsMax) return name;
  // A copy, because a slice would keep the whole name in memory.
  return Buffer.from(name.slice(-nameCharsMax)).toString();
}

/** Whether a program that trusts the name would write outside the target folder. */
export function isUnsafeName(name: string): boolean {
  return /^[/\\]|^[a-z]:|(^|[/\\])\.\.([/\\]|$)|\0/i.test(name);
}

/** A defect of an archive, worded as the end of `The zip archive cannot be read: …`. */
export class ArchiveFault extends Error {
  override readonly name = "ArchiveFault";
}

const cutOff = /unexpected end|cut off|end of (data|file)|eocdr not found/i;

/**
 * The refusal of a truncated or contradictory archive; a fault of the disk is returned unchanged.
 */
export function malformedArchive(kind: ArchiveKind, cause: unknown): Error {
  if (cause instanceof DatasetRefusal) return cause;
  if (cause instanceof Error && "syscall" in cause) return cause;
  const found = cause instanceof ArchiveFault ? cause.message : reasonOf(cause);
  const detail = `${archiveInWords(kind)} cannot be read: ${found}.`;
  return new DatasetRefusal("malformed_file", detail, kind, cause);
}

/** Translates a library's error message into our own words. */
function reasonOf(cause: unknown): string {
  const message = cause instanceof Error ? cause.message : String(cause);
  if (cause instanceof Error && "code" in cause && cause.code === "Z_BUF_ERROR") {
    return "an entry is truncated";
  }
  return cutOff.test(message) ? "it is truncated" : "its parts contradict each other";
}

/** The whole content of a file of at most `bytesMax` bytes; null for a larger one. */
export async function readWhole(entry: ArchiveEntry, bytesMax: number): Promise<Buffer | null> {
  if (entry.byteSize > bytesMax) return null;
  const parts: Uint8Array[] = [];
  for await (const part of entry.open()) parts.push(part);
  return Buffer.concat(parts);
}

/** The first bytes of a file, without reading the rest. */
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
