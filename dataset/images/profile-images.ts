/** The profile of an image archive: figures from the headers, and a sample of thumbnails. */

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { agreeing } from "../../market/counted.ts";
import type { ImagesProfile } from "../../market/profile/image-schemas.ts";
import { MEDIA_UNSCORED, SAMPLE_ROWS_MAX } from "../../market/profile/rules.ts";
import type { Profile, ProfileAlert } from "../../market/profile/schemas.ts";
import { displayName } from "../base/display-name.ts";
import type { ProfileInput } from "../base/input.ts";
import { DatasetRefusal } from "../base/refusal.ts";
import { contactSheetFile, type DatasetReport } from "../base/report.ts";
import { buildProfile } from "../describe/build-profile.ts";
import { addColumnAlerts, hidePersonal, measureColumns } from "../describe/column-profile.ts";
import { compareColumns } from "../describe/describe-table.ts";
import { HashSketch } from "../measure/hash-sketch.ts";
import { scanTable } from "../measure/scan-table.ts";
import { type Archive, type ArchiveEntry, readWhole } from "../open/archive/entries.ts";
import { clearPictures, clearSummary } from "./clear-pictures.ts";
import { type Picture, readPicture, type UnreadableReason } from "./header.ts";
import { pictureCharts } from "./picture-charts.ts";
import { samplePictures } from "./sample.ts";
import { type ArchivePicture, PictureTable } from "./table.ts";

type Unreadable = Map<UnreadableReason, number>;

/**
 * Profiles an archive's images and makes their sample and contact sheet. `onShare` receives the
 * finished share of the work, 0 to 1. Throws `DatasetRefusal` if no image can be read.
 */
export async function profileImages(
  archive: Archive,
  entries: readonly ArchiveEntry[],
  input: ProfileInput,
  alerts: readonly ProfileAlert[],
  onShare: (share: number) => void,
): Promise<DatasetReport> {
  const { pictures, unreadable } = await readPictures(entries, input, onShare);
  if (pictures.length === 0) {
    throw nothingReadable(archive, unreadable, entries.length);
  }
  const found = [
    ...alerts,
    ...describeUnreadable(unreadable, entries.length),
    ...describePositions(pictures),
  ];
  const table = new PictureTable(archive.kind, pictures, found);
  const scan = await scanTable(table, SAMPLE_ROWS_MAX, () => {});
  // Images are compared by content: two names for the same bytes are one image twice.
  const rowSketch = new HashSketch(input.limits.archiveEntriesMax);
  rowSketch.add(BigUint64Array.from(pictures, (picture) => picture.contentHash));
  const facts = table.facts();
  const measured = measureColumns(scan, facts, input.computedAt);
  const columns = hidePersonal(measured, input.paid);
  const { room, disclosure } = clearPictures({ ...scan, rowSketch }, measured, columns, input);
  addColumnAlerts(measured, columns, scan, facts, input);
  const context = { ...input, alerts: [] };
  const told = { columns, disclosure, ...compareColumns(scan, measured, input) };
  const profile = buildProfile({ ...scan, rowSketch }, table, told, context);
  const { sample, sheet } = await samplePictures(scan, pictures, columns, room, input);
  const images = describeImages(pictures, unreadable, rowSketch.repeats);
  if (sheet) writeFileSync(join(input.workDir, contactSheetFile), sheet);
  return {
    outcome: "generated",
    format: archive.kind,
    compression: null,
    encoding: null,
    delimiter: null,
    profile: withImages(profile, clearSummary(images, columns)),
    sample,
    charts: pictureCharts(pictures, sample, input),
    contactSheet: sheet !== null,
  };
}

async function readPictures(
  entries: readonly ArchiveEntry[],
  { limits }: ProfileInput,
  onShare: (share: number) => void,
): Promise<{ pictures: ArchivePicture[]; unreadable: Unreadable }> {
  const pictures: ArchivePicture[] = [];
  const unreadable: Unreadable = new Map();
  for (const [index, entry] of entries.entries()) {
    const found = await readEntry(entry, limits.imageBytesMax);
    if (typeof found === "string") unreadable.set(found, (unreadable.get(found) ?? 0) + 1);
    else pictures.push({ ...found, name: displayName(entry.name), entry });
    onShare((index + 1) / entries.length);
  }
  return { pictures, unreadable };
}

/** A damaged entry does not fail the archive. */
async function readEntry(
  entry: ArchiveEntry,
  bytesMax: number,
): Promise<Picture | UnreadableReason> {
  try {
    const bytes = await readWhole(entry, bytesMax);
    return bytes === null ? "too_large" : await readPicture(bytes);
  } catch (error) {
    if (error instanceof DatasetRefusal) return "corrupt";
    throw error;
  }
}

function nothingReadable(archive: Archive, unreadable: Unreadable, total: number): DatasetRefusal {
  if (unreadable.get("not_an_image") === total) {
    const none = total === 1 ? "The only picture is no" : `None of the ${total} pictures is a`;
    const detail = `${none} JPEG, PNG, WebP, GIF, TIFF or AVIF.`;
    return new DatasetRefusal("unsupported_format", detail, archive.kind);
  }
  const none =
    total === 1
      ? "The only picture in the archive cannot"
      : `None of the ${total} pictures in the archive can`;
  const detail = `${none} be read.`;
  return new DatasetRefusal("malformed_file", detail, archive.kind);
}

function describeUnreadable(unreadable: Unreadable, total: number): ProfileAlert[] {
  if (unreadable.size === 0) return [];
  const count = [...unreadable.values()].reduce((sum, some) => sum + some, 0);
  const reasons = [...unreadable].map(([reason, some]) => `${some} ${reason.replaceAll("_", " ")}`);
  const detail = `${count} of ${total} pictures cannot be read: ${reasons.join(", ")}.`;
  return [{ code: "unreadable_images", detail }];
}

function describePositions(pictures: readonly ArchivePicture[]): ProfileAlert[] {
  const count = pictures.filter(({ hasPosition }) => hasPosition).length;
  if (count === 0) return [];
  const detail = `${count} of ${pictures.length} pictures ${agreeing(count, "says where it was", "say where they were")} taken (EXIF).`;
  return [{ code: "picture_positions", detail }];
}

function describeImages(
  pictures: readonly ArchivePicture[],
  unreadable: Unreadable,
  duplicates: number,
): ImagesProfile {
  return {
    count: pictures.length,
    formats: frequencies(pictures.map(({ format }) => format)),
    colour_spaces: frequencies(pictures.map(({ colourSpace }) => colourSpace)),
    width: rangeOf(pictures.map(({ width }) => width)),
    height: rangeOf(pictures.map(({ height }) => height)),
    bytes: rangeOf(pictures.map(({ bytes }) => bytes)),
    animated: pictures.filter(({ animated }) => animated).length,
    duplicates,
    unreadable: [...unreadable].map(([reason, count]) => ({ reason, count })),
  };
}

function frequencies(names: readonly string[]): { name: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts]
    .map(([name, count]) => ({ name, count }))
    .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
}

function rangeOf(values: readonly number[]): { min: number; max: number; mean: number } {
  let min = Number.POSITIVE_INFINITY;
  let max = 0;
  let sum = 0;
  for (const value of values) {
    min = Math.min(min, value);
    max = Math.max(max, value);
    sum += value;
  }
  return { min, max, mean: sum / values.length };
}

/** Adds the images to the profile; unreadable ones lower the validity. Pictures have no score. */
function withImages(profile: Profile, images: ImagesProfile): Profile {
  const unreadable = images.unreadable.reduce((sum, { count }) => sum + count, 0);
  const share = images.count / (images.count + unreadable);
  const validity = Math.round(profile.quality.components.validity * share * 10_000) / 10_000;
  const components = { ...profile.quality.components, validity };
  const quality = { ...profile.quality, components, score: null, not_scored: MEDIA_UNSCORED };
  return { ...profile, quality, images };
}
