/** Lists as tables that also read well on a phone, and the links between their pages. */
import { formatCount } from "./format.ts";

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
    <div class="sheet">
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

/** "21 to 40 of 132", with links to the previous and next page; empty if there is only one page. */
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
  const last = Math.min(offset + limit, total);
  const range =
    offset < total
      ? `${formatCount(offset + 1)} to ${formatCount(last)} of ${formatCount(total)}`
      : `Nothing here: there are ${formatCount(total)}`;
  return (
    <nav class="pager" aria-label="Pages">
      {offset > 0 && (
        <a class="button plain" rel="prev" href={pagePath(url, Math.max(0, offset - limit))}>
          {before}
        </a>
      )}
      <span class="muted small">{range}</span>
      {last < total && (
        <a class="button plain" rel="next" href={pagePath(url, offset + limit)}>
          {after}
        </a>
      )}
    </nav>
  );
}

/** The link to the next part of a list with a cursor, and back to its beginning. */
export function CursorPager({ url, nextCursor }: { url: URL; nextCursor: string | null }) {
  const isFirst = !url.searchParams.has("cursor");
  if (isFirst && nextCursor === null) return "";
  return (
    <nav class="pager" aria-label="Pages">
      {!isFirst && (
        <a class="button plain" href={cursorPath(url, null)}>
          From the beginning
        </a>
      )}
      {nextCursor !== null && (
        <a class="button plain" rel="next" href={cursorPath(url, nextCursor)}>
          Older
        </a>
      )}
    </nav>
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
