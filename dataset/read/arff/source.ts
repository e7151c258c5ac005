/** Reads Weka's ARFF: declared columns, then rows, dense or sparse. */
import type { ProfileAlert } from "../../../market/profile/schemas.ts";
import { displayName } from "../../base/display-name.ts";
import type { DiskFile } from "../../base/input.ts";
import { type DatasetLimits, limitRefusal } from "../../base/limits.ts";
import { streamFile } from "../../base/open-file.ts";
import { DatasetRefusal } from "../../base/refusal.ts";
import { detectEncoding } from "../../open/encoding.ts";
import type { OpenInner } from "../inner-table.ts";
import { type RecordRow, RecordSource } from "../record-source.ts";
import { linesOf } from "../text-lines.ts";

const format = "arff";
const sampleBytes = 64 * 1024;

type Attribute = { name: string; isNumber: boolean; first: string | null };

type Header = { attributes: Attribute[]; comments: string[] };

export const openArff: OpenInner = async (file, _target, { all: limits }) => {
  const encoding = await encodingOf(file);
  const { attributes, comments } = await readHeader(file, encoding, limits);
  const open = (openLimits: DatasetLimits): RecordSource => {
    const broken = { rows: 0 };
    return new RecordSource(
      {
        ...{ format, encoding, isUntyped: true, names: attributes.map(({ name }) => name) },
        rows: () => rowsOf(file, { encoding, attributes, broken, limits: openLimits }),
        alerts: () => brokenAlerts(broken.rows),
      },
      openLimits,
    );
  };
  const tables = [{ name: "", byteSize: file.byteSize, named: true, open }];
  const text = comments.join("\n").trim();
  const notes = text === "" ? [] : [{ name: "comments", text, truncated: false }];
  return { format, tables, notes, alerts: [] };
};

async function encodingOf(file: DiskFile): Promise<string> {
  for await (const part of streamFile(file.filePath, { end: sampleBytes })) {
    const found = await detectEncoding(part as Buffer, file.byteSize <= sampleBytes);
    return found?.name ?? "latin1";
  }
  return "utf-8";
}

async function readHeader(
  file: DiskFile,
  encoding: string,
  limits: DatasetLimits,
): Promise<Header> {
  const attributes: Attribute[] = [];
  const comments: string[] = [];
  let bytes = 0;
  for await (const line of linesOf(file, encoding, limits, format)) {
    bytes += line.length;
    if (bytes > limits.schemaBytesMax) {
      throw limitRefusal(limits, "schemaBytesMax", null, format);
    }
    const text = line.trim();
    if (text.startsWith("%") && text.length > 1) comments.push(text.replace(/^%+ ?/, ""));
    if (/^@data\b/i.test(text)) {
      if (attributes.length > 0) return { attributes, comments };
      break;
    }
    const [, stated] = /^@attribute\s+(.*)$/i.exec(text) ?? [];
    if (stated !== undefined) attributes.push(attributeOf(stated));
    if (attributes.length > limits.columnsMax) {
      throw limitRefusal(limits, "columnsMax", null, format);
    }
  }
  throw new DatasetRefusal(
    "malformed_file",
    "The ARFF file declares no columns or no data.",
    format,
  );
}

function attributeOf(stated: string): Attribute {
  const [, single, double, bare, type = ""] =
    /^(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|([^\s{]+))\s*(.*)$/.exec(stated) ?? [];
  const name = unescaped(single ?? double ?? bare ?? "");
  if (/^relational\b/i.test(type)) {
    const detail = `The ARFF file's column ${displayName(name)} holds tables; write them to files of their own.`;
    throw new DatasetRefusal("unsupported_format", detail, format);
  }
  // In a sparse row a column that is not named has the first of its values.
  const first = type.startsWith("{") ? (cellsOf(type.slice(1, -1))[0] ?? null) : null;
  return { name, isNumber: /^(numeric|real|integer)\b/i.test(type), first };
}

type Reading = {
  encoding: string;
  attributes: readonly Attribute[];
  broken: { rows: number };
  limits: DatasetLimits;
};

async function* rowsOf(
  file: DiskFile,
  { encoding, attributes, broken, limits }: Reading,
): AsyncGenerator<RecordRow> {
  let inData = false;
  broken.rows = 0;
  for await (const line of linesOf(file, encoding, limits, format)) {
    const text = line.trim();
    if (!inData) {
      inData = /^@data\b/i.test(text);
      continue;
    }
    if (text === "" || text.startsWith("%")) continue;
    const cells = text.startsWith("{") ? sparse(text, attributes) : cellsOf(text);
    // A weight in braces may follow.
    if (cells?.length === attributes.length + 1 && /^\{.*\}$/.test(cells.at(-1) ?? "")) cells.pop();
    if (cells?.length !== attributes.length) {
      broken.rows++;
      continue;
    }
    yield {
      cells: cells.map((cell, i) => valueIn(cell, attributes[i])),
      byteSize: line.length + 1,
    };
  }
}

function brokenAlerts(rows: number): ProfileAlert[] {
  if (rows === 0) return [];
  const detail = `${rows} rows have another number of values than columns are declared; they are left out.`;
  return [{ code: "unread_parts", detail }];
}

function valueIn(cell: string | null, attribute: Attribute | undefined): unknown {
  if (cell === null || !attribute?.isNumber) return cell;
  const number = Number(cell);
  return cell.trim() === "" || Number.isNaN(number) ? cell : number;
}

/** `{1 X, 3 7}`: positions from 0 with their values. */
function sparse(text: string, attributes: readonly Attribute[]): (string | null)[] | null {
  const cells = attributes.map(({ isNumber, first }) => (isNumber ? "0" : first));
  const inside = text.slice(1, text.lastIndexOf("}")).trim();
  if (inside === "") return cells;
  for (const part of partsOf(inside)) {
    const [, place, value = ""] = /^\s*(\d+)\s+(.*)$/.exec(part) ?? [];
    if (place === undefined || Number(place) >= cells.length) return null;
    cells[Number(place)] = cellOf(value);
  }
  return cells;
}

const cellsOf = (line: string): (string | null)[] => partsOf(line).map(cellOf);

/** Splits at commas, or at tabs, outside of quotes. */
function partsOf(line: string): string[] {
  const separator = line.includes(",") ? "," : "\t";
  if (!/['"]/.test(line)) return line.split(separator);
  const parts: string[] = [];
  let quote = "";
  let from = 0;
  for (let at = 0; at < line.length; at++) {
    const char = line[at];
    if (char === "\\") at++;
    else if (quote !== "") quote = char === quote ? "" : quote;
    else if ((char === "'" || char === '"') && line.slice(from, at).trim() === "") quote = char;
    else if (char === separator) {
      parts.push(line.slice(from, at));
      from = at + 1;
    }
  }
  return [...parts, line.slice(from)];
}

/** A question mark without quotes is a missing value. */
function cellOf(part: string): string | null {
  const text = part.trim();
  if (text === "?") return null;
  const isQuoted = text.length > 1 && /^(['"]).*\1$/s.test(text);
  return isQuoted ? unescaped(text.slice(1, -1)) : text;
}

const unescaped = (text: string): string => text.replace(/\\(.)/g, "$1");
