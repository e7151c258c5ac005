/** A reading pane: the long texts of the sample, and the documents next to the data. */
import { counted } from "../../../market/counted.ts";
import type { Sample } from "../../../market/profile/schemas.ts";
import { Foreign } from "../../kit/parts.tsx";
import { shortName } from "../charts/marks.ts";
import type { ViewData } from "./view-data.ts";

/** Shorter texts are read in the table. */
const meanCharsMin = 100;
const textsShownMax = 12;
const documentsShownMax = 3;
const documentCharsMax = 4000;
const factsShownMax = 3;
const factCharsMax = 60;

export function TextView({ profile, sample }: ViewData): JSX.Element {
  const documents = profile?.documents ?? [];
  const column = longestTexts(profile);
  const rows = sample === null || sample === "away" || column === null ? null : sample;
  return (
    <>
      {rows !== null && column !== null && <Texts sample={rows} column={column} />}
      {documents.length > 0 && (
        <section class="view" id="documents">
          <h2>Documents next to the data</h2>
          {documents.slice(0, documentsShownMax).map(({ path, text, truncated }) => (
            <details>
              <summary>
                <Foreign text={path} />
              </summary>
              <div class="reading">
                <p>
                  <Foreign text={text.slice(0, documentCharsMax)} />
                  {(truncated || text.length > documentCharsMax) && "…"}
                </p>
              </div>
            </details>
          ))}
        </section>
      )}
    </>
  );
}

/** The column with the longest texts; null if the table has no running text. */
export function longestTexts(profile: ViewData["profile"]): string | null {
  const lengthOf = (one: { length: { mean: number } | null }) => one.length?.mean ?? 0;
  const [longest] = (profile?.columns ?? []).toSorted((a, b) => lengthOf(b) - lengthOf(a));
  return longest !== undefined && lengthOf(longest) >= meanCharsMin ? longest.name : null;
}

function Texts({ sample, column }: { sample: Sample; column: string }): JSX.Element {
  const at = sample.columns.findIndex(({ name }) => name === column);
  const texts = sample.rows.flatMap((row) => {
    const text = row[at];
    return typeof text === "string" && text !== "" ? [{ text, row }] : [];
  });
  const shown = texts.slice(0, textsShownMax);
  return (
    <section class="view" id="texts">
      <header>
        <h2>
          <Foreign text={shortName(column)} />
        </h2>
        <span class="small muted" safe>
          {`${shown.length} of ${counted(sample.sampling.rows_total, "text")}, drawn at random`}
        </span>
      </header>
      <div class="reading">
        {shown.map(({ text, row }) => (
          <article>
            <p class="small muted">
              <Foreign text={factsOf(sample, row, at)} />
            </p>
            <p>
              <Foreign text={text} />
            </p>
          </article>
        ))}
      </div>
    </section>
  );
}

/** The row's short values, such as its label or its source. */
function factsOf({ columns }: Sample, row: readonly unknown[], textAt: number): string {
  const facts = columns.flatMap(({ name }, index) => {
    const value = row[index];
    const isShort =
      typeof value === "number" ||
      typeof value === "boolean" ||
      (typeof value === "string" && value.length <= factCharsMax);
    return index !== textAt && isShort ? [`${shortName(name)}: ${value}`] : [];
  });
  return facts.slice(0, factsShownMax).join(" · ");
}
