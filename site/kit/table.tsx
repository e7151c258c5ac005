/** Lists as tables that also read well on a phone, and the links between their pages. */
import { formatCount } from "./format.ts";
import { PartLinks, rangeText } from "./part-links.tsx";

/** `actions`: a row's buttons, which need no label next to them on a phone. */
export type Column = string | { label: string; kind: "number" | "actions" };
type CellColumn = { label: string; kind: "text" | "number" | "actions" };

const classes: Record<CellColumn["kind"], string | undefined> = {
  text: undefined,
  number: "number",
  actions: "row-acts",
};

/**
 * A table whose first column names the row. Cells are markup, so escape outside values. On phones
 * the rows become blocks. Current browsers still announce a table to screen readers then, and extra
 * roles would be invalid.
 */
export function Table(props: {
  caption: string;
  columns: Column[];
  rows: JSX.Element[][];
}): JSX.Element {
  const columns: CellColumn[] = props.columns.map((column) =>
    typeof column === "string" ? { label: column, kind: "text" } : column,
  );
  return (
    <div class={sheetClass(columns.length)}>
      <table>
        <caption class="unseen" safe>
          {props.caption}
        </caption>
        <thead>
          <tr>
            {columns.map(({ label, kind }) => (
              <th scope="col" class={classes[kind]} safe>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {props.rows.map((cells) => (
            <tr>
              {cells.map((cell, index) => (
                <Cell {...(columns[index] ?? { label: "", kind: "text" })} isHead={index === 0}>
                  {cell}
                </Cell>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** How many columns decides how much room the table needs (`css/account-css.ts`). */
function sheetClass(columns: number): string {
  if (columns <= 4) return "sheet few";
  return columns >= 6 ? "sheet many" : "sheet";
}

function Cell(props: CellColumn & { isHead: boolean; children: JSX.Element }): JSX.Element {
  const { label, kind, isHead } = props;
  if (isHead) return <th scope="row">{props.children}</th>;
  return (
    <td class={classes[kind]} data-label={label}>
      <div>{props.children}</div>
    </td>
  );
}

/** The labels for the previous and next page, by the list's order. */
const pageWords = {
  newest: ["Newer", "Older"],
  oldest: ["Older", "Newer"],
  ranked: ["Previous", "Next"],
} as const;

/** The pages of a list with an offset; empty if there is only one. */
export function Pager(props: {
  url: URL;
  limit: number;
  offset: number;
  total: number;
  /** The list's order. */
  order?: keyof typeof pageWords;
}): JSX.Element {
  const { url, limit, offset, total, order } = props;
  const [before, after] = pageWords[order ?? "newest"];
  if (total <= limit && offset === 0) return "";
  const to = (label: string, start: number) => ({ label, href: pagePath(url, start) });
  return (
    <PartLinks
      of="Pages"
      before={offset > 0 ? to(before, Math.max(0, offset - limit)) : null}
      after={offset + limit < total ? to(after, offset + limit) : null}
      shown={
        offset < total
          ? rangeText(offset, offset + limit, total)
          : `Nothing here: there are ${formatCount(total)}`
      }
    />
  );
}

/** The link to the next part of a list with a cursor, and back to its beginning. */
export function CursorPager({ url, nextCursor }: { url: URL; nextCursor: string | null }) {
  const isFirst = !url.searchParams.has("cursor");
  return (
    <PartLinks
      of="Pages"
      before={isFirst ? null : { label: "From the beginning", href: cursorPath(url, null) }}
      after={nextCursor === null ? null : { label: "Older", href: cursorPath(url, nextCursor) }}
    />
  );
}

function cursorPath(url: URL, cursor: string | null): string {
  const query = new URLSearchParams(url.search);
  query.delete("done");
  if (cursor === null) query.delete("cursor");
  else query.set("cursor", cursor);
  return query.size === 0 ? url.pathname : `${url.pathname}?${query}`;
}

function pagePath(url: URL, offset: number): string {
  const query = new URLSearchParams(url.search);
  query.delete("done");
  if (offset === 0) query.delete("offset");
  else query.set("offset", String(offset));
  return query.size === 0 ? url.pathname : `${url.pathname}?${query}`;
}
