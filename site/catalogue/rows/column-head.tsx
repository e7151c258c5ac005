/** A column's distribution above its rows: bars and values that link to the matching rows. */
import type { ColumnProfile } from "../../../market/profile/schemas.ts";
import { formatCount } from "../../kit/format.ts";
import { Foreign } from "../../kit/parts.tsx";
import { Histogram, LinkedHistogram, plain } from "../charts/histogram.tsx";
import { percent } from "../charts/shares.tsx";
import { type Condition, type RowsWish, rowsQuery } from "./read-wish.ts";

const valuesShownMax = 3;
const valueCharsMax = 24;

export type HeadProps = {
  column: ColumnProfile;
  wish: RowsWish;
  /** The number of rows in the whole table. */
  rows: number;
  /** False for a wide table, where the links would make up most of the page. */
  hasBarLinks: boolean;
};

/** Covers all rows, whatever filter is in use. */
export function ColumnHead({ column, wish, rows, hasBarLinks }: HeadProps): JSX.Element {
  const { name, type, top_values: top, null_count: missing } = column;
  const drawn = column.histogram ?? column.time_histogram;
  const to = (...conditions: Condition[]) =>
    rowsQuery(wish, { conditions: [...wish.conditions, ...conditions] });
  return (
    <div class="stack-s column-head small">
      {drawn !== null && drawn !== undefined ? (
        <>
          {hasBarLinks ? (
            <LinkedHistogram
              label={name}
              edges={drawn.bin_edges}
              counts={drawn.counts}
              hrefOf={(bin) => to(...conditionsOf(column, drawn.bin_edges, bin))}
            />
          ) : (
            <Histogram label={name} edges={drawn.bin_edges} counts={drawn.counts} />
          )}
          <span class="muted" safe>
            {`${plain(drawn.bin_edges[0])} … ${plain(drawn.bin_edges.at(-1))}`}
          </span>
        </>
      ) : (
        (top ?? [])
          .slice(0, valuesShownMax)
          .map(({ value, count }) => (
            <ValueLine
              text={String(value)}
              share={percent(count, rows - missing)}
              href={to({ column: name, op: "eq", value: String(value) })}
            />
          ))
      )}
      {missing > 0 && (
        <a href={to({ column: name, op: "is_null", value: "" })} rel="nofollow">
          {percent(missing, rows)} missing
        </a>
      )}
      {type !== "string" || top !== null || column.distinct_count === null ? (
        ""
      ) : (
        <span class="muted" safe>{`${formatCount(column.distinct_count)} different`}</span>
      )}
    </div>
  );
}

function ValueLine(props: { text: string; share: string; href: string }): JSX.Element {
  const { text, share, href } = props;
  const words = text.length <= valueCharsMax ? text : `${text.slice(0, valueCharsMax - 1)}…`;
  return (
    <span>
      {text === "" ? (
        "(empty)"
      ) : (
        <a href={href} rel="nofollow">
          <Foreign text={words} />
        </a>
      )}{" "}
      <span class="muted" safe>
        {share}
      </span>
    </span>
  );
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
