/** The published metrics of the Pollock benchmark: success, and precision, recall and F1 of three kinds. */

/** A table as text: no names where the file has none. */
export type Table = {
  names: readonly string[] | null;
  rows: readonly (readonly string[])[];
  columns: number;
  /** Why there is no table. */
  failure?: string;
};

type Counts = Map<string, number>;

function countOf(values: Iterable<string>): Counts {
  const counts: Counts = new Map();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

/** Precision, recall and F1 of two bags of texts, in the benchmark's own sense of the words. */
function overlap(truth: readonly string[], found: readonly string[]): [number, number, number] {
  if (truth.length === 0) return [1, 1, 1];
  const counts = countOf(found);
  let both = 0;
  for (const [value, count] of countOf(truth)) both += Math.min(count, counts.get(value) ?? 0);
  if (both === 0) return [0, 0, 0];
  const precision = both / truth.length;
  const recall = both / found.length;
  return [precision, recall, (2 * precision * recall) / (precision + recall)];
}

/** Letters of one case; numbers by their value. Dates and prices stay as they are spelled. */
function normalize(cell: string): string {
  if (/^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i.test(cell)) return String(Number(cell));
  return cell.trim() === "" ? cell : cell.toLowerCase();
}

/** Success, then header, record and cell measures: ten figures between 0 and 1. */
export function measuresOf(truth: Table, found: Table): number[] {
  if (found.failure !== undefined && truth.columns > 0) return new Array<number>(10).fill(0);
  if (truth.columns === 0) return new Array<number>(10).fill(1);
  const all = (table: Table): (readonly string[])[] =>
    table.names === null ? [...table.rows] : [table.names, ...table.rows];
  const [truthAll, foundAll] = [all(truth), all(found)];
  const header = (records: (readonly string[])[]): string[] => (records[0] ?? []).map(normalize);
  const bodies = (records: (readonly string[])[]): string[] =>
    records.slice(1).map((record) => record.map(normalize).join(""));
  return [
    1,
    ...overlap(header(truthAll), header(foundAll)),
    ...overlap(bodies(truthAll), bodies(foundAll)),
    ...overlap(truthAll.flat(), foundAll.flat()),
  ];
}

type Scored = { file: string; measures: readonly number[] };

/** The sum of the ten figures' means, and of their means weighted by how frequent a pollution is. */
export function scoreOf(
  results: readonly Scored[],
  weights: Readonly<Record<string, number>>,
): { simple: number; weighted: number | null } {
  const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);
  const simple = sum(results.map(({ measures }) => sum(measures))) / results.length;
  const weightOf = ({ file }: Scored): number => weights[file] ?? -1;
  if (results.some((result) => weights[result.file] === undefined))
    return { simple, weighted: null };
  const total = sum(results.map(weightOf));
  const weighted = sum(results.map((result) => sum(result.measures) * weightOf(result))) / total;
  return { simple, weighted };
}
