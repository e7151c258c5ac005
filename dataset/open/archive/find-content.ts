/** Decides what an archive is sold for: its one table, or its pictures. */
import { fileTypeFromBuffer } from "file-type";
import type { ProfileAlert } from "../../../market/profile/schemas.ts";
import { displayName } from "../../base/display-name.ts";
import { DatasetRefusal } from "../../base/refusal.ts";
import { detectEncoding } from "../encoding.ts";
import { type Archive, type ArchiveEntry, isUnsafeName, readEntryHead } from "./entries.ts";

/** What an archive is sold for: one table, or pictures. */
export type ArchiveContent =
  | { kind: "table"; table: ArchiveEntry; alerts: ProfileAlert[] }
  | { kind: "images"; pictures: ArchiveEntry[]; alerts: ProfileAlert[] };

type EntryClass = "table" | "text" | "picture" | "archive" | "ignored" | "unknown";

const headBytes = 4100;
const namesShownMax = 10;
/** Files without a telling name whose content is looked at; more of them stay unknown. */
const sniffedFilesMax = 100;

const ignoredFolders = /(^|[/\\])(__macosx|\.(?!\.?[/\\])[^/\\]+)[/\\]/i;
const ignoredNames =
  /^(\..*|thumbs\.db|desktop\.ini|(readme|licen[cs]e|copying|notice|changelog|changes|citation|authors|manifest|checksums?|sha256sums?|md5sums?|datapackage|croissant|metadata|data[-_ ]?dictionary)([-._ ].*)?)$/i;

const classes: readonly (readonly [EntryClass, RegExp])[] = [
  ["picture", /\.(jpe?g|jpe|jfif|png|webp|gif|tiff?|avif)$/i],
  [
    "table",
    /\.(csv|tsv|tab|psv|jsonl|ndjson|json|geojson|parquet|pq|arrow|feather|ipc|avro|xlsx)(\.(gz|zst|bz2|xz))?$/i,
  ],
  ["archive", /\.(zip|tar|tgz|7z|rar|tar\.(gz|bz2|xz|zst)|tbz2?|txz|jar|cab)$/i],
  ["text", /\.(txt|dat|data|text)(\.(gz|zst|bz2|xz))?$/i],
  [
    "ignored",
    /\.(md|rst|html?|pdf|xml|xsd|docx?|sha\d*|md5|sig|asc|url|lnk|py|r|ipynb|sql|svgz?)$/i,
  ],
];

/** Whether a file would be a table if its name were not one of documentation. */
function isNamedTable({ name }: ArchiveEntry): boolean {
  const base = name.split(/[/\\]/).at(-1) ?? "";
  if (ignoredFolders.test(name) || base.startsWith(".")) return false;
  return classes.some(([kind, pattern]) => kind === "table" && pattern.test(base));
}

function classOf(entry: ArchiveEntry): EntryClass {
  const base = entry.name.split(/[/\\]/).at(-1) ?? "";
  if (ignoredFolders.test(entry.name) || ignoredNames.test(base)) return "ignored";
  return classes.find(([, pattern]) => pattern.test(base))?.[0] ?? "unknown";
}

/** What a file is by its first bytes, where its name does not tell. */
async function classByContent(entry: ArchiveEntry): Promise<EntryClass> {
  const head = await readEntryHead(entry, headBytes);
  if (head.length === 0) return "ignored";
  const type = await fileTypeFromBuffer(head);
  if (type?.mime.startsWith("image/")) return "picture";
  // Compressed text is unpacked as any compressed file; an archive in it is refused then.
  if (type && /gzip|zstd/.test(type.mime)) return "text";
  if (type && /zip$|x-tar|x-7z|x-rar|x-bzip2|x-xz/.test(type.mime)) return "archive";
  if (type) return "unknown";
  return detectEncoding(head, entry.byteSize <= head.length) ? "text" : "unknown";
}

type Classified = Record<EntryClass, ArchiveEntry[]>;

async function classify(archive: Archive): Promise<Classified> {
  const found: Classified = {
    ...{ table: [], text: [], picture: [], archive: [], ignored: [], unknown: [] },
  };
  for (const entry of archive.files) found[classOf(entry)].push(entry);
  const untold = [...found.text, ...found.unknown];
  const needsLook = found.table.length === 0 && found.picture.length === 0;
  if (needsLook && untold.length === 0) found.table = found.ignored.filter(isNamedTable);
  if (!needsLook || untold.length > sniffedFilesMax) return found;
  found.text = [];
  found.unknown = [];
  for (const entry of untold) found[await classByContent(entry)].push(entry);
  return found;
}

/** Entries that make a zip file a document or a program of its own kind. */
const documentMarks: ReadonlySet<string> = new Set([
  "[Content_Types].xml",
  "mimetype",
  "META-INF/MANIFEST.MF",
]);

/**
 * Decides what an archive is sold for. More pictures than tables make it an archive of pictures;
 * documentation beside the data is named in an alert. Throws `DatasetRefusal` where nothing, or
 * more than one table, is found.
 */
export async function findContent(archive: Archive): Promise<ArchiveContent> {
  if (archive.files.some(({ name }) => documentMarks.has(name))) {
    const detail = "The zip archive is an office document, e-book or program.";
    throw new DatasetRefusal("unsupported_format", detail, archive.kind);
  }
  const found = await classify(archive);
  const tables = found.table.length > 0 ? found.table : found.text;
  if (
    found.picture.length > tables.length ||
    (found.picture.length > 0 && found.table.length === 0)
  ) {
    if (found.picture.length === 1) throw singlePicture(archive);
    const pictures = found.picture;
    return { kind: "images", pictures, alerts: describeRest(archive, new Set(pictures)) };
  }
  const [table, second] = tables;
  if (!table) throw nothingFound(archive, found);
  if (second) {
    const names = namesOf(tables);
    const detail = `The ${archive.kind} archive holds ${tables.length} tables: ${names}.`;
    throw new DatasetRefusal("several_files", detail, archive.kind);
  }
  return { kind: "table", table, alerts: describeRest(archive, new Set([table])) };
}

function singlePicture(archive: Archive): DatasetRefusal {
  const detail = `The ${archive.kind} archive holds a single picture.`;
  return new DatasetRefusal("single_image", detail, archive.kind);
}

function nothingFound(archive: Archive, found: Classified): DatasetRefusal {
  const { kind } = archive;
  if (found.archive.length > 0) {
    const detail = `The ${kind} archive holds another archive: ${namesOf(found.archive)}.`;
    return new DatasetRefusal("archive_nested", detail, kind);
  }
  const detail =
    archive.files.length === 0
      ? `The ${kind} archive holds no files.`
      : `The ${kind} archive holds neither a table nor pictures: ${namesOf(archive.files)}.`;
  return new DatasetRefusal("archive_without_data", detail, kind);
}

/** Alerts about everything in the archive that the profile does not cover. */
function describeRest(archive: Archive, used: ReadonlySet<ArchiveEntry>): ProfileAlert[] {
  const alerts: ProfileAlert[] = [];
  const rest = archive.files.filter((file) => !used.has(file));
  if (rest.length > 0) {
    const detail = `The archive also holds ${count(rest.length, "file")} that the profile leaves out: ${namesOf(rest)}.`;
    alerts.push({ code: "other_files", detail });
  }
  if (archive.specialEntries > 0) {
    const number = count(archive.specialEntries, "link, device or pipe", "links, devices or pipes");
    alerts.push({ code: "special_entries", detail: `Skipped in the archive: ${number}.` });
  }
  const unsafe = archive.files.filter(({ name }) => isUnsafeName(name));
  if (unsafe.length > 0) {
    const detail = `The archive holds ${count(unsafe.length, "name")} that would be unpacked outside the chosen folder: ${namesOf(unsafe)}.`;
    alerts.push({ code: "unsafe_names", detail });
  }
  return alerts;
}

function count(number: number, one: string, several = `${one}s`): string {
  return `${number} ${number === 1 ? one : several}`;
}

function namesOf(entries: readonly ArchiveEntry[]): string {
  const shown = entries.slice(0, namesShownMax).map((entry) => displayName(entry.name));
  const more = entries.length - shown.length;
  return more > 0 ? `${shown.join(", ")} and ${more} more` : shown.join(", ");
}
