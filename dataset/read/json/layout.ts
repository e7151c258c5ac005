/** Finds where in a JSON file the records are. */
import type { ProfileAlert } from "../../../market/profile/schemas.ts";
import type { DiskFile } from "../../base/input.ts";
import type { DatasetLimits } from "../../base/limits.ts";
import { DatasetRefusal } from "../../base/refusal.ts";
import { RECORD_SEPARATOR } from "../../open/detect.ts";
import { HEAD_BYTES_MAX, type TextEncoding } from "../../open/encoding.ts";
import { Utf8Reader } from "../utf8-reader.ts";
import type { RecordShape } from "./columns.ts";
import { type MemberArray, ObjectWalk } from "./object-walk.ts";
import { unreadMembers } from "./unread-members.ts";

/** Larger documents are not parsed whole; of those the longest array is read. */
const DOCUMENT_BYTES_MAX = 32 * 1024 * 1024;

export type JsonFormat = "json" | "jsonl" | "geojson";

/**
 * Where the records are: one a line, in an array that begins at a byte of the decoded text, or one
 * after the other; `document` is an object that must be looked at whole.
 */
type JsonLayout = RunLayout | { records: "document" };

/** Layouts that are read from the beginning to the end. */
export type RunLayout =
  | { records: "lines" }
  | ArrayLayout
  | { records: "values"; shape: RecordShape };

export type ArrayLayout = { records: "array"; start: number; shape: RecordShape; depth: number };

type Found = { layout: JsonLayout; format: JsonFormat; alerts: ProfileAlert[] };

/** Finds out how a JSON file holds its records. `head` is its beginning without white space. */
export function findJsonLayout(
  file: DiskFile,
  encoding: TextEncoding,
  head: string,
  hintedLines: boolean,
  limits: DatasetLimits,
): Found {
  const { filePath, byteSize } = file;
  if (head.startsWith(RECORD_SEPARATOR)) return oneByOne(featureBeginning.test(head.slice(1)));
  const features = featureBeginning.test(head);
  if (holdsLines(head, hintedLines)) return features ? oneByOne(true) : lines;
  if (head.startsWith("[")) {
    const start = positionOfFirst(filePath, encoding, "[") + 1;
    return arrayAt({ start, shape: "values", depth: 1 }, "json");
  }
  const outline = new ObjectWalk(limits).read(filePath, encoding);
  // Only lines that are longer than the beginning that was looked at show no end in it.
  const isLongLine = byteSize > HEAD_BYTES_MAX && !head.includes("\n");
  if (outline.followed) return isLongLine ? lines : oneByOne(features);
  if (outline.type === "Topology") {
    const detail = "No sample is made of TopoJSON; convert it to GeoJSON.";
    throw new DatasetRefusal("unsupported_format", detail, "topojson");
  }
  if (outline.type === "Feature" && features) return oneByOne(true);
  if (outline.type === "FeatureCollection") {
    const array = outline.arrays.find(({ key }) => key === "features");
    if (array) return arrayAt({ start: array.start, shape: "features", depth: 2 }, "geojson");
  }
  if (byteSize <= DOCUMENT_BYTES_MAX) {
    return { layout: { records: "document" }, format: "json", alerts: [] };
  }
  return longestArray(outline.arrays);
}

const featureBeginning = /^\s*\{\s*"type"\s*:\s*"Feature"/;
const lines: Found = { layout: { records: "lines" }, format: "jsonl", alerts: [] };

/** Objects one after the other, of several lines each or with separators before them. */
function oneByOne(features: boolean): Found {
  const shape = features ? "features" : "values";
  const format = features ? "geojson" : "jsonl";
  return { layout: { records: "values", shape }, format, alerts: [] };
}

function arrayAt(array: Omit<ArrayLayout, "records">, format: JsonFormat): Found {
  return { layout: { records: "array", ...array }, format, alerts: [] };
}

/** Of an object that is too large to be looked at whole, its longest array. */
function longestArray(arrays: readonly MemberArray[]): Found {
  const ofObjects = arrays.filter((array) => array.first === "{");
  const candidates = ofObjects.length > 0 ? ofObjects : arrays;
  const longest = candidates.toSorted((a, b) => b.elements - a.elements)[0];
  if (!longest) throw noTable();
  const found = arrayAt({ start: longest.start, shape: "values", depth: 2 }, "json");
  const others = arrays.filter((array) => array !== longest).map(({ key }) => key);
  return { ...found, alerts: unreadMembers([longest.key], others) };
}

/** A document in which nothing is a table. */
export function noTable(): DatasetRefusal {
  const detail = "The JSON object holds no array of records and no other table.";
  return new DatasetRefusal("unknown_format", detail, "json");
}

/** Records stand one a line when the first line is a whole value and another one follows. */
function holdsLines(head: string, hintedLines: boolean): boolean {
  const lineEnd = head.indexOf("\n");
  const line = lineEnd < 0 ? head : head.slice(0, lineEnd);
  if (hintedLines && !head.startsWith("[")) return true;
  if (lineEnd < 0) return false;
  const next = head.slice(lineEnd).trimStart()[0];
  if (next !== "{" && next !== "[") return false;
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
}

function positionOfFirst(filePath: string, encoding: TextEncoding, char: string): number {
  const reader = new Utf8Reader(filePath, encoding);
  try {
    const block = Buffer.allocUnsafe(64 * 1024);
    for (let position = 0; ; ) {
      const length = reader.read(block, 0);
      if (length === 0) return 0;
      const at = block.subarray(0, length).indexOf(char);
      if (at >= 0) return position + at;
      position += length;
    }
  } finally {
    reader.close();
  }
}
