/** The choice between a file's tables. Each table has its own columns and sample. */

import type { DatasetDetail } from "../../../market/catalogue/schemas.ts";
import { counted } from "../../../market/counted.ts";
import { Foreign } from "../../kit/parts.tsx";
import { Table } from "../../kit/table.tsx";
import { tabPath } from "./tabs.tsx";

export function TableChoice(props: {
  dataset: DatasetDetail;
  table: string | undefined;
  /** The tab that shows the chosen table. */
  tab: "data" | "profile";
}): JSX.Element {
  const { dataset, table, tab } = props;
  const { tables } = dataset;
  if (tables.length < 2) return "";
  const isShown = (one: (typeof tables)[number]) =>
    table === undefined ? one.is_default : one.name === table;
  return (
    <section class="stack-s" id="tables">
      <h2>
        Tables <span class="muted">{tables.length}</span>
      </h2>
      <Table
        caption="Tables of this dataset"
        columns={[
          "Table",
          { label: "Rows", kind: "number" },
          { label: "Columns", kind: "number" },
          "Read from",
        ]}
        rows={tables.map((one) => [
          <a
            href={`${tabPath(dataset.id, tab)}?table=${encodeURIComponent(one.name)}#tables`}
            aria-current={isShown(one) ? "true" : undefined}
          >
            <Foreign text={one.name} />
          </a>,
          <span>{one.rows ?? "–"}</span>,
          <span>{one.columns ?? "–"}</span>,
          <span class="small">
            <Foreign text={one.error?.detail ?? one.path} />
            {one.parts > 1 && ` (${counted(one.parts, "part")})`}
          </span>,
        ])}
      />
    </section>
  );
}
