/** The small picture of a dataset on its card: drawn from its own data, never an icon. */
import { extent } from "d3-array";
import { scaleLinear } from "d3-scale";
import { area, line } from "d3-shape";
import { counted } from "../../../market/counted.ts";
import type { Thumbnail as ThumbnailData } from "../../../market/profile/charts.ts";
import { formatNumber, formatShare } from "../../kit/format.ts";
import { picturePath } from "../facts.ts";
import { barPath, dotsPath, short, shortName } from "./marks.ts";
import { worldMap } from "./world.ts";

const size = { width: 280, height: 96 };
const margin = 8;
const stretched = { viewBox: `0 0 ${size.width} ${size.height}`, preserveAspectRatio: "none" };

type ThumbnailProps = {
  /** Null if nothing of the file can be drawn. */
  thumbnail: ThumbnailData | null;
  dataset: { id: string; format: string | null };
};

/** Fills its box; its text alternative says what is drawn. */
export function Thumbnail({ thumbnail, dataset }: ThumbnailProps): JSX.Element {
  if (thumbnail === null) return <Format format={dataset.format} />;
  switch (thumbnail.kind) {
    case "series":
      return <SeriesThumbnail {...thumbnail} />;
    case "histogram":
      return <HistogramThumbnail {...thumbnail} />;
    case "shares":
      return <SharesThumbnail {...thumbnail} />;
    case "places":
      return <PlacesThumbnail {...thumbnail} />;
    case "pictures":
      return <PicturesThumbnail {...thumbnail} id={dataset.id} />;
    case "tables":
      return <TablesThumbnail {...thumbnail} />;
    case "text":
      return <TextThumbnail {...thumbnail} />;
  }
}

type Of<Kind extends ThumbnailData["kind"]> = Extract<ThumbnailData, { kind: Kind }>;

function SeriesThumbnail({ column, values, from, to }: Of<"series">): JSX.Element {
  const [low = 0, high = 0] = extent(values.filter((value) => value !== null));
  const x = scaleLinear([0, Math.max(1, values.length - 1)], [0, size.width]);
  const y = scaleLinear([low, high === low ? low + 1 : high], [size.height - margin, margin]);
  const isThere = (value: number | null) => value !== null && Number.isFinite(value);
  const marks = {
    x: (_: unknown, index: number) => x(index),
    y: (value: number | null) => y(value ?? 0),
  };
  const stroke = line<number | null>(marks.x, marks.y).defined(isThere).digits(1)(values) ?? "";
  const label = `${shortName(column)} from ${from} to ${to}, between ${formatNumber(low)} and ${formatNumber(high)}`;
  return (
    <svg class="thumb-chart" {...stretched} role="img" aria-label={label}>
      {values.every(isThere) && values.length > 1 ? (
        <path class="chart-line chart-filled" d={closedBelow(stroke, y(values[0] ?? 0))} />
      ) : (
        <>
          <path
            class="chart-area"
            d={
              area<number | null>(marks.x, size.height, marks.y).defined(isThere).digits(1)(
                values,
              ) ?? ""
            }
          />
          <path class="chart-line" d={stroke} />
        </>
      )}
    </svg>
  );
}

/** The line and the area below it in one path, whose other edges lie outside the drawing. */
function closedBelow(stroke: string, firstY: number): string {
  const right = size.width + margin;
  return `M-${margin},${short(firstY)}L${stroke.slice(1)}H${right}V${size.height + margin}H-${margin}Z`;
}

function HistogramThumbnail({ column, counts, from, to }: Of<"histogram">): JSX.Element {
  const most = Math.max(...counts, 1);
  const y = scaleLinear([0, most], [0, size.height - 3 * margin]);
  const step = (size.width - 4 * margin) / Math.max(1, counts.length);
  const base = size.height - margin;
  const bars = counts.map((count, bin) =>
    count > 0 ? barPath(2 * margin + bin * step, step * 0.86, base, Math.max(1, y(count))) : "",
  );
  return (
    <svg
      class="thumb-chart"
      {...stretched}
      role="img"
      aria-label={`Distribution of ${shortName(column)} from ${from} to ${to}`}
    >
      <path class="chart-bar" d={bars.join("")} />
      <path class="chart-base" d={`M${2 * margin} ${base}H${size.width - 2 * margin}`} />
    </svg>
  );
}

/** The most frequent values as bars; a full bar is all rows. */
function SharesThumbnail({ column, shares }: Of<"shares">): JSX.Element {
  const words = shares.map(({ value, share }) => `${shortName(value)} ${formatShare(share, 1)}`);
  return (
    <ul class="thumb-shares" aria-label={`Most frequent values of ${shortName(column)}`}>
      {shares.map(({ share }, index) => (
        <li>
          <span class="thumb-word" safe>
            {words[index] ?? ""}
          </span>
          <svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
            <path class="chart-track" d="M0 0h100v6H0z" />
            <path class="chart-bar" d={`M0 0h${short(100 * Math.min(1, share))}v6H0z`} />
          </svg>
        </li>
      ))}
    </ul>
  );
}

function PlacesThumbnail({ places }: Of<"places">): JSX.Element {
  const { land, positions, width, height } = worldMap(places, "card");
  return (
    <svg
      class="thumb-chart"
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="xMidYMid slice"
      role="img"
      aria-label={`Map with ${counted(places.length, "place")} of the data`}
    >
      <path class="map-land" d={land} />
      <path class="map-dots thumb-dots" d={dotsPath(positions)} />
    </svg>
  );
}

function PicturesThumbnail({ rows, count, id }: Of<"pictures"> & { id: string }): JSX.Element {
  const words = `${rows.length} of ${counted(count, "picture")}`;
  return (
    <span class="thumb-pictures">
      {rows.map((row, index) => (
        <img src={picturePath(id, row)} alt={index === 0 ? words : ""} loading="lazy" />
      ))}
    </span>
  );
}

function TablesThumbnail({ tables, count }: Of<"tables">): JSX.Element {
  return (
    <ul class="thumb-tables" aria-label={counted(count, "table")}>
      {tables.map(({ name, rows }) => (
        <li>
          <bdi safe>{shortName(name)}</bdi>
          {rows !== null && <small safe>{counted(rows, "row")}</small>}
        </li>
      ))}
    </ul>
  );
}

function TextThumbnail({ text }: Of<"text">): JSX.Element {
  return (
    <p class="thumb-text">
      <bdi safe>{text}</bdi>
    </p>
  );
}

/** A file whose content cannot be drawn shows its format. */
function Format({ format }: { format: string | null }): JSX.Element {
  return (
    <p class="thumb-format">
      <span safe>{format === null ? "No preview" : format.toUpperCase()}</span>
    </p>
  );
}
