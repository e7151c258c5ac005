/** Finds where in a JSON file the records are. */
import type { DatasetLimits } from "../../base/limits.ts";
import { DatasetRefusal } from "../../base/refusal.ts";
import type { TextEncoding } from "../../open/encoding.ts";
import { Utf8Reader } from "../utf8-reader.ts";
import type { RecordShape } from "./columns.ts";
import { ObjectWalk } from "./object-walk.ts";

export type JsonFormat = "json" | "jsonl" | "geojson";

/** Where the records are: one a line, or in an array that begins at a byte of the decoded text. */
export type JsonLayout = { records: "lines" } | ArrayLayout;

export type ArrayLayout = { records: "array"; start: number; shape: RecordShape; depth: number };

/** Finds out how a JSON file holds its records. `head` is its beginning without white space. */
export function findJsonLayout(
  filePath: string,
  encoding: TextEncoding,
  head: string,
  hintedLines: boolean,
  limits: DatasetLimits,
): { layout: JsonLayout; format: JsonFormat } {
  if (holdsLines(head, hintedLines)) return { layout: { records: "lines" }, format: "jsonl" };
  if (head.startsWith("[")) {
    const start = positionOfFirst(filePath, encoding, "[") + 1;
    return { layout: { records: "array", start, shape: "values", depth: 1 }, format: "json" };
  }
  const outline = new ObjectWalk(limits).read(filePath, encoding);
  if (outline.followed) return { layout: { records: "lines" }, format: "jsonl" };
  if (outline.type === "Topology") {
    const detail = "No sample is made of TopoJSON; convert it to GeoJSON.";
    throw new DatasetRefusal("unsupported_format", detail, "topojson");
  }
  if (outline.type === "FeatureCollection") {
    const features = outline.arrays.find((array) => array.key === "features");
    if (features) {
      const { start } = features;
      return {
        layout: { records: "array", start, shape: "features", depth: 2 },
        format: "geojson",
      };
    }
  }
  const ofObjects = outline.arrays.filter((array) => array.first === "{");
  const candidates = ofObjects.length > 0 ? ofObjects : outline.arrays;
  const longest = candidates.toSorted((a, b) => b.elements - a.elements)[0];
  if (!longest) {
    const detail = "The JSON object holds no array of records.";
    throw new DatasetRefusal("unknown_format", detail, "json");
  }
  const { start } = longest;
  return { layout: { records: "array", start, shape: "values", depth: 2 }, format: "json" };
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
