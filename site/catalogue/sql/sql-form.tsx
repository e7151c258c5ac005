/** The SQL form: in the Data tab as a drawer, and on the page of its result. */
import { escapeHtml } from "@kitajs/html";
import type { DatasetDetail } from "../../../market/catalogue/schemas.ts";
import { QUERY_SQL_CHARS_MAX } from "../../../market/query/limits.ts";
import { requestedTable } from "../../../market/query/read-sql.ts";
import { unitsOf } from "../../kit/maxlength.ts";
import { datasetPath } from "../facts.ts";
import type { ExampleColumn } from "./examples.ts";
import { sqlExamples } from "./examples.ts";

type Props = {
  dataset: Pick<DatasetDetail, "id">;
  columns: readonly ExampleColumn[];
  table: string | undefined;
};

export const sqlPath = (id: string): string => `${datasetPath(id)}/sql`;

export function SqlDrawer(props: Props): JSX.Element {
  const [example] = sqlExamples(props.columns);
  return (
    <details class="drawer" id="sql">
      <summary>SQL</summary>
      <SqlForm {...props} sql={example?.sql ?? ""} />
    </details>
  );
}

export function SqlForm({ dataset, columns, table, sql }: Props & { sql: string }): JSX.Element {
  const path = sqlPath(dataset.id);
  return (
    <div class="stack-s">
      <form class="stack-s sql-form" method="get" action={path} aria-label="SQL query">
        {table !== undefined && <input type="hidden" name="table" value={escapeHtml(table)} />}
        <label for="sql-text">
          One SELECT over all rows; the table is called <code>{requestedTable}</code>.
        </label>
        <textarea
          id="sql-text"
          name="sql"
          rows="5"
          spellcheck="false"
          maxlength={unitsOf(QUERY_SQL_CHARS_MAX)}
          required
          safe
        >
          {sql}
        </textarea>
        <p class="row">
          <button class="button primary" type="submit">
            Run
          </button>
          <button class="button plain" type="submit" name="format" value="csv">
            Download as CSV
          </button>
        </p>
      </form>
      <p class="small muted">Examples from this table:</p>
      <ul class="examples small">
        {sqlExamples(columns).map(({ label, sql: example }) => (
          <li>
            <a href={sqlAddress(dataset.id, example, table)} rel="nofollow" safe>
              {label}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The shareable address of a query. */
function sqlAddress(id: string, sql: string, table: string | undefined): string {
  const query = new URLSearchParams(table === undefined ? { sql } : { table, sql });
  return `${sqlPath(id)}?${query}`;
}
