import { counted } from "../../../market/counted.ts";
import type { ProfileAlert } from "../../../market/profile/schemas.ts";
import { displayName } from "../../base/display-name.ts";
import { listNames } from "../../base/list-names.ts";
import { DatasetRefusal } from "../../base/refusal.ts";
import { type Classified, classifyEntries } from "./classify-entries.ts";
import { type Archive, type ArchiveEntry, archiveInWords, isUnsafeName } from "./entries.ts";

/**
 * The content that an archive is sold for: one table, files that may be tables, or images. Text
 * files (`maybe`) next to certain tables count as tables if their content looks like one.
 */
export type ArchiveContent =
  | { kind: "table"; table: ArchiveEntry }
  | { kind: "files"; files: ArchiveEntry[]; maybe: ArchiveEntry[] }
  | { kind: "images"; pictures: ArchiveEntry[] };

const namesShownMax = 10;

/** Entries that mark a zip file as an office document, e-book or program; `jar` packs data as well. */
const documentMark = /^(\[Content_Types\]\.xml|mimetype)$|\.(class|dex)$/;

/**
 * Decides what an archive is sold for. More images than tables make it an image archive. Throws
 * `DatasetRefusal` if it contains neither.
 */
export async function findContent(archive: Archive): Promise<ArchiveContent> {
  if (archive.kind !== "folder" && archive.files.some(({ name }) => documentMark.test(name))) {
    const detail = "The zip archive is an office document, e-book or program.";
    throw new DatasetRefusal("unsupported_format", detail, archive.kind);
  }
  const found = await classifyEntries(archive);
  const sure = found.table.length > 0;
  const tables = sure ? found.table : found.text;
  if (found.picture.length > tables.length || (found.picture.length > 0 && !sure)) {
    if (found.picture.length === 1) throw singlePicture(archive);
    return { kind: "images", pictures: found.picture };
  }
  const [table] = tables;
  if (!table) throw nothingFound(archive, found);
  const maybe = sure ? found.text : [];
  if (tables.length + maybe.length === 1) return { kind: "table", table };
  return { kind: "files", files: tables, maybe };
}

function singlePicture(archive: Archive): DatasetRefusal {
  const detail = `${archiveInWords(archive.kind)} holds a single picture.`;
  return new DatasetRefusal("single_image", detail, archive.kind);
}

function nothingFound(archive: Archive, found: Classified): DatasetRefusal {
  const { kind } = archive;
  if (found.archive.length > 0) {
    const detail = `${archiveInWords(kind)} holds another archive: ${namesOf(found.archive)}.`;
    return new DatasetRefusal("archive_nested", detail, kind);
  }
  const detail =
    archive.files.length === 0
      ? `${archiveInWords(kind)} holds no files.`
      : `${archiveInWords(kind)} holds neither a table nor pictures: ${namesOf(archive.files)}.`;
  return new DatasetRefusal("archive_without_data", detail, kind);
}

/** What systems add to every archive. */
const clutter = /(^|[/\\])(__macosx[/\\].*|\._[^/\\]*|\.ds_store|thumbs\.db|desktop\.ini)$/i;

/** Alerts about everything in the archive that is neither profiled nor shown. */
export function describeRest(archive: Archive, used: ReadonlySet<ArchiveEntry>): ProfileAlert[] {
  const alerts: ProfileAlert[] = [];
  const rest = archive.files.filter((file) => !used.has(file) && !clutter.test(file.name));
  if (rest.length > 0) {
    const detail = `${subjectOf(archive)} also holds ${counted(rest.length, "file")} that the profile leaves out: ${namesOf(rest)}.`;
    alerts.push({ code: "other_files", detail });
  }
  if (archive.specialEntries > 0) {
    const number = counted(
      archive.specialEntries,
      "link, device or pipe",
      "links, devices or pipes",
    );
    alerts.push({ code: "special_entries", detail: `Skipped in the archive: ${number}.` });
  }
  const unsafe = archive.files.filter(({ name }) => isUnsafeName(name));
  if (unsafe.length > 0) {
    const detail = `${subjectOf(archive)} holds ${counted(unsafe.length, "name")} that would be unpacked outside the chosen folder: ${namesOf(unsafe)}.`;
    alerts.push({ code: "unsafe_names", detail });
  }
  return alerts;
}

function subjectOf({ kind }: Archive): string {
  return kind === "folder" ? "The folder" : "The archive";
}

function namesOf(entries: readonly ArchiveEntry[]): string {
  return listNames(
    entries.map(({ name }) => displayName(name)),
    namesShownMax,
  );
}
