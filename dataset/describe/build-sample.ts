/** The rows that are shown of a file: which of them, what is hidden, and how much of each cell. */
import {
  SAMPLE_BYTES_MAX,
  SAMPLE_CELL_CHARS_MAX,
  SAMPLE_NESTED_CHARS_MAX,
  sampleRowsMax,
} from "../../market/profile/rules.ts";
import type { ColumnProfile, ColumnType, Sample } from "../../market/profile/schemas.ts";
import { seededRandom, shuffle } from "../base/random.ts";
import { integerValue, nestedJson, numberValue } from "../base/values.ts";
import { type Cover, coverOf } from "../measure/personal/hide.ts";
import type { SampledRow, TableScan } from "../measure/scan-table.ts";
import { missingTokens } from "../measure/text-types.ts";

type Cell = { value: unknown; cut: boolean };

const cellCharsMin = 16;
const rowsWantedMin = 5;

/**
 * The sample that is shown: a uniform part of the scanned rows, hidden where personal data of a
 * paid file stands, with long cells cut, and as many rows as fit into the size limit.
 */
export function buildSample(
  scan: TableScan,
  columns: readonly ColumnProfile[],
  paid: boolean,
  fileSha256: string,
): Sample {
  const random = seededRandom(fileSha256, 2);
  const rowsMax = sampleRowsMax(scan.rows, paid);
  const ordered = shuffle([...scan.sample], random).slice(0, rowsMax);
  const covers = columns.map((column) => coverOf(paid, column));
  const types = columns.map((column) => column.type);
  const { rows, truncatedCells } = fitRows(ordered, types, covers);
  return {
    columns: columns.map(({ name, type }) => ({ name, type })),
    rows,
    sampling: {
      method: rows.length === scan.rows ? "all_rows" : "uniform",
      seed: fileSha256.slice(0, 16),
      rows_total: scan.rows,
      truncated_cells: truncatedCells,
    },
  };
}

/** Takes rows in random order while they fit; cells are cut shorter when too few rows would. */
function fitRows(
  ordered: readonly SampledRow[],
  types: readonly ColumnType[],
  covers: readonly (Cover | null)[],
): { rows: unknown[][]; truncatedCells: number } {
  const wanted = Math.min(rowsWantedMin, ordered.length);
  for (let charsMax = SAMPLE_CELL_CHARS_MAX; ; charsMax = Math.floor(charsMax / 2)) {
    const taken: { index: number; cells: Cell[] }[] = [];
    // Of the array's two brackets one: the last row has no comma.
    let bytes = 1;
    for (const row of ordered) {
      const cells = types.map((type, i) => {
        return toCell(row.values[i], type, covers[i] ?? null, charsMax);
      });
      bytes += Buffer.byteLength(JSON.stringify(cells.map((cell) => cell.value))) + 1;
      if (bytes > SAMPLE_BYTES_MAX) break;
      taken.push({ index: row.index, cells });
    }
    if (taken.length < wanted && charsMax > cellCharsMin) continue;
    taken.sort((a, b) => a.index - b.index);
    const cut = taken.flatMap((row) => row.cells).filter((cell) => cell.cut);
    return {
      rows: taken.map((row) => row.cells.map((cell) => cell.value)),
      truncatedCells: cut.length,
    };
  }
}

function toCell(raw: unknown, type: ColumnType, cover: Cover | null, charsMax: number): Cell {
  const value = sampleValue(raw, type);
  if (value === null) return { value, cut: false };
  if (typeof cover === "string") return { value: cover, cut: false };
  if (typeof value === "string") {
    return cutText(String(cover ? cover(value) : value), charsMax);
  }
  if (typeof value !== "object") return { value, cut: false };
  const json = nestedJson(value);
  if (json.length > SAMPLE_NESTED_CHARS_MAX) return { value: null, cut: true };
  const parsed: unknown = JSON.parse(json);
  return { value: cover ? cover(parsed) : parsed, cut: false };
}

function cutText(text: string, charsMax: number): Cell {
  if (text.length <= charsMax) return { value: text, cut: false };
  const head = text.slice(0, charsMax).replace(/[\ud800-\udbff]$/, "");
  return { value: `${head}…`, cut: true };
}

/** A raw value as the reader gave it, in the type of its column. */
function sampleValue(raw: unknown, type: ColumnType): unknown {
  if (raw === null || raw === undefined) return null;
  if (typeof raw === "bigint") return integerValue(raw);
  if (typeof raw === "number") return numberValue(raw);
  if (typeof raw !== "string" || type === "string" || type === "mixed") return raw;
  const text = raw.trim();
  if (missingTokens.includes(text)) return null;
  switch (type) {
    case "integer":
      return /^[+-]?\d+$/.test(text) ? integerValue(BigInt(text)) : raw;
    case "number":
      return textNumber(text);
    case "boolean":
      return text.toLowerCase() === "true";
    default:
      return raw;
  }
}

function textNumber(text: string): number | string {
  const lower = text.toLowerCase().replace(",", ".");
  const infinite = /^([+-]?)inf(inity)?$/.exec(lower);
  if (infinite) return infinite[1] === "-" ? "-Infinity" : "Infinity";
  return numberValue(Number(lower));
}
