/** Measures how well a delimiter and its quoting explain the beginning of a file. */
import { kindOf, valueKinds } from "./cell-kind.ts";
import { COMMA, type RecordLayout } from "./layout.ts";
import { type HeadRecord, readHead } from "./read-head.ts";

/** Records and bytes that are enough to recognise a dialect. */
const recordsMax = 300;
const bytesMax = 256 * 1024;
/** With fewer records in these bytes, cells are long and the whole head is read. */
const recordsMin = 4;

export type Candidate = {
  layout: RecordLayout;
  /** The non-empty records, without one that the head cuts. */
  records: HeadRecord[];
  /** The most frequent number of cells; the larger one of equally frequent ones. */
  width: number;
  /** Share of records with that width. */
  fit: number;
  /** Share of records as wide as the record before or after. */
  runs: number;
  malformed: number;
};

/** Reads the head with a layout; a second time, with repairs, once the width is known. */
export function judge(head: Buffer, layout: RecordLayout, whole: boolean): Candidate {
  const found = judgeFirst(head.subarray(0, bytesMax), layout, whole && head.length <= bytesMax);
  if (head.length <= bytesMax || found.records.length >= recordsMin) return found;
  return judgeFirst(head, layout, whole);
}

function judgeFirst(bytes: Buffer, layout: RecordLayout, isWhole: boolean): Candidate {
  const first = evaluate(bytes, { ...layout, columns: 0 }, isWhole);
  const isOpen = first.records.some(
    (record) => record.malformed || record.end - record.start > 4096,
  );
  if (layout.quote === null || first.width < 2 || !isOpen) return first;
  const second = evaluate(bytes, { ...layout, columns: first.width }, isWhole);
  return { ...second, malformed: first.malformed };
}

function evaluate(head: Buffer, layout: RecordLayout, whole: boolean): Candidate {
  const { records: all, cut } = readHead(head, layout, whole, recordsMax);
  const complete = cut && all.length > 1 && all.length < recordsMax ? withoutCut(all, head) : all;
  const records = complete.filter((record) => !(record.empty && record.width === 1));
  const widths = new Map<number, number>();
  for (const { width } of records) widths.set(width, (widths.get(width) ?? 0) + 1);
  let width = 0;
  let most = 0;
  for (const [size, times] of widths) {
    if (times < most || (times === most && size < width)) continue;
    width = size;
    most = times;
  }
  const count = Math.max(1, records.length);
  return {
    layout,
    records,
    width,
    fit: most / count,
    runs: inRuns(records) / count,
    malformed: records.filter((record) => record.malformed).length,
  };
}

/** Drops the last record if the head may have cut it. */
function withoutCut(records: HeadRecord[], head: Buffer): HeadRecord[] {
  return records.at(-1)?.end === head.length && head.at(-1) !== 10 ? records.slice(0, -1) : records;
}

function inRuns(records: readonly HeadRecord[]): number {
  return records.filter(({ width }, i) => {
    return width > 1 && (records[i - 1]?.width === width || records[i + 1]?.width === width);
  }).length;
}

/** The texts of the records with the usual width. */
export function usualRows({ records, width }: Candidate): string[][] {
  return records.flatMap(({ cells }) => (cells?.length === width ? [cells] : []));
}

/** Share of cells that are values by themselves. */
export function valuesShare(candidate: Candidate): number {
  const cells = usualRows(candidate).slice(0, 50).flat();
  const kinds = cells.map(kindOf).filter((kind) => kind !== "missing");
  const values = kinds.filter((kind) => valueKinds.has(kind));
  return kinds.length === 0 ? 0 : values.length / kinds.length;
}

const dividedShareMin = 0.8;

/** Whether commas are inside of numbers that blanks separate: `1940   99,840   55,640`. */
export function dividesThousands(candidate: Candidate): boolean {
  if (candidate.layout.delimiter !== COMMA) return false;
  const pairs = usualRows(candidate)
    .slice(0, 50)
    .flatMap((row) => row.slice(1).map((cell, i) => [row[i] ?? "", cell] as const));
  const divided = pairs.filter(
    ([left, right]) => /(^|\s|-)\d{1,3}$/.test(left) && /^\d{3}(?!\d)/.test(right),
  );
  const isSpaced = divided.some(([left]) => /\S\s{2,}\S/.test(left));
  return isSpaced && divided.length >= pairs.length * dividedShareMin;
}

/**
 * Whether the text is sentences: a space follows nearly every delimiter, and cells are runs of
 * words.
 */
export function looksLikeProse(found: readonly HeadRecord[]): boolean {
  const records = found.map((record) => record.cells ?? []);
  const cells = records.flat();
  const later = records.flatMap((record) => record.slice(1));
  const spaced = later.filter((cell) => cell.startsWith(" ")).length;
  if (spaced < later.length * 0.9) return false;
  const sentences = records.filter((record) => /[.!?]["')]?$/.test(record.at(-1) ?? "")).length;
  if (sentences >= records.length / 2) return true;
  const words = cells.reduce((sum, cell) => sum + cell.trim().split(/\s+/).length, 0);
  return words >= cells.length * 3;
}
