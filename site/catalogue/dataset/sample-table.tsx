/** The sample as a table: rows of the file drawn at random, to look at and to filter. */
import type { Sample } from "../../../market/profile/schemas.ts";
import { counted, formatCount } from "../../kit/format.ts";
import { Foreign } from "../../kit/parts.tsx";
import { plain } from "../charts/histogram.tsx";

/** So many cells make a page of some 60 kB. */
const cellsShownMax = 1000;
const rowsShownMin = 5;
const cellCharsMax = 80;

export type SampleView = {
  sample: Sample;
  /** Which columns are shown, by position from 0. */
  first: number;
  count: number;
  /** Rows that hold this text alone; empty: all. */
  words: string;
};

export function SampleTable({ sample, first, count, words }: SampleView): JSX.Element {
  const columns = sample.columns.slice(first, first + count);
  const found = words === "" ? sample.rows : sample.rows.filter((row) => holds(row, words));
  const rowsMax = Math.max(rowsShownMin, Math.floor(cellsShownMax / Math.max(1, columns.length)));
  const shown = found.slice(0, rowsMax);
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
                {columns.map(({ name }) => (
                  <th scope="col">
                    <Foreign text={name} />
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {shown.map((row) => (
                <tr>
                  {columns.map((_, index) => (
                    <Cell value={row[first + index]} />
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

/** A value as a table shows it: what is missing is seen, and what is long is cut. */
export function Cell({ value }: { value: unknown }): JSX.Element {
  if (value === null || value === undefined) {
    return (
      <td class="none">
        <span aria-hidden="true">∅</span>
        <span class="unseen">missing</span>
      </td>
    );
  }
  const text = wordsOf(value);
  return (
    <td class={typeof value === "number" ? "number" : undefined}>
      <Foreign text={text.length <= cellCharsMax ? text : `${text.slice(0, cellCharsMax - 1)}…`} />
    </td>
  );
}

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
