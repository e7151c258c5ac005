/** Classifies an archive's files by name, or by their first bytes if the name says nothing. */
import { fileTypeFromBuffer } from "file-type";
import type { DatasetDocument } from "../../../market/profile/table-schemas.ts";
import { DatasetRefusal } from "../../base/refusal.ts";
import {
  compressedExtensions,
  markupExtensions,
  mediaExtensions,
  tableExtensions,
  textExtensions,
} from "../../base/table-extensions.ts";
import { detectEncoding } from "../encoding.ts";
import { type Archive, type ArchiveEntry, readEntryHead } from "./entries.ts";

type EntryClass =
  | "table"
  | "text"
  | "markup"
  | "media"
  | "picture"
  | "archive"
  | "ignored"
  | "unknown";

export type Classified = Record<EntryClass, ArchiveEntry[]>;

const headBytes = 4100;
/** Most files without a known extension whose content is examined; the others stay unknown. */
const sniffedFilesMax = 10_000;

const ignoredFolders = /(^|[/\\])(__macosx|_delta_log|_temporary|\.(?!\.?[/\\])[^/\\]+)[/\\]/i;
const ignoredNames =
  /^(\..*|_success|_(common_)?metadata|_(committed|started)_.*|.*\.crc|thumbs\.db|desktop\.ini|(readme|licen[cs]e|copying|notice|changelog|changes|citation|authors|manifest|checksums?|sha256sums?|md5sums?|datapackage|croissant|metadata|data[-_ ]?dictionary|code[-_ ]?book)([-._ ].*)?)$/i;

/** Lists of files, which count as tables even next to other tables, unlike a JSON description. */
const listNames = /^(metadata|manifest)\.(csv|tsv|jsonl|ndjson|parquet)$/i;

const classes: readonly (readonly [EntryClass, RegExp])[] = [
  ["picture", /\.(jpe?g|jpe|jfif|png|webp|gif|tiff?|avif)$/i],
  ["table", new RegExp(`\\.(${tableExtensions})(\\.(${compressedExtensions}))?$`, "i")],
  ["archive", /\.(zip|tar|tgz|7z|rar|tar\.(gz|bz2|xz|zst)|tbz2?|txz|jar|cab)$/i],
  ["markup", new RegExp(`\\.(${markupExtensions})(\\.(${compressedExtensions}))?$`, "i")],
  ["media", new RegExp(`\\.(${mediaExtensions})$`, "i")],
  ["text", new RegExp(`\\.(${textExtensions})(\\.(${compressedExtensions}))?$`, "i")],
  ["ignored", /\.(md|rst|xsd|docx?|sha\d*|md5|sig|asc|url|lnk|py|r|ipynb|sql|svgz?)$/i],
];

const documents: readonly (readonly [DatasetDocument["kind"], RegExp])[] = [
  ["readme", /^(readme|about|description)([-._ ].*)?$/i],
  ["license", /^(licen[cs]e|copying|notice)([-._ ].*)?$/i],
  [
    "dictionary",
    /^(data[-_ ]?dictionary|code[-_ ]?book|datapackage|croissant|metadata)([-._ ].*)?$/i,
  ],
  ["citation", /^(citation|authors)([-._ ].*)?$/i],
];
/** Extensions of documents that are shown as text; other formats are not shown. */
const documentExtension = /^[^.]+$|\.(md|markdown|txt|text|rst|json|ya?ml|csv|tsv|cff|bib)$/i;

function baseName({ name }: ArchiveEntry): string {
  return name.split(/[/\\]/).at(-1) ?? "";
}

/** Whether a file would be a table if its name did not mark it as documentation. */
function isNamedTable(entry: ArchiveEntry): boolean {
  const base = baseName(entry);
  if (ignoredFolders.test(entry.name) || base.startsWith(".")) return false;
  return classes.some(([kind, pattern]) => kind === "table" && pattern.test(base));
}

function classOf(entry: ArchiveEntry): EntryClass {
  const base = baseName(entry);
  if (ignoredFolders.test(entry.name)) return "ignored";
  if (ignoredNames.test(base) && !listNames.test(base)) return "ignored";
  return classes.find(([, pattern]) => pattern.test(base))?.[0] ?? "unknown";
}

/** The kind of document next to the data, by its name; null if it is not a document. */
export function documentKindOf(entry: ArchiveEntry): DatasetDocument["kind"] | null {
  const base = baseName(entry);
  if (ignoredFolders.test(entry.name) || listNames.test(base)) return null;
  if (!documentExtension.test(base)) return null;
  return documents.find(([, pattern]) => pattern.test(base))?.[0] ?? null;
}

/** Classifies a file by its first bytes, for names that say nothing. */
async function classByContent(entry: ArchiveEntry): Promise<EntryClass> {
  const head = await readEntryHead(entry, headBytes).catch(nullWhenRefused);
  // An unreadable file is reported with its own reason when it is read.
  if (head === null) return "text";
  if (head.length === 0) return "ignored";
  const type = await fileTypeFromBuffer(head);
  if (type?.mime.startsWith("image/")) return "picture";
  if (type && /parquet|avro|arrow|sqlite/.test(type.mime)) return "table";
  // Compressed text is unpacked like any compressed file; an archive inside is refused then.
  if (type && /gzip|zstd/.test(type.mime)) return "text";
  if (type && /zip$|x-tar|x-7z|x-rar|x-bzip2|x-xz/.test(type.mime)) return "archive";
  if (type) return "unknown";
  const encoding = await detectEncoding(head, entry.byteSize <= head.length);
  return encoding ? "text" : "unknown";
}

function nullWhenRefused(error: unknown): null {
  if (error instanceof DatasetRefusal) return null;
  throw error;
}

/** Sorts an archive's files by class. */
export async function classifyEntries(archive: Archive): Promise<Classified> {
  const found: Classified = {
    ...{
      table: [],
      text: [],
      markup: [],
      media: [],
      picture: [],
      archive: [],
      ignored: [],
      unknown: [],
    },
  };
  for (const entry of archive.files) found[classOf(entry)].push(entry);
  const untold = [...found.text, ...found.unknown];
  // Next to anything else, markup describes it.
  const isAlone = found.table.length + found.text.length + found.picture.length === 0;
  if (isAlone && found.markup.length > found.unknown.length) found.table = found.markup;
  const otherCount = found.markup.length + found.unknown.length;
  if (isAlone && found.media.length > otherCount) found.table = mediaOfOneKind(found.media);
  const needsLook = found.table.length === 0 && found.picture.length === 0;
  if (needsLook && untold.length === 0) found.table = found.ignored.filter(isNamedTable);
  if (!needsLook || untold.length > sniffedFilesMax) return found;
  found.text = [];
  found.unknown = [];
  for (const entry of untold) found[await classByContent(entry)].push(entry);
  return found;
}

/** The recordings, or the PDF files, whichever are more. A single one is no collection. */
function mediaOfOneKind(media: readonly ArchiveEntry[]): ArchiveEntry[] {
  const [documents = [], recordings = []] = [true, false].map((isPdf) =>
    media.filter(({ name }) => /\.pdf$/i.test(name) === isPdf),
  );
  const more = recordings.length >= documents.length ? recordings : documents;
  return more.length > 1 ? more : [];
}
