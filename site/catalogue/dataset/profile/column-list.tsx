/** Every column in a row: type, distribution, missing, findings; opened, its chart and figures. */

import { capitalize } from "../../../../market/capitalize.ts";
import type { ColumnProfile } from "../../../../market/profile/schemas.ts";
import { formatCount, formatNumber, formatShare } from "../../../kit/format.ts";
import { Badge, Foreign } from "../../../kit/parts.tsx";
import { formatValue, withUnit } from "../../charts/axis.ts";
import { AxisHistogram } from "../../charts/axis-histogram.tsx";
import { Histogram } from "../../charts/histogram.tsx";
import { shortName } from "../../charts/marks.ts";
import { Bar } from "../../charts/shares.tsx";
import { SharesBar, TopValues } from "../../charts/top-values.tsx";

/** A page of more columns would be heavier than 60 kB. */
const openableMax = 12;
const valuesShownMax = 5;
const findingsShownMax = 5;

type ColumnListProps = {
  columns: readonly ColumnProfile[];
  /** The number of rows in the whole table. */
  rows: number;
  /** The descriptions by column name, as far as the seller gave them. */
  descriptions: ReadonlyMap<string, string>;
  /** The address of a column of its own, for those without room for their details. */
  hrefOf: (column: ColumnProfile) => string;
};

/** Columns with findings first. The first ones can be opened; the others are rows with a link. */
export function ColumnList({ columns, rows, descriptions, hrefOf }: ColumnListProps): JSX.Element {
  const ordered = columns.toSorted((a, b) => Number(hasFinding(b)) - Number(hasFinding(a)));
  const describe = (column: ColumnProfile) => descriptions.get(column.name);
  return (
    <div class="columns">
      {ordered.slice(0, openableMax).map((column) => (
        <details class="column">
          <summary>
            <Summary {...{ column, rows }} />
          </summary>
          <Details {...{ column, rows }} description={describe(column)} />
        </details>
      ))}
      {ordered.slice(openableMax).map((column) => (
        <div class="column">
          <a class="column-row" href={hrefOf(column)}>
            <b>
              <Foreign text={shortName(column.name)} />
            </b>
            <span class="muted small">{typeWord(column)}</span>
            <span class="small" safe>
              {`${formatShare(column.null_count, rows)} missing`}
            </span>
            <Flag column={column} />
          </a>
        </div>
      ))}
    </div>
  );
}

const hasFinding = ({ alerts, pii }: ColumnProfile): boolean => alerts.length + pii.length > 0;

type ColumnProps = { column: ColumnProfile; rows: number };

function Summary({ column, rows }: ColumnProps): JSX.Element {
  return (
    <>
      <b>
        <Foreign text={shortName(column.name)} />
      </b>
      <span class="muted small">{typeWord(column)}</span>
      <Distribution {...{ column, rows }} />
      <span class="small column-missing">
        <Bar share={rows > 0 ? column.null_count / rows : 0} />
        <span safe>{formatShare(column.null_count, rows)}</span>
        <span class="unseen"> missing</span>
      </span>
      <span class="small column-distinct" safe>
        {distinctText(column)}
      </span>
      <Flag column={column} />
    </>
  );
}

/** The type in the words of a person, such as "Category" or "Date". */
function typeWord({ type, semantic_type: meaning }: ColumnProfile): string {
  return capitalize((meaning ?? type).replaceAll("_", " "));
}

function distinctText({ distinct_count: count, distinct_method: method }: ColumnProfile): string {
  if (count === null) return "";
  return `${method === "exact" ? "" : "≈ "}${formatCount(count)} distinct`;
}

/** The gravest finding in a word or two. */
function Flag({ column: { alerts, pii } }: { column: ColumnProfile }): JSX.Element {
  const kind = pii[0]?.kind;
  if (kind !== undefined) return <Badge tone="warn" label={`Personal data: ${plainWord(kind)}`} />;
  const code = alerts[0]?.code;
  return code === undefined ? <span /> : <Badge tone="warn" label={capitalize(plainWord(code))} />;
}

const plainWord = (code: string): string => code.replaceAll("_", " ");

function Distribution({ column, rows }: ColumnProps): JSX.Element {
  const drawn = column.histogram ?? column.time_histogram ?? column.length_histogram;
  const top = column.top_values;
  if (column.histogram === null && top !== null && top.length > 0) {
    return <SharesBar values={top} total={rows} />;
  }
  if (!drawn) return <span />;
  const label = shortName(column.name);
  return <Histogram label={label} edges={drawn.bin_edges} counts={drawn.counts} />;
}

type DetailsProps = ColumnProps & { description: string | undefined };

function Details({ column, rows, description }: DetailsProps): JSX.Element {
  const facts = factsOf(column);
  const { alerts } = column;
  return (
    <div class="column-body">
      <div class="stack-s">
        {description !== undefined && (
          <p class="small">
            <Foreign text={description} />
          </p>
        )}
        <Chart {...{ column, rows }} />
        {alerts.length > 0 && (
          <ul class="bullets small">
            {alerts.slice(0, findingsShownMax).map(({ detail }) => (
              <li>
                <Foreign text={detail} />
              </li>
            ))}
          </ul>
        )}
      </div>
      <dl class="figures-list small">
        {facts.map(([name, value]) => (
          <>
            <dt>{name}</dt>
            <dd>
              <Foreign text={value} />
            </dd>
          </>
        ))}
      </dl>
    </div>
  );
}

function Chart({ column, rows }: ColumnProps): JSX.Element {
  const { name, unit, histogram, time_histogram: times, length_histogram: lengths } = column;
  const { top_values: top, median, distinct_count: distinct } = column;
  const values = top?.slice(0, valuesShownMax) ?? [];
  const drawn = histogram ?? times;
  return (
    <>
      {drawn && (
        <AxisHistogram
          label={name}
          unit={unit}
          edges={drawn.bin_edges}
          counts={drawn.counts}
          median={histogram === null ? null : median}
        />
      )}
      {!drawn && values.length > 0 && <TopValues {...{ values, distinct }} total={rows} />}
      {!drawn && values.length === 0 && lengths && (
        <AxisHistogram
          label={`Length of ${name}`}
          unit="characters"
          edges={lengths.bin_edges}
          counts={lengths.counts}
        />
      )}
    </>
  );
}

/** The figures of a column as far as it has them. */
function factsOf(column: ColumnProfile): [string, string][] {
  const { mean, std, quantiles, length, unit, format, min, max, type, dates } = column;
  const { distinct_count: distinct, approximate, geometry_types: kinds } = column;
  const number = (value: number) => withUnit(formatNumber(value), unit);
  const isNumeric = quantiles !== null || mean !== null;
  const facts: ([string, string] | null)[] = [
    mean === null ? null : ["Mean", number(mean)],
    std === null ? null : ["Standard deviation", number(std)],
    quantiles && ["Middle half", `${formatNumber(quantiles.p25)} to ${number(quantiles.p75)}`],
    quantiles && ["95 % are below", number(quantiles.p95)],
    isNumeric || min === null ? null : ["First", formatValue(min)],
    isNumeric || max === null ? null : ["Last", formatValue(max)],
    approximate === undefined
      ? null
      : [
          "About",
          `${formatValue(approximate.min ?? "…")} to ${formatValue(approximate.max ?? "…")}`,
        ],
    dates === null
      ? null
      : [
          "Periods without a value",
          `${formatCount(dates.missing)} of ${formatCount(dates.expected)} (${dates.granularity})`,
        ],
    length && ["Characters", `${formatNumber(length.min)} to ${formatNumber(length.max)}`],
    distinct === null ? null : ["Distinct values", distinctText(column).replace(" distinct", "")],
    kinds && [
      "Geometries",
      Object.entries(kinds)
        .map(([kind, many]) => `${formatCount(many)} ${kind}`)
        .join(", "),
    ],
    ["Type", [type, format].filter((word) => word !== undefined).join(", ")],
    column.withheld === undefined
      ? null
      : ["For buyers only", column.withheld.map(plainWord).join(", ")],
  ];
  return facts.filter((fact) => fact !== null);
}
