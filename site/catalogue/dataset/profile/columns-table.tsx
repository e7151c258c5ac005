/** Every column's measurements: missing values, distribution, and warnings for buyers. */
import type { ColumnProfile } from "../../../../market/profile/schemas.ts";
import { formatCount } from "../../../kit/format.ts";
import { Badge, Foreign } from "../../../kit/parts.tsx";
import { Table } from "../../../kit/table.tsx";
import { Histogram, plain } from "../../charts/histogram.tsx";
import { percent, Shares } from "../../charts/shares.tsx";

const valuesShownMax = 5;
const findingsShownMax = 4;

type ColumnsTableProps = {
  columns: ColumnProfile[];
  /** The number of rows in the whole table. */
  rows: number;
  /** The descriptions by column name, as far as the seller gave them. */
  descriptions: ReadonlyMap<string, string>;
};

export function ColumnsTable({ columns, rows, descriptions }: ColumnsTableProps): JSX.Element {
  return (
    <Table
      caption="Columns"
      columns={[
        "Column",
        { label: "Missing", kind: "number" },
        { label: "Distinct", kind: "number" },
        "Values",
        "Findings",
      ]}
      rows={columns.map((column) => [
        <Name column={column} description={descriptions.get(column.name)} />,
        <span title={formatCount(column.null_count)} safe>
          {percent(column.null_count, rows)}
        </span>,
        <Distinct column={column} />,
        <div class="values">
          <Values {...{ column, rows }} />
        </div>,
        <Findings column={column} />,
      ])}
    />
  );
}

type NameProps = { column: ColumnProfile; description: string | undefined };

function Name({ column, description }: NameProps): JSX.Element {
  const { name, type, semantic_type: meaning, unit, format } = column;
  const words = [type, meaning === type ? null : meaning?.replaceAll("_", " "), unit, format];
  return (
    <div class="stack-s">
      <Foreign text={name} />
      <span class="muted small" safe>
        {words.filter((word) => word !== undefined && word !== null).join(" · ")}
      </span>
      {description !== undefined && (
        <span class="small meaning">
          <Foreign text={description} />
        </span>
      )}
    </div>
  );
}

function Distinct({ column }: { column: ColumnProfile }): JSX.Element {
  if (column.distinct_count === null) return "";
  const sign = column.distinct_method === "exact" ? "" : "≈ ";
  return <span safe>{`${sign}${formatCount(column.distinct_count)}`}</span>;
}

/** A histogram for numbers and times; for text the most frequent values, or else the lengths. */
function Values({ column, rows }: { column: ColumnProfile; rows: number }): JSX.Element {
  const {
    name,
    histogram,
    time_histogram: times,
    top_values: top,
    length_histogram: lengths,
  } = column;
  const drawn = histogram ?? times;
  if (drawn !== null && drawn !== undefined) {
    const { bin_edges: edges, counts, method } = drawn;
    return (
      <div class="stack-s">
        <Histogram label={name} edges={edges} counts={counts} />
        <span class="muted small" safe>
          {`${method === "exact" ? "" : "≈ "}${plain(edges[0])} … ${plain(edges.at(-1))}`}
        </span>
      </div>
    );
  }
  if (top !== null && top.length > 0) return <TopValues {...{ top, column, rows }} />;
  if (lengths === null || lengths === undefined) return <Extremes column={column} />;
  return (
    <div class="stack-s">
      <Histogram label={`Length of ${name}`} edges={lengths.bin_edges} counts={lengths.counts} />
      <span class="muted small" safe>
        {`${plain(lengths.bin_edges[0])} … ${plain(lengths.bin_edges.at(-1))} characters`}
      </span>
    </div>
  );
}

type TopValuesProps = {
  top: NonNullable<ColumnProfile["top_values"]>;
  column: ColumnProfile;
  rows: number;
};

function TopValues({ top, column, rows }: TopValuesProps): JSX.Element {
  const more = (column.distinct_count ?? 0) - valuesShownMax;
  return (
    <div class="stack-s">
      <Shares shares={top.slice(0, valuesShownMax)} total={rows - column.null_count} />
      {more > 0 && <span class="muted small" safe>{`and ${formatCount(more)} more`}</span>}
    </div>
  );
}

function Extremes({
  column: { min, max, geometry_types: kinds },
}: {
  column: ColumnProfile;
}): JSX.Element {
  if (kinds !== null) {
    const words = Object.entries(kinds).map(([kind, count]) => `${formatCount(count)} ${kind}`);
    return (
      <span class="small" safe>
        {words.join(", ")}
      </span>
    );
  }
  if (min === null || max === null) return "";
  return <span class="small" safe>{`${plain(min)} … ${plain(max)}`}</span>;
}

function Findings({ column }: { column: ColumnProfile }): JSX.Element {
  const { alerts, pii, withheld } = column;
  if (alerts.length === 0 && pii.length === 0 && withheld === undefined) return "";
  return (
    <div class="stack-s small">
      {pii.map(({ kind, ratio }) => (
        <span>
          <Badge tone="warn" label={`Personal data: ${kind.replaceAll("_", " ")}`} />{" "}
          {percent(ratio, 1)}
        </span>
      ))}
      {alerts.slice(0, findingsShownMax).map(({ detail }) => (
        <Foreign text={detail} />
      ))}
      {alerts.length > findingsShownMax && (
        <span
          class="muted"
          safe
        >{`and ${alerts.length - findingsShownMax} more in the profile`}</span>
      )}
    </div>
  );
}
