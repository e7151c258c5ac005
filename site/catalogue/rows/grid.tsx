/** Rows as a table, with each column's distribution in its head. */
import type { Profile } from "../../../market/profile/schemas.ts";
import { formatCount } from "../../kit/format.ts";
import { IconSymbols } from "../../kit/icons.tsx";
import { PartLinks } from "../../kit/part-links.tsx";
import { CELL_CHARS_MAX, Cell } from "./cell.tsx";
import { ColumnHead, SortLink, typeIcon } from "./column-head.tsx";
import { type RowsWish, rowsQuery, rowsShown } from "./read-wish.ts";
import type { ShownRows } from "./shown-rows.ts";

/** Above this, cells are cut shorter, so that the page stays below 60 kB. */
const cellBytesMax = 10_000;
const shortCellCharsMax = 30;
const columnsWithLinksMax = 10;

type GridProps = {
  shown: ShownRows;
  wish: RowsWish;
  /** The profile of at least the shown columns; null if there is none. */
  profile: Profile | null;
  /** The address of the rows without parameters. */
  path: string;
  /** Names the table for screen readers. */
  label: string;
};

export function Grid({ shown, wish, profile, path, label }: GridProps): JSX.Element {
  const { columns, rows, numbers } = shown;
  const isLong = Buffer.byteLength(JSON.stringify(rows)) > cellBytesMax;
  const heads = new Map(profile?.columns.map((column) => [column.name, column]));
  return (
    <div class="grid-frame">
      <IconSymbols names={[...new Set(columns.map(({ type }) => typeIcon(type)))]} />
      <section class="scroll" tabindex="0" aria-label={label}>
        <table class="rows">
          <thead>
            <tr>
              <th scope="col" class="row-no">
                Row
              </th>
              {columns.map((column) => (
                <th scope="col" aria-sort={sortOf(wish, column.name)}>
                  <div class="column-head">
                    <SortLink {...{ column, wish, path }} />
                    <Head
                      {...{ wish, path, profile }}
                      column={heads.get(column.name)}
                      hasBarLinks={columns.length <= columnsWithLinksMax}
                    />
                  </div>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, at) => (
              <tr id={`row-${numbers[at]}`}>
                <th scope="row" class="row-no">
                  <a href={`#row-${numbers[at]}`}>{formatCount(numbers[at] ?? 0)}</a>
                </th>
                {row.map((value, index) => (
                  <Cell
                    value={value}
                    type={columns[index]?.type ?? ""}
                    charsMax={isLong ? shortCellCharsMax : CELL_CHARS_MAX}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <div class="grid-foot">
        <span class="small muted" role="status" safe>
          {shown.summary}
        </span>
        <RowPager {...{ shown, wish, path }} />
      </div>
    </div>
  );
}

type HeadCellProps = Omit<Parameters<typeof ColumnHead>[0], "column" | "rows"> & {
  column: Parameters<typeof ColumnHead>[0]["column"] | undefined;
  profile: Profile | null;
};

function Head({ column, profile, ...props }: HeadCellProps): JSX.Element {
  if (column === undefined || profile === null) return "";
  return <ColumnHead {...props} column={column} rows={profile.row_count} />;
}

function sortOf({ sort }: RowsWish, name: string): "ascending" | "descending" | undefined {
  if (sort?.column !== name) return undefined;
  return sort.isDescending ? "descending" : "ascending";
}

type PagerProps = Pick<GridProps, "shown" | "wish" | "path">;

function RowPager({ shown, wish, path }: PagerProps): JSX.Element {
  const { offset, nextOffset: next, columns } = shown;
  const earlier = Math.max(0, offset - rowsShown(columns.length));
  const to = (label: string, start: number) => ({
    label,
    href: path + rowsQuery(wish, { offset: start }),
  });
  return (
    <PartLinks
      of="Rows"
      before={offset > 0 ? to("Previous rows", earlier) : null}
      after={next === null ? null : to("Next rows", next)}
      isUnindexed
      isSmall
    />
  );
}
