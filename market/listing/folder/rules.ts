/** Which names and sizes the files of a folder may have, and what is told of those. Pure. */
import type { FieldFault } from "../../errors.ts";
import { FILE_PATH_BYTES_MAX } from "../../limits.ts";
import { FILE_FAULTS_MAX, FILE_PATH_SEGMENT_BYTES_MAX, FILE_PATH_SEGMENTS_MAX } from "../limits.ts";
import { type PartPlan, recommendParts, type SizeLimits } from "../upload/rules.ts";

type Rule = { code: string; detail: string; breaks: (path: string, segments: string[]) => boolean };

const bytesOf = (text: string) => Buffer.byteLength(text);

// Control characters, line separators, and those that turn the direction of text or show nothing.
const hidden = /[\p{Cc}\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/u;
const device = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(\..*)?$/i;
/** As UAX #15 has it: bringing a longer stack into order takes the square of its height. */
const stackedMarks = /\p{M}{31}/u;

/** In the order in which they are looked at: the first that a name breaks is told. */
const refusals: readonly Rule[] = [
  {
    code: "too_long",
    detail: `is longer than ${FILE_PATH_BYTES_MAX} bytes`,
    breaks: (path) => bytesOf(path) > FILE_PATH_BYTES_MAX,
  },
  {
    code: "not_unicode",
    detail: "holds half of a surrogate pair",
    breaks: (path) => !path.isWellFormed(),
  },
  {
    code: "control_character",
    detail: "holds a control character, or one that shows nothing",
    breaks: (path) => hidden.test(path),
  },
  {
    code: "not_nfc",
    detail: "is not in Unicode's form NFC",
    breaks: (path) => stackedMarks.test(path) || path.normalize("NFC") !== path,
  },
  {
    code: "backslash",
    detail: "holds a backslash: folders are divided by /",
    breaks: (path) => path.includes("\\"),
  },
  {
    code: "absolute",
    detail: "is absolute: name it relative to the folder",
    breaks: (path) => path.startsWith("/") || /^[a-z]:/i.test(path),
  },
  {
    code: "not_plain",
    detail: "holds an empty part, `.` or `..`",
    breaks: (_, segments) => segments.some((part) => part === "" || part === "." || part === ".."),
  },
  {
    code: "too_deep",
    detail: `lies deeper than ${FILE_PATH_SEGMENTS_MAX - 1} folders`,
    breaks: (_, segments) => segments.length > FILE_PATH_SEGMENTS_MAX,
  },
  {
    code: "too_long",
    detail: `has a part longer than ${FILE_PATH_SEGMENT_BYTES_MAX} bytes`,
    breaks: (_, segments) => segments.some((part) => bytesOf(part) > FILE_PATH_SEGMENT_BYTES_MAX),
  },
  {
    code: "reserved_name",
    detail: "has a part that names a device on Windows",
    breaks: (_, segments) => segments.some((part) => device.test(part)),
  },
  {
    code: "trailing_dot",
    detail: "has a part that ends in a dot or a blank, or begins with a blank",
    breaks: (_, segments) => segments.some((part) => /[. ]$|^ /.test(part)),
  },
];

/** What is wrong with a name by itself; null for a good one. */
export function nameFault(path: string): { code: string; detail: string } | null {
  const segments = path.split("/");
  const broken = refusals.find((rule) => rule.breaks(path, segments));
  return broken === undefined ? null : { code: broken.code, detail: broken.detail };
}

const refusedByWindows = /[<>:"|?*]/;

/** Whether Windows cannot write the name as it is: told, and taken. */
function needsOtherNameOnWindows(path: string): boolean {
  return refusedByWindows.test(path);
}

type Announced = { name: string; byte_size: number };

/** File systems that do not tell cases apart take such names for one. */
const folded = (path: string) => path.toUpperCase().toLowerCase().normalize("NFC");

/**
 * Looks at names and sizes as they are handed in, and keeps the first faults. Two files with names that
 * differ in cases alone, and a file where another has a folder, cannot be written side by side.
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
    const detail = `cannot lie beside /files/${twin}: where cases are not told apart it is the same`;
    this.#fault(index, { code: "name_collision", detail });
  }

  /** How many names Windows cannot write. */
  get notForWindows(): number {
    return this.#warnings;
  }

  get byteSize(): number {
    return this.#bytes;
  }

  get faults(): FieldFault[] {
    return this.#faults;
  }

  /** Takes the place of a name; the file that has it already, or a folder of it, otherwise. */
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

/** The order of a manifest: by the bytes of the paths in UTF-8, which is that of their code points. */
export function comparePaths(one: string, other: string): number {
  const length = Math.min(one.length, other.length);
  for (let index = 0; index < length; index++) {
    const difference = rankOf(one.charCodeAt(index)) - rankOf(other.charCodeAt(index));
    if (difference !== 0) return difference;
  }
  return one.length - other.length;
}

/** Halves of surrogate pairs stand for code points above all others. */
function rankOf(unit: number): number {
  return unit >= 0xd800 && unit < 0xe000 ? unit + 0x10000 : unit;
}

type Announcing = { isReused: boolean; objectEtag: string | null; byteSize: number };

/** How far a file is; `arrivedBytes` of its object, which counts while the folder is open. */
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

/** In which parts a file comes: those that were begun, or those of one that no PUT takes; else null. */
export function filePlan({ byteSize, partBytes }: InParts, limits: SizeLimits): PartPlan | null {
  if (partBytes !== null) return { parts: Math.ceil(byteSize / partBytes), partBytes };
  return byteSize > limits.putBytesMax ? recommendParts(byteSize, limits) : null;
}

/** Where the bytes of a folder's own file lie: sorted by their keys they are in the manifest's order. */
export function fileKey(folderPath: string, position: number): string {
  return `${folderPath}/${String(position).padStart(5, "0")}`;
}

const refusedNamesCharsMax = 600;

/** Which files of a folder were refused: the first in full, the names of the others. */
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
 * The manifest of a folder as RFC 8785 writes JSON: keys in order, no blanks, files by the bytes of
 * their paths. Its SHA-256 is the hash of the folder.
 */
export function manifestText(files: readonly ManifestFile[]): string {
  const rows = files.map(
    ({ path, byteSize, sha256 }) =>
      `{"byte_size":${byteSize},"path":${JSON.stringify(path)},"sha256":"${sha256}"}`,
  );
  return `{"files":[${rows.join(",")}],"manifest_version":1}`;
}
