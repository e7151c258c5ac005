/** A column's head: its name, what is missing, and its distribution, with links to matching rows. */
import type { ColumnProfile } from "../../../market/profile/schemas.ts";
import { formatCount } from "../../kit/format.ts";
import { type IconName, IconUse } from "../../kit/icons.tsx";
import { Foreign } from "../../kit/parts.tsx";
import { Histogram, LinkedHistogram, plain } from "../charts/histogram.tsx";
import { percent } from "../charts/shares.tsx";
import { shortened } from "./cell.tsx";
import { type Condition, type RowsWish, rowsQuery, type TableColumn } from "./read-wish.ts";

const segmentsMax = 4;
const valueCharsMax = 18;
/** More bars would be too narrow to point at. */
const binsLinkedMax = 12;

const typeIcons: Record<string, IconName> = {
  integer: "number",
  number: "number",
  date: "calendar",
  datetime: "calendar",
  timestamp: "calendar",
  time: "clock",
  boolean: "check",
  string: "text",
  geometry: "map",
};

export const typeIcon = (type: string): IconName => typeIcons[type] ?? "tag";

type SortProps = { column: TableColumn; wish: RowsWish; path: string };

/**
 * The first click sorts ascending, the second descending, and the third restores the file's order.
 */
export function SortLink({ column: { name, type }, wish, path }: SortProps): JSX.Element {
  const isSorted = wish.sort?.column === name;
  const isDescending = isSorted && wish.sort?.isDescending === true;
  const next = isDescending ? null : { column: name, isDescending: isSorted };
  return (
    <a href={path + rowsQuery(wish, { sort: next })} rel="nofollow" title={type}>
      <IconUse name={typeIcon(type)} />
      <Foreign text={name} />
      {isSorted && <span aria-hidden="true">{isDescending ? " ↓" : " ↑"}</span>}
    </a>
  );
}

export type HeadProps = {
  column: ColumnProfile;
  wish: RowsWish;
  /** The address of the rows without parameters. */
  path: string;
  /** The number of rows in the whole table. */
  rows: number;
  /** False for a wide table, where the links would make up most of the page. */
  hasBarLinks: boolean;
};

/** Covers all rows, whatever filter is in use. */
export function ColumnHead(props: HeadProps): JSX.Element {
  const { column, wish, path, rows } = props;
  const { name, null_count: missing } = column;
  const to = (...conditions: Condition[]) =>
    path + rowsQuery(wish, { conditions: [...wish.conditions, ...conditions] });
  return (
    <>
      <span class={missing > 0 ? "missing" : "missing muted"}>
        <svg viewBox="0 0 100 3" preserveAspectRatio="none" aria-hidden="true">
          <path d={`M0 1.5h${Math.min(100, Math.ceil((100 * missing) / Math.max(1, rows)))}`} />
        </svg>
        {missing > 0 ? (
          <a href={to({ column: name, op: "is_null", value: "" })} rel="nofollow">
            {percent(missing, rows)} missing
          </a>
        ) : (
          "0 % missing"
        )}
      </span>
      <Distribution {...props} to={to} />
    </>
  );
}

type DistributionProps = HeadProps & { to: (...conditions: Condition[]) => string };

function Distribution({ column, rows, hasBarLinks, to }: DistributionProps): JSX.Element {
  const { name, top_values: top, null_count: missing, distinct_count: distinct } = column;
  const drawn = column.histogram ?? column.time_histogram;
  if (drawn !== null && drawn !== undefined) {
    const { edges, counts } = hasBarLinks
      ? inPairs(drawn.bin_edges, drawn.counts)
      : {
          edges: drawn.bin_edges,
          counts: drawn.counts,
        };
    return (
      <>
        {hasBarLinks ? (
          <LinkedHistogram
            label={name}
            edges={edges}
            counts={counts}
            hrefOf={(bin) => to(...conditionsOf(column, edges, bin))}
          />
        ) : (
          <Histogram label={name} edges={edges} counts={counts} />
        )}
        <span class="range">
          <span safe>{edgeText(edges[0])}</span>
          <span safe>{edgeText(edges.at(-1))}</span>
        </span>
      </>
    );
  }
  const [first, ...others] = (top ?? []).slice(0, segmentsMax);
  if (first !== undefined) {
    const value = String(first.value);
    const words = value === "" ? "(empty)" : shortened(value, valueCharsMax);
    return (
      <>
        <Segments shares={[first, ...others].map(({ count }) => count)} total={rows - missing} />
        <span class="range">
          <a href={to({ column: name, op: "eq", value })} rel="nofollow">
            <Foreign text={words} />
          </a>
          <span safe>{percent(first.count, rows - missing)}</span>
        </span>
      </>
    );
  }
  if (distinct === null) return "";
  return <span class="range muted" safe>{`${formatCount(distinct)} different`}</span>;
}

/** An instant by its day: a head has no room for more. */
const edgeText = (edge: number | string | undefined): string =>
  plain(edge).replace(/^(\d{4}-\d\d-\d\d)T.*$/, "$1");

/** The shares of the most frequent values, from left to right; the rest stays empty. */
function Segments({ shares, total }: { shares: number[]; total: number }): JSX.Element {
  let from = 0;
  const parts = shares.map((count) => {
    const width = total > 0 ? (100 * count) / total : 0;
    const part = `M${from.toFixed(1)} 9h${Math.max(0.5, width - 0.5).toFixed(1)}`;
    from += width;
    return part;
  });
  return (
    <svg class="segments" viewBox="0 0 100 18" preserveAspectRatio="none" aria-hidden="true">
      {parts.map((part, at) => (
        <path class={`seq-${5 - at}`} d={part} />
      ))}
    </svg>
  );
}

/** Joins neighbours until there are few enough bars. */
function inPairs(
  edges: readonly (number | string)[],
  counts: readonly number[],
): { edges: readonly (number | string)[]; counts: readonly number[] } {
  if (counts.length <= binsLinkedMax) return { edges, counts };
  const joined = counts.flatMap((count, at) =>
    at % 2 === 0 ? [count + (counts[at + 1] ?? 0)] : [],
  );
  const kept = edges.filter((_, at) => at % 2 === 0 || at === edges.length - 1);
  return inPairs(kept, joined);
}

/** A bin includes its lower edge, and the last bin also its upper edge. */
function conditionsOf(
  { name: column, type }: ColumnProfile,
  edges: readonly (number | string)[],
  bin: number,
): Condition[] {
  const isLast = bin === edges.length - 2;
  const edge = (at: number, whole: (value: number) => number) => {
    const value = edges[at] ?? "";
    return String(typeof value === "number" && type === "integer" ? whole(value) : value);
  };
  const above: Condition = { column, op: "gte", value: edge(bin, Math.ceil) };
  const below: Condition = isLast
    ? { column, op: "lte", value: edge(bin + 1, Math.floor) }
    : { column, op: "lt", value: edge(bin + 1, Math.ceil) };
  return [above, below];
}
