import { MarketError } from "../errors.ts";
import type { Sample } from "../profile/schemas.ts";
import type { SampleFormat } from "./schemas.ts";

type Rendered = { body: string; contentType: string };

/** Formats rendered from the sample's rows. */
export type RowFormat = Exclude<SampleFormat, "webp">;

const renderers: Record<RowFormat, (sample: Sample) => Rendered> = {
  json: (sample) => ({ body: JSON.stringify(sample), contentType: "application/json" }),
  csv: (sample) => ({ body: renderCsv(sample), contentType: "text/csv; charset=utf-8" }),
  geojson: (sample) => ({
    body: JSON.stringify(featureCollection(sample)),
    contentType: "application/geo+json",
  }),
};

/** Errors: format_not_offered for GeoJSON of a table without geometry. */
export function renderSample(sample: Sample, format: RowFormat): Rendered {
  return renderers[format](sample);
}

/** RFC 4180: quoted where needed, CRLF line ends; nested values as JSON. */
function renderCsv(sample: Sample): string {
  const header = sample.columns.map((column) => csvCell(column.name));
  const rows = sample.rows.map((row) => row.map(csvCell));
  return [header, ...rows].map((cells) => `${cells.join(",")}\r\n`).join("");
}

function csvCell(value: unknown): string {
  if (value === null || value === undefined) return "";
  const text = typeof value === "object" ? JSON.stringify(value) : String(value);
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function featureCollection(sample: Sample) {
  const geometryIndex = sample.columns.findIndex((column) => column.type === "geometry");
  if (geometryIndex === -1) {
    throw new MarketError(
      "format_not_offered",
      "The dataset has no geometry: request json or csv.",
    );
  }
  const features = sample.rows.map((row) => {
    const properties = sample.columns.flatMap((column, index) =>
      index === geometryIndex ? [] : [[column.name, row[index] ?? null] as const],
    );
    return {
      type: "Feature",
      // RFC 7946: a withheld geometry is a text in the other formats, but null here.
      geometry: typeof row[geometryIndex] === "object" ? row[geometryIndex] : null,
      properties: Object.fromEntries(properties),
    };
  });
  return { type: "FeatureCollection", features, sampling: sample.sampling };
}
