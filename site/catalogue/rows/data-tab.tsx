/**
 * The Data tab: the sample, or all rows of a free table, filtered and sorted by the same query that
 * programs use.
 */
import type { DatasetDetail } from "../../../market/catalogue/schemas.ts";
import type { Profile } from "../../../market/profile/schemas.ts";
import { Icon } from "../../kit/icons.tsx";
import { PartLinks, rangeText } from "../../kit/part-links.tsx";
import { Card } from "../../kit/parts.tsx";
import { Snippet } from "../../scripts/copyable.tsx";
import { TableChoice } from "../dataset/table-choice.tsx";
import { datasetPath } from "../facts.ts";
import { SqlDrawer, sqlPath } from "../sql/sql-form.tsx";
import { ColumnPicker, FilterForm, Filters, WordsForm } from "./filters.tsx";
import { Grid } from "./grid.tsx";
import {
  columnsShownMax,
  type RowsWish,
  rowsQuery,
  shownColumns,
  type TableColumn,
} from "./read-wish.ts";
import type { ShownRows } from "./shown-rows.ts";

export type DataTabProps = {
  dataset: DatasetDetail;
  wish: RowsWish;
  /** The table's columns; empty if they are unknown. */
  columns: readonly TableColumn[];
  /** The profile of at least the shown columns; null if there is none. */
  profile: Profile | null;
  /** The rows, or why there are none. */
  shown: ShownRows | { refused: string } | null;
  /** Whether these are all rows, rather than the sample. */
  isWhole: boolean;
  /** The API call that returns the same rows; null for the sample. */
  call?: string | null;
  /** The switch between the views of the data. */
  views?: JSX.Element;
  /** The chosen view; undefined: the table. */
  view?: JSX.Element | undefined;
};

/** Anybody may query all rows of a free dataset. */
function isQueryable({ capabilities, links }: DatasetDetail): boolean {
  return capabilities.download && links.query !== undefined;
}

const rowsPath = (id: string): string => `${datasetPath(id)}/rows`;

export function DataTab(props: DataTabProps): JSX.Element {
  const { dataset, wish, columns, profile, shown, isWhole } = props;
  const path = isQueryable(dataset) ? rowsPath(dataset.id) : datasetPath(dataset.id);
  const offered = shownColumns(columns, wish);
  const form = { wish, path, columns: offered };
  const isTable = props.view === undefined;
  return (
    <>
      <TableChoice dataset={dataset} table={wish.table} tab="data" />
      <div class="toolbar">
        <WordsForm {...form} />
        {props.views ?? ""}
        {isTable && <ColumnPicker {...{ wish, path, columns }} shown={offered} />}
        {shown !== null && (
          <label class="wide-choice small">
            <input type="checkbox" id="wide" /> Full width
          </label>
        )}
      </div>
      <Filters {...{ wish, path }} />
      {shown === null && (
        <Card title="No sample">
          <p safe>{dataset.no_sample?.detail ?? "This table has no sample."}</p>
        </Card>
      )}
      {shown !== null && "refused" in shown && (
        <div class="notice bad" role="alert">
          <Icon name="warning" />
          <p safe>{shown.refused}</p>
        </div>
      )}
      {props.view ?? ""}
      {isTable && shown !== null && "rows" in shown && (
        <Grid {...{ shown, wish, profile, path }} label={isWhole ? "Rows" : "Sample"} />
      )}
      {isTable && <ColumnPager {...{ wish, columns, path }} />}
      <Ways {...props} />
      <details class="drawer">
        <summary>Add a filter</summary>
        <FilterForm {...form} />
      </details>
      {isQueryable(dataset) && <SqlDrawer {...{ dataset, columns: offered }} table={wish.table} />}
      {props.call && (
        <details class="drawer">
          <summary>The same rows for a program</summary>
          <Snippet place="curl" text={props.call} />
        </details>
      )}
    </>
  );
}

/** Between the sample and all rows, and the sample as a file. */
function Ways({ dataset, wish, isWhole, shown }: DataTabProps): JSX.Element {
  const path = datasetPath(dataset.id);
  const table = wish.table === undefined ? "" : `table=${encodeURIComponent(wish.table)}`;
  if (isWhole) {
    return (
      <p class="small">
        <a href={`${path}${table === "" ? "" : `?${table}`}`}>Show only the sample</a>
      </p>
    );
  }
  if (shown === null) return "";
  const of = (format: string) =>
    `${path}/sample?${[`format=${format}`, table].filter(Boolean).join("&")}`;
  return (
    <p class="row small">
      {isQueryable(dataset) && (
        <a href={rowsPath(dataset.id) + rowsQuery(wish, {})}>Look through all rows</a>
      )}
      {!isQueryable(dataset) && dataset.links.query !== undefined && (
        <a href={sqlPath(dataset.id) + (table === "" ? "" : `?${table}`)} rel="nofollow">
          SQL over all rows, for buyers
        </a>
      )}
      <span>
        {"The sample as "}
        <a href={of("json")}>JSON</a>
        {" or "}
        <a href={of("csv")}>CSV</a>
      </span>
    </p>
  );
}

type ColumnPagerProps = Pick<DataTabProps, "wish" | "columns"> & { path: string };

function ColumnPager({ wish, columns, path }: ColumnPagerProps): JSX.Element {
  const count = shownColumns(columns, wish).length;
  const { first, offset } = wish;
  if (count === columns.length || wish.chosen.length > 0) return "";
  const to = (position: number) => path + rowsQuery(wish, { first: Math.max(0, position), offset });
  const last = first + count;
  return (
    <PartLinks
      of="Columns"
      before={first > 0 ? { label: "Previous columns", href: to(first - columnsShownMax) } : null}
      after={last < columns.length ? { label: "Next columns", href: to(last) } : null}
      shown={`Columns ${rangeText(first, last, columns.length)}`}
      isUnindexed
    />
  );
}
