/** All rows of a free table in pages, filtered and sorted by the same query that programs use. */
import type { DatasetDetail } from "../../../market/catalogue/schemas.ts";
import type { ColumnProfile, Profile } from "../../../market/profile/schemas.ts";
import type { QueryAnswer } from "../../../market/query/schemas.ts";
import { formatCount } from "../../kit/format.ts";
import { Icon } from "../../kit/icons.tsx";
import { Layout } from "../../kit/layout.tsx";
import { Foreign } from "../../kit/parts.tsx";
import { Snippet } from "../../scripts/copyable.tsx";
import { Script } from "../../scripts/script.tsx";
import { Cell, isNumber } from "../dataset/sample-table.tsx";
import { datasetPath } from "../facts.ts";
import { ColumnHead, type HeadProps } from "./column-head.tsx";
import { FilterForm, Filters, WordsForm } from "./filters.tsx";
import { type RowsWish, rowsQuery, shownColumns, type TableColumn } from "./read-wish.ts";

type RowsPageProps = {
  dataset: DatasetDetail;
  wish: RowsWish;
  /** The table's columns; empty if they are unknown. */
  columns: readonly TableColumn[];
  /** The profile of at least the shown columns; null if there is none. */
  profile: Profile | null;
  /** The answer, or why there is none. */
  answer: QueryAnswer | { refused: string };
  /** The API call that returns the same rows. */
  call: string;
};

export function RowsPage(props: RowsPageProps): JSX.Element {
  const { dataset, wish, columns, answer, call } = props;
  const table = wish.table === undefined ? "" : `, ${wish.table}`;
  return (
    <Layout title={`Rows of ${dataset.title}`} kind="catalogue" head={<Script name="copy.js" />}>
      <div class="stack">
        <div class="stack-s">
          <nav class="crumbs" aria-label="Where this is">
            <a href="/datasets">Datasets</a>
            {" / "}
            <a href={datasetPath(dataset.id)}>
              <Foreign text={dataset.title} />
            </a>
          </nav>
          <h1>
            {"Rows of "}
            <Foreign text={dataset.title + table} />
          </h1>
        </div>
        <Filters {...{ wish }} path={rowsPath(dataset.id)} />
        <WordsForm {...{ wish }} path={rowsPath(dataset.id)} columns={offered(props)} />
        <FilterForm {...{ wish }} path={rowsPath(dataset.id)} columns={offered(props)} />
        {"refused" in answer ? (
          <div class="notice bad" role="alert">
            <Icon name="warning" />
            <p safe>{answer.refused}</p>
          </div>
        ) : (
          <Rows {...props} answer={answer} />
        )}
        <ColumnWays {...{ dataset, wish, columns }} />
        <details>
          <summary>The same rows for a program</summary>
          <div class="stack-s folded">
            <Snippet place="curl" text={call} />
          </div>
        </details>
      </div>
    </Layout>
  );
}

/** With more columns, the charts above them would make up most of the page. */
const columnsWithHeadsMax = 20;
const columnsWithLinksMax = 8;
/** Keeps the page below 100 kB by cutting cells shorter. */
const cellBytesMax = 45_000;
const shortCellCharsMax = 30;

const rowsPath = (id: string): string => `${datasetPath(id)}/rows`;

/** The shown columns. A wide table's other columns can be filtered on the page that shows them. */
const offered = ({ columns, wish }: RowsPageProps) => shownColumns(columns, wish);

function Rows(props: RowsPageProps & { answer: QueryAnswer }): JSX.Element {
  const { dataset, wish, profile, answer } = props;
  const { columns, rows } = answer;
  const isLong = Buffer.byteLength(JSON.stringify(rows)) > cellBytesMax;
  const heads = new Map(profile?.columns.map((column) => [column.name, column]));
  return (
    <div class="stack-s" id="rows">
      <p class="muted small" role="status" safe>
        {summaryOf(wish, answer)}
      </p>
      {rows.length > 0 && (
        <section class="scroll" tabindex="0" aria-label="Rows">
          <table>
            <thead>
              <tr>
                {columns.map(({ name, type }) => (
                  <SortedBy {...{ name, type, wish }} path={rowsPath(dataset.id)} />
                ))}
              </tr>
              {profile !== null && columns.length <= columnsWithHeadsMax && (
                <tr class="heads">
                  {columns.map(({ name }) => (
                    <Head
                      {...{ wish }}
                      column={heads.get(name)}
                      rows={profile.row_count}
                      hasBarLinks={columns.length <= columnsWithLinksMax}
                    />
                  ))}
                </tr>
              )}
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr>
                  {row.map((value, index) => (
                    <Cell
                      value={value}
                      type={columns[index]?.type ?? ""}
                      charsMax={isLong ? shortCellCharsMax : undefined}
                    />
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      <RowWays {...{ wish, answer }} path={rowsPath(dataset.id)} />
    </div>
  );
}

type HeadCellProps = Omit<HeadProps, "column"> & { column: ColumnProfile | undefined };

function Head({ column, ...props }: HeadCellProps): JSX.Element {
  return <td>{column === undefined ? "" : <ColumnHead column={column} {...props} />}</td>;
}

function summaryOf({ conditions, words, offset }: RowsWish, answer: QueryAnswer): string {
  const { row_count: shown, total_rows: total } = answer;
  const found = conditions.length === 0 && words === "" ? "" : " that fit";
  if (shown === 0) return offset > 0 ? "No further rows." : `No rows${found}.`;
  const range = `Rows ${formatCount(offset + 1)} to ${formatCount(offset + shown)}`;
  return total === null ? `${range}.` : `${range} of ${formatCount(total)}${found}.`;
}

type SortedProps = { name: string; type: string; wish: RowsWish; path: string };

/**
 * The first click sorts ascending, the second descending, and the third restores the file's order.
 */
function SortedBy({ name, type, wish, path }: SortedProps): JSX.Element {
  const isSorted = wish.sort?.column === name;
  const isDescending = isSorted && wish.sort?.isDescending === true;
  const next = isDescending ? null : { column: name, isDescending: isSorted };
  const order = isDescending ? "descending" : "ascending";
  return (
    <th
      scope="col"
      class={isNumber(type) ? "number" : undefined}
      aria-sort={isSorted ? order : undefined}
    >
      <a href={path + rowsQuery(wish, { sort: next })} rel="nofollow">
        <Foreign text={name} />
        {isSorted && <span aria-hidden="true">{isDescending ? " ↓" : " ↑"}</span>}
      </a>
    </th>
  );
}

function RowWays(props: { wish: RowsWish; answer: QueryAnswer; path: string }): JSX.Element {
  const { wish, answer, path } = props;
  const { offset } = wish;
  const { next_offset: next, row_count: shown } = answer;
  if (offset === 0 && next === null) return "";
  const earlier = Math.max(0, offset - Math.max(shown, 10));
  return (
    <nav class="pager" aria-label="Rows">
      {offset > 0 && (
        <a
          class="button plain"
          rel="prev nofollow"
          href={path + rowsQuery(wish, { offset: earlier })}
        >
          Earlier rows
        </a>
      )}
      {next !== null && (
        <a class="button plain" rel="next nofollow" href={path + rowsQuery(wish, { offset: next })}>
          Further rows
        </a>
      )}
    </nav>
  );
}

type ColumnWaysProps = Pick<RowsPageProps, "dataset" | "wish" | "columns">;

function ColumnWays({ dataset, wish, columns }: ColumnWaysProps): JSX.Element {
  const shown = shownColumns(columns, wish).length;
  const { first, offset } = wish;
  if (shown === columns.length) return "";
  const to = (position: number) =>
    rowsPath(dataset.id) + rowsQuery(wish, { first: Math.max(0, position), offset });
  const last = first + shown;
  return (
    <nav class="pager" aria-label="Columns">
      {first > 0 && (
        <a class="button plain" rel="nofollow" href={to(first - 50)}>
          Previous columns
        </a>
      )}
      <span class="muted small" safe>
        {`Columns ${formatCount(first + 1)} to ${formatCount(last)} of ${formatCount(columns.length)}`}
      </span>
      {last < columns.length && (
        <a class="button plain" rel="nofollow" href={to(last)}>
          Next columns
        </a>
      )}
    </nav>
  );
}
