/** The sample as a table: random rows of the file, which can be filtered. */
import { counted } from "../../../market/counted.ts";
import type { Sample } from "../../../market/profile/schemas.ts";
import { formatCount } from "../../kit/format.ts";
import { Foreign } from "../../kit/parts.tsx";
import { plain } from "../charts/histogram.tsx";

/** Keeps the page below 100 kB: the more its columns take, the less remains for rows. */
const bytes = { page: 44_000, column: 800, cell: 30 };
const rowsShownMin = 5;
const cellCharsMax = 80;

export type SampleView = {
  sample: Sample;
  /** The position of the first shown column, counted from 0. */
  first: number;
  count: number;
  /** Shows only rows that contain this text; empty: all rows. */
  words: string;
};

export function SampleTable({ sample, first, count, words }: SampleView): JSX.Element {
  const columns = sample.columns.slice(first, first + count);
  const found = words === "" ? sample.rows : sample.rows.filter((row) => holds(row, words));
  const shown = found.slice(0, rowsThatFit(found, { first, count: columns.length }));
  return (
    <div class="stack-s">
      <p class="muted small" safe>
        {summary(sample, { found: found.length, shown: shown.length, words })}
      </p>
      {shown.length > 0 && (
        <section class="scroll" tabindex="0" aria-label="Sample">
          <table>
            <thead>
              <tr>
                {columns.map(({ name, type }) => (
                  <th scope="col" class={isNumber(type) ? "number" : undefined}>
                    <Foreign text={name} />
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {shown.map((row) => (
                <tr>
                  {columns.map(({ type }, index) => (
                    <Cell value={row[first + index]} type={type} />
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </div>
  );
}

function rowsThatFit(
  rows: unknown[][],
  { first, count }: { first: number; count: number },
): number {
  let left = bytes.page - bytes.column * count;
  const tooLong = rows.findIndex((row) => {
    for (const value of row.slice(first, first + count)) {
      left -= bytes.cell + Buffer.byteLength(shortened(wordsOf(value ?? "")));
    }
    return left < 0;
  });
  return tooLong < 0 ? rows.length : Math.max(rowsShownMin, tooLong);
}

/** Whether a column of this type is right-aligned, as numbers are. */
export const isNumber = (type: string): boolean => type === "integer" || type === "number";

/** A value as tables show it: missing values are marked, and long ones are cut. */
export function Cell(props: {
  value: unknown;
  /** The column's type. */
  type: string;
  charsMax?: number | undefined;
}): JSX.Element {
  const { value, type, charsMax } = props;
  if (value === null || value === undefined) {
    return (
      <td class={isNumber(type) ? "none number" : "none"}>
        <span aria-hidden="true">∅</span>
        <span class="unseen">missing</span>
      </td>
    );
  }
  return (
    <td class={typeof value === "number" ? "number" : undefined}>
      <Foreign text={shortened(wordsOf(value), charsMax)} />
    </td>
  );
}

const shortened = (text: string, charsMax = cellCharsMax): string =>
  text.length <= charsMax ? text : `${text.slice(0, charsMax - 1)}…`;

function wordsOf(value: unknown): string {
  if (typeof value === "number") return plain(value);
  return typeof value === "string" ? value : JSON.stringify(value);
}

function holds(row: unknown[], words: string): boolean {
  const wanted = words.toLowerCase();
  return row.some((value) => value !== null && wordsOf(value).toLowerCase().includes(wanted));
}

function summary(
  { rows, sampling }: Sample,
  { found, shown, words }: { found: number; shown: number; words: string },
): string {
  const drawn =
    sampling.method === "all_rows"
      ? `All ${counted(rows.length, "row")}.`
      : `${counted(rows.length, "row")} drawn at random from ${formatCount(sampling.rows_total)}.`;
  const parts = [
    drawn,
    words === "" ? null : `${formatCount(found)} of them hold “${words}”.`,
    shown < found ? `The first ${formatCount(shown)} are shown.` : null,
    sampling.truncated_cells > 0 ? `${counted(sampling.truncated_cells, "cell")} cut.` : null,
    sampling.withheld_reason ?? null,
  ];
  return parts.filter((part) => part !== null).join(" ");
}
