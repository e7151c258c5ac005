import type { ProfileAlert } from "../../../market/profile/schemas.ts";
import type { DatasetLimits } from "../../base/limits.ts";
import { DatasetRefusal } from "../../base/refusal.ts";
import { RECORD_SEPARATOR } from "../../open/detect.ts";
import type { TextEncoding } from "../../open/encoding.ts";
import { refusalOf } from "../../open/refused-formats.ts";
import { isGeometryType } from "../geometries.ts";
import { Utf8Reader } from "../utf8-reader.ts";
import type { RecordShape } from "./columns.ts";
import type { ObjectOutline } from "./object-outline.ts";
import { ObjectWalk } from "./object-walk.ts";
import { otherTablesAlert } from "./other-tables.ts";
import { parseJson } from "./parse-json.ts";
import { type FoundTable, pairTable, type TableShape } from "./table-shapes.ts";

export type JsonFormat = "json" | "jsonl" | "geojson";

/**
 * Where the records are: one per line, one after the other, or in an array or object. `start` is
 * the position in the decoded text after its opening bracket, `depth` the number of brackets around
 * the records.
 */
export type JsonLayout =
  | { records: "lines" }
  | { records: "array" | "sequence"; start: number; depth: number }
  | {
      records: "members";
      start: number;
      depth: number;
      keyName: string;
      areRecords: boolean;
    }
  | {
      records: "columns";
      depth: number;
      table: Extract<TableShape, { kind: "columns" | "split" }>;
    };

export type FoundLayout = {
  layout: JsonLayout;
  shape: RecordShape;
  format: JsonFormat;
  alerts: ProfileAlert[];
  /** Number of values outside the table. */
  cellsUnread?: number;
};

/** Finds the records in a JSON file. `head` is its beginning without white space. */
export function findJsonLayout(
  filePath: string,
  encoding: TextEncoding,
  head: string,
  hintedLines: boolean,
  limits: DatasetLimits,
): FoundLayout {
  if (holdsLines(head, hintedLines)) return oneByOne("lines", head);
  if (head.startsWith(RECORD_SEPARATOR)) return oneByOne("sequence", head);
  if (head.startsWith("[")) {
    const start = positionOfFirst(filePath, encoding, "[") + 1;
    const layout = { records: "array" as const, start, depth: 1 };
    return { layout, shape: "values", format: "json", alerts: [] };
  }
  const walk = new ObjectWalk(limits);
  const { followed, onOneLine } = walk.read(filePath, encoding);
  const { outline } = walk;
  if (followed) return oneByOne(onOneLine ? "lines" : "sequence", head, outline.type);
  return geographic(outline, head) ?? ofObject(outline);
}

/** Recognises GeoJSON by its `type`, whatever else the object contains. */
function geographic(outline: ObjectOutline, head: string): FoundLayout | null {
  if (outline.type === "Topology") {
    throw refusalOf("topojson");
  }
  if (outline.type === "Feature" && outline.root?.nested.some(({ key }) => key === "geometry")) {
    return oneByOne("sequence", head, outline.type);
  }
  if (isGeometryType(outline.type)) return ofGeometry(outline);
  if (outline.type !== "FeatureCollection") return null;
  const features = outline.root?.nested.find(({ key }) => key === "features");
  if (!features) return null;
  const layout = { records: "array" as const, start: features.start, depth: 2 };
  return { layout, shape: "features", format: "geojson", alerts: [] };
}

/** A geometry without a feature is valid GeoJSON, too; a collection has one row per geometry. */
function ofGeometry({ root }: ObjectOutline): FoundLayout | null {
  const parts = root?.nested.find(({ key }) => key === "geometries");
  if (!parts && !root?.nested.some(({ key }) => key === "coordinates")) return null;
  const layout = parts
    ? { records: "array" as const, start: parts.start, depth: 2 }
    : { records: "sequence" as const, start: 0, depth: 0 };
  return { layout, shape: "geometries", format: "geojson", alerts: [] };
}

/** Chooses the largest table of an object. */
function ofObject({ root, tables, tablesBeyond }: ObjectOutline): FoundLayout {
  const table = root?.best ?? (root?.scalars === 1 && root.members === 1 ? pairTable(root) : null);
  if (!root || !table) {
    const detail = "The JSON object contains no array of records and no other table.";
    throw new DatasetRefusal("unknown_format", detail, "json");
  }
  const alert = otherTablesAlert(table, { tables, tablesBeyond }, root.values);
  const alerts = alert ? [alert] : [];
  const cellsUnread = root.values - table.values;
  return { layout: layoutOf(table), shape: "values", format: "json", alerts, cellsUnread };
}

function layoutOf({ start, depth, shape }: FoundTable): JsonLayout {
  switch (shape.kind) {
    case "array":
      return { records: "array", start, depth };
    case "members": {
      const { keyName, areRecords } = shape;
      return { records: "members", start, depth, keyName, areRecords };
    }
    case "columns":
    case "split":
      return { records: "columns", depth, table: shape };
  }
}

/** Separate values, which are GeoJSON features if the first one is. */
function oneByOne(
  records: "lines" | "sequence",
  head: string,
  type: string | null = null,
): FoundLayout {
  const isFeatures = type === "Feature" || (type === null && beginsWithFeature(head));
  const shape = isFeatures ? "some_features" : "values";
  const format = isFeatures ? "geojson" : "jsonl";
  const layout: JsonLayout = records === "lines" ? { records } : { records, start: 0, depth: 0 };
  return { layout, shape, format, alerts: [] };
}

const featureBeginning = /^\{\s*"type"\s*:\s*"Feature"\s*[,}]/;

/** Whether the first value states that it is a feature; its line may be longer than the head. */
function beginsWithFeature(head: string): boolean {
  return featureBeginning.test(withoutSeparator(head)) || isFeature(parsed(firstLine(head)));
}

function isFeature(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const { type, geometry } = value as { type?: unknown; geometry?: unknown };
  return type === "Feature" && geometry !== undefined;
}

function withoutSeparator(head: string): string {
  return head.startsWith(RECORD_SEPARATOR) ? head.slice(1).trimStart() : head;
}

function firstLine(head: string): string {
  const text = withoutSeparator(head);
  const end = text.indexOf("\n");
  return end < 0 ? text : text.slice(0, end);
}

/** There is one record per line if the first line is a complete value and another line follows. */
function holdsLines(head: string, hintedLines: boolean): boolean {
  const lineEnd = head.indexOf("\n");
  if (head.startsWith(RECORD_SEPARATOR)) return false;
  if (hintedLines && !head.startsWith("[") && !isPrinted(head)) return true;
  if (lineEnd < 0) return false;
  const next = head.slice(lineEnd).trimStart()[0];
  if (next !== "{" && next !== "[") return false;
  return parsed(head.slice(0, lineEnd)) !== undefined;
}

const objectBeginning = /^\{(\s*"([^"\\]|\\.)*"\s*:.*[{[,]|\s*)$/;

/** Whether the first line is only the beginning of a pretty-printed object. */
function isPrinted(head: string): boolean {
  return head.includes("\n") && objectBeginning.test(firstLine(head).trim());
}

function parsed(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
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
