/** Allowed names and sizes of a folder's files, and the folder's manifest. Pure. */
import type { FieldFault } from "../../errors.ts";
import { FILE_PATH_BYTES_MAX } from "../../limits.ts";
import { FILE_FAULTS_MAX, FILE_PATH_SEGMENT_BYTES_MAX, FILE_PATH_SEGMENTS_MAX } from "../limits.ts";
import { type PartPlan, recommendParts, type SizeLimits } from "../upload/rules.ts";

type Rule = { code: string; detail: string; breaks: (path: string, segments: string[]) => boolean };

const bytesOf = (text: string) => Buffer.byteLength(text);

// Control characters, line separators, bidirectional overrides and invisible characters.
const hidden = /[\p{Cc}\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/u;
const device = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(\..*)?$/i;
/** UAX #15's stream-safe limit: normalising a higher stack takes quadratic time. */
const stackedMarks = /\p{M}{31}/u;

/** Checked in this order; the first rule that a name breaks is reported. */
const refusals: readonly Rule[] = [
  {
    code: "too_long",
    detail: `is longer than ${FILE_PATH_BYTES_MAX} bytes`,
    breaks: (path) => bytesOf(path) > FILE_PATH_BYTES_MAX,
  },
  {
    code: "not_unicode",
    detail: "contains half of a surrogate pair",
    breaks: (path) => !path.isWellFormed(),
  },
  {
    code: "control_character",
    detail: "contains a control character or an invisible one",
    breaks: (path) => hidden.test(path),
  },
  {
    code: "not_nfc",
    detail: "is not in Unicode's form NFC",
    breaks: (path) => stackedMarks.test(path) || path.normalize("NFC") !== path,
  },
  {
    code: "backslash",
    detail: "contains a backslash: use / between folders",
    breaks: (path) => path.includes("\\"),
  },
  {
    code: "absolute",
    detail: "is absolute: name it relative to the folder",
    breaks: (path) => path.startsWith("/") || /^[a-z]:/i.test(path),
  },
  {
    code: "not_plain",
    detail: "contains an empty part, `.` or `..`",
    breaks: (_, segments) => segments.some((part) => part === "" || part === "." || part === ".."),
  },
  {
    code: "too_deep",
    detail: `is nested deeper than ${FILE_PATH_SEGMENTS_MAX - 1} folders`,
    breaks: (_, segments) => segments.length > FILE_PATH_SEGMENTS_MAX,
  },
  {
    code: "too_long",
    detail: `has a part longer than ${FILE_PATH_SEGMENT_BYTES_MAX} bytes`,
    breaks: (_, segments) => segments.some((part) => bytesOf(part) > FILE_PATH_SEGMENT_BYTES_MAX),
  },
  {
    code: "reserved_name",
    detail: "has a part that is a device name on Windows",
    breaks: (_, segments) => segments.some((part) => device.test(part)),
  },
  {
    code: "trailing_dot",
    detail: "has a part that ends in a dot or a space, or begins with a space",
    breaks: (_, segments) => segments.some((part) => /[. ]$|^ /.test(part)),
  },
];

/** The fault in a name by itself; null if it is valid. */
export function nameFault(path: string): { code: string; detail: string } | null {
  const segments = path.split("/");
  const broken = refusals.find((rule) => rule.breaks(path, segments));
  return broken === undefined ? null : { code: broken.code, detail: broken.detail };
}

const refusedByWindows = /[<>:"|?*]/;

/** Whether Windows cannot store the name. Such names are accepted with a warning. */
function needsOtherNameOnWindows(path: string): boolean {
  return refusedByWindows.test(path);
}

type Announced = { name: string; byte_size: number };

/** The form in which case-insensitive file systems compare names. */
const folded = (path: string) => path.toUpperCase().toLowerCase().normalize("NFC");

/**
 * Checks names and sizes as they are added, and keeps the first faults. Two files whose names differ
 * only in case, or a file with the name of another's folder, cannot be stored side by side.
 */
export class FolderCheck {
  readonly #faults: FieldFault[] = [];
  readonly #files = new Map<string, number>();
  readonly #folders = new Map<string, number>();
  #bytes = 0;
  #warnings = 0;

  take({ name, byte_size: byteSize }: Announced, index: number): void {
    this.#bytes += byteSize;
    const fault = nameFault(name);
    if (fault !== null) {
      this.#fault(index, fault);
      return;
    }
    if (needsOtherNameOnWindows(name)) this.#warnings++;
    const twin = this.#place(folded(name), index);
    if (twin === null) return;
    const detail = `conflicts with /files/${twin}, which is the same name on a case-insensitive file system`;
    this.#fault(index, { code: "name_collision", detail });
  }

  /** How many names Windows cannot store. */
  get notForWindows(): number {
    return this.#warnings;
  }

  get byteSize(): number {
    return this.#bytes;
  }

  get faults(): FieldFault[] {
    return this.#faults;
  }

  /** Reserves a name; returns the index of a conflicting file, or null. */
  #place(path: string, index: number): number | null {
    const twin = this.#files.get(path) ?? this.#folders.get(path);
    if (twin !== undefined) return twin;
    this.#files.set(path, index);
    for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1)) {
      const folder = path.slice(0, end);
      const file = this.#files.get(folder);
      if (file !== undefined) return file;
      if (this.#folders.has(folder)) return null;
      this.#folders.set(folder, index);
    }
    return null;
  }

  #fault(index: number, { code, detail }: { code: string; detail: string }): void {
    if (this.#faults.length >= FILE_FAULTS_MAX) return;
    this.#faults.push({ pointer: `/files/${index}/name`, code, detail });
  }
}

/** The manifest's order: by the UTF-8 bytes of the paths, which is the order of code points. */
export function comparePaths(one: string, other: string): number {
  const length = Math.min(one.length, other.length);
  for (let index = 0; index < length; index++) {
    const difference = rankOf(one.charCodeAt(index)) - rankOf(other.charCodeAt(index));
    if (difference !== 0) return difference;
  }
  return one.length - other.length;
}

/** Surrogate halves encode code points above all others. */
function rankOf(unit: number): number {
  return unit >= 0xd800 && unit < 0xe000 ? unit + 0x10000 : unit;
}

type Announcing = { isReused: boolean; objectEtag: string | null; byteSize: number };

/** A file's state; `arrivedBytes` is its object's size, which matters while the folder is open. */
export function fileState(
  { isReused, objectEtag, byteSize }: Announcing,
  arrivedBytes: number | undefined,
  isOpen: boolean,
): "awaited" | "arrived" | "unchanged" {
  if (isReused) return "unchanged";
  const isThere = isOpen ? arrivedBytes === byteSize : objectEtag !== null;
  return isThere ? "arrived" : "awaited";
}

type InParts = { byteSize: number; partBytes: number | null };

/** The file's parts: those that were started, or those that a file too large for one PUT needs; else null. */
export function filePlan({ byteSize, partBytes }: InParts, limits: SizeLimits): PartPlan | null {
  if (partBytes !== null) return { parts: Math.ceil(byteSize / partBytes), partBytes };
  return byteSize > limits.putBytesMax ? recommendParts(byteSize, limits) : null;
}

/** The storage key of a folder's own file; the keys sort in the manifest's order. */
export function fileKey(folderPath: string, position: number): string {
  return `${folderPath}/${String(position).padStart(5, "0")}`;
}

const refusedNamesCharsMax = 600;

/** Describes a folder's refused files: the first in full, the others by name. */
export function refusedFilesText(files: readonly { path: string; detail: string }[]): string {
  const [first, ...others] = files;
  if (first === undefined) return "";
  const named: string[] = [];
  let chars = 0;
  for (const { path } of others) {
    chars += path.length;
    if (chars > refusedNamesCharsMax) break;
    named.push(path);
  }
  const left = others.length - named.length;
  const also = [...named, ...(left === 0 ? [] : [`${left} more`])].join(", ");
  return `${first.path}: ${first.detail}${also === "" ? "" : ` Likewise: ${also}.`}`;
}

export type ManifestFile = { path: string; byteSize: number; sha256: string };

/**
 * A folder's manifest, serialised by RFC 8785: sorted keys, no whitespace, files sorted by the bytes of
 * their paths. Its SHA-256 is the folder's hash.
 */
export function manifestText(files: readonly ManifestFile[]): string {
  const rows = files.map(
    ({ path, byteSize, sha256 }) =>
      `{"byte_size":${byteSize},"path":${JSON.stringify(path)},"sha256":"${sha256}"}`,
  );
  return `{"files":[${rows.join(",")}],"manifest_version":1}`;
}
