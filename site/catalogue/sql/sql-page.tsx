/** The result of an SQL query at an address that can be shared. */
import type { DatasetDetail } from "../../../market/catalogue/schemas.ts";
import { counted } from "../../../market/counted.ts";
import type { ProblemCode } from "../../../market/problem/problems.ts";
import {
  QUERY_EXPRESSIONS_MAX,
  QUERY_JOINS_MAX,
  QUERY_ROWS_MAX,
  QUERY_SQL_CHARS_MAX,
} from "../../../market/query/limits.ts";
import type { QueryAnswer } from "../../../market/query/schemas.ts";
import type { Refusal } from "../../../market/refusal.ts";
import { buyPath } from "../../buy/paths.ts";
import { formatCount, formatPause } from "../../kit/format.ts";
import { Icon } from "../../kit/icons.tsx";
import type { Viewer } from "../../kit/layout.tsx";
import { signInPath } from "../../kit/local-path.ts";
import { Foreign } from "../../kit/parts.tsx";
import { Snippet } from "../../scripts/copyable.tsx";
import { datasetPath } from "../facts.ts";
import { Cell } from "../rows/cell.tsx";
import type { ExampleColumn } from "./examples.ts";
import { SqlForm } from "./sql-form.tsx";

export type SqlRefusal = {
  refused: ProblemCode;
  /** One for each fault, with its line and column if it has one. */
  details: string[];
  retryAfterSeconds: number | undefined;
};

type SqlPageProps = {
  dataset: DatasetDetail;
  columns: readonly ExampleColumn[];
  table: string | undefined;
  sql: string;
  /** The answer, why there is none, or null before the first query. */
  answer: QueryAnswer | SqlRefusal | null;
  /** The API call that returns the same rows. */
  call: string;
  /** The version that the visitor may query, or why there is none. */
  access: { version: number } | Refusal;
  viewer: Viewer | undefined;
  /** The page's own address. */
  returnTo: string;
};

const limitsText = `A query has up to ${formatCount(QUERY_SQL_CHARS_MAX)} characters, ${formatCount(QUERY_EXPRESSIONS_MAX)} columns, values and operators, and ${QUERY_JOINS_MAX} joins. The page shows 100 rows; the CSV file has up to ${formatCount(QUERY_ROWS_MAX)}.`;

export function SqlTab(props: SqlPageProps): JSX.Element {
  const { dataset, answer, call } = props;
  return (
    <>
      <h2>SQL</h2>
      <Access {...props} />
      <SqlForm {...props} />
      {answer !== null && "refused" in answer && !isSaidAbove(props) && <Refused {...answer} />}
      {answer !== null && "rows" in answer && <Result answer={answer} />}
      <p class="small muted">{limitsText}</p>
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

/** Whose rows are queried, unless anybody may query them. */
function Access({ dataset, access, viewer, returnTo }: SqlPageProps): JSX.Element {
  if ("version" in access) {
    if (access.version === dataset.version) return "";
    return (
      <div class="notice" role="note">
        <Icon name="info" />
        <p safe>
          {`You query version ${access.version}, which you bought. Version ${dataset.version} is on sale.`}
        </p>
      </div>
    );
  }
  if (access.code !== "query_needs_purchase") return "";
  return (
    <div class="notice" role="note">
      <Icon name="lock" />
      <div>
        <p>Only buyers and the seller can query this dataset, because it is not free.</p>
        <p class="row small">
          {viewer === undefined && (
            <a href={signInPath(returnTo)} rel="nofollow" safe>
              Sign in, if you bought it
            </a>
          )}
          {dataset.capabilities.buy && (
            <a href={buyPath(dataset.id)} rel="nofollow">
              Buy the dataset
            </a>
          )}
        </p>
      </div>
    </div>
  );
}

/** A visitor without access is refused whatever the statement is. */
function isSaidAbove({ answer, access }: SqlPageProps): boolean {
  return (
    answer !== null && "refused" in answer && "code" in access && access.code === answer.refused
  );
}

function Refused({ details, retryAfterSeconds: seconds }: SqlRefusal): JSX.Element {
  const wait = seconds === undefined ? [] : [`Try again in ${formatPause(seconds)}.`];
  return (
    <div class="notice bad" role="alert">
      <Icon name="warning" />
      <div>
        {[...details, ...wait].map((detail) => (
          <p safe>{detail}</p>
        ))}
      </div>
    </div>
  );
}

/** A wider result would make a page of megabytes. */
const columnsShownMax = 50;
const cellsShownMax = 2000;

function Result({ answer }: { answer: QueryAnswer }): JSX.Element {
  const { next_offset: next } = answer;
  const columns = answer.columns.slice(0, columnsShownMax);
  const rows = answer.rows.slice(0, Math.floor(cellsShownMax / Math.max(1, columns.length)));
  const isCut = next !== null || rows.length < answer.rows.length;
  const more = isCut ? " There are more: add LIMIT and OFFSET, or download them." : "";
  const hidden = answer.columns.length - columns.length;
  const others = hidden === 0 ? "" : ` ${counted(hidden, "column")} more: name the ones you need.`;
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
                  {columns.map(({ type }, at) => (
                    <Cell value={row[at]} type={type} />
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      <div class="grid-foot">
        <span class="small muted" role="status" safe>
          {`${rows.length === 0 ? "No rows" : counted(rows.length, "row")}.${more}${others}`}
        </span>
      </div>
    </div>
  );
}
