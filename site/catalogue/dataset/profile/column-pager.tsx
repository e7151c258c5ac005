/** Links through the columns of a wide table, fifty at a time. */
import type { DatasetDetail } from "../../../../market/catalogue/schemas.ts";
import { formatCount } from "../../../kit/format.ts";
import { datasetPath } from "../../facts.ts";

/** `first` is a position, counted from 0. */
export type ShownColumns = { first: number; count: number };

type Props = {
  dataset: DatasetDetail;
  shown: ShownColumns;
  table: string | undefined;
  total: number;
};

export function ColumnPager({ dataset, shown, table, total }: Props): JSX.Element {
  const { first, count } = shown;
  if (total <= count) return "";
  const last = Math.min(first + count, total);
  const to = (position: number) => {
    const query = new URLSearchParams(table === undefined ? {} : { table });
    if (position > 0) query.set("column", String(position));
    return `${datasetPath(dataset.id)}/profile${query.size === 0 ? "" : `?${query}`}#columns`;
  };
  return (
    <nav class="pager" aria-label="Columns">
      {first > 0 && (
        <a class="button plain" rel="prev" href={to(Math.max(0, first - count))}>
          Previous
        </a>
      )}
      <span class="muted small" safe>
        {`${formatCount(first + 1)} to ${formatCount(last)} of ${formatCount(total)}`}
      </span>
      {last < total && (
        <a class="button plain" rel="next" href={to(first + count)}>
          Next
        </a>
      )}
    </nav>
  );
}
