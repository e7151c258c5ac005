/** The result of an SQL query at an address that can be shared. */
import type { DatasetDetail } from "../../../market/catalogue/schemas.ts";
import { counted } from "../../../market/counted.ts";
import type { QueryAnswer } from "../../../market/query/schemas.ts";
import { Icon } from "../../kit/icons.tsx";
import { Foreign } from "../../kit/parts.tsx";
import { Snippet } from "../../scripts/copyable.tsx";
import { datasetPath } from "../facts.ts";
import { Cell } from "../rows/cell.tsx";
import type { ExampleColumn } from "./examples.ts";
import { SqlForm } from "./sql-form.tsx";

type SqlPageProps = {
  dataset: DatasetDetail;
  columns: readonly ExampleColumn[];
  table: string | undefined;
  sql: string;
  /** The answer, why there is none, or null before the first query. */
  answer: QueryAnswer | { refused: string } | null;
  /** The API call that returns the same rows. */
  call: string;
};

export function SqlTab(props: SqlPageProps): JSX.Element {
  const { dataset, answer, call } = props;
  return (
    <>
      <h2>SQL</h2>
      <SqlForm {...props} />
      {answer !== null && "refused" in answer && (
        <div class="notice bad" role="alert">
          <Icon name="warning" />
          <p safe>{answer.refused}</p>
        </div>
      )}
      {answer !== null && "rows" in answer && <Result answer={answer} />}
      {answer !== null && (
        <details class="drawer">
          <summary>The same query for a program</summary>
          <Snippet place="curl" text={call} />
        </details>
      )}
      <p class="small">
        <a href={datasetPath(dataset.id)}>Back to the sample</a>
      </p>
    </>
  );
}

function Result({ answer }: { answer: QueryAnswer }): JSX.Element {
  const { columns, rows, next_offset: next } = answer;
  const more = next === null ? "" : " There are more: add LIMIT and OFFSET, or download them.";
  return (
    <div class="grid-frame">
      {rows.length > 0 && (
        <section class="scroll" tabindex="0" aria-label="Result">
          <table class="rows">
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
              {rows.map((row) => (
                <tr>
                  {row.map((value, at) => (
                    <Cell value={value} type={columns[at]?.type ?? ""} />
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      <div class="grid-foot">
        <span class="small muted" role="status" safe>
          {`${rows.length === 0 ? "No rows" : counted(rows.length, "row")}.${more}`}
        </span>
      </div>
    </div>
  );
}
