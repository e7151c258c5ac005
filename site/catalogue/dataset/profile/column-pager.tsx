/** Links through the columns of a wide table, fifty at a time. */
import type { DatasetDetail } from "../../../../market/catalogue/schemas.ts";
import { PartLinks, rangeText } from "../../../kit/part-links.tsx";
import { tabPath } from "../tabs.tsx";

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
  const to = (label: string, position: number) => {
    const query = new URLSearchParams(table === undefined ? {} : { table });
    if (position > 0) query.set("column", String(position));
    const given = query.size === 0 ? "" : `?${query}`;
    return { label, href: `${tabPath(dataset.id, "profile")}${given}#columns` };
  };
  return (
    <PartLinks
      of="Columns"
      before={first > 0 ? to("Previous columns", Math.max(0, first - count)) : null}
      after={first + count < total ? to("Next columns", first + count) : null}
      shown={`Columns ${rangeText(first, first + count, total)}`}
    />
  );
}
