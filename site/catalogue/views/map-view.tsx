/** Places and outlines of the data on a map. */
import { counted } from "../../../market/counted.ts";
import type { GeoBounds } from "../../../market/profile/column-schemas.ts";
import { formatCount, formatNumber } from "../../kit/format.ts";
import { PlacesMap } from "../charts/places-map.tsx";
import type { ViewData } from "./view-data.ts";

export function MapView({ dataset, profile, charts }: ViewData): JSX.Element {
  const bounds = profile?.bounds ?? null;
  const found = charts?.places;
  if (found === undefined && (bounds === null || !areDegrees(bounds))) return "";
  const column = profile?.columns.find(({ name }) => name === found?.column);
  return (
    <section class="view" id="map">
      <header>
        <h2>Map</h2>
        <span class="small muted" safe>
          {sourceText({ dataset, charts })}
        </span>
      </header>
      <PlacesMap
        places={found?.places ?? []}
        column={found?.column ?? null}
        outlines={found?.outlines ?? (bounds === null ? [] : [boxOf(bounds)])}
        unit={column?.unit}
      />
      {bounds !== null && areDegrees(bounds) && (
        <p class="small muted" safe>
          {`All coordinates lie between ${degrees(bounds.min_lat, "S", "N")} and ${degrees(bounds.max_lat, "S", "N")}, ${degrees(bounds.min_lon, "W", "E")} and ${degrees(bounds.max_lon, "W", "E")}.`}
        </p>
      )}
    </section>
  );
}

/** Other systems of coordinates have numbers that are no degrees. */
export function areDegrees({ min_lon, max_lon, min_lat, max_lat }: GeoBounds): boolean {
  return min_lon >= -180 && max_lon <= 180 && min_lat >= -90 && max_lat <= 90;
}

function sourceText({ dataset, charts }: Pick<ViewData, "dataset" | "charts">): string {
  const found = charts?.places;
  const rows = dataset.row_count;
  if (found === undefined) return "The area of all coordinates";
  const shown = found.places.length > 0 ? found.places.length : found.outlines.length;
  const what = counted(shown, found.places.length > 0 ? "place" : "outline");
  const from = rows === null ? "" : ` from ${formatCount(rows)} rows`;
  return found.of === "sample" ? `${what} of the sample` : `${what}, drawn at random${from}`;
}

function boxOf({ min_lon: west, min_lat: south, max_lon: east, max_lat: north }: GeoBounds) {
  const corners: [number, number][] = [
    [west, south],
    [west, north],
    [east, north],
    [east, south],
    [west, south],
  ];
  return corners;
}

/** For example "37.5° N". */
function degrees(value: number, negative: string, positive: string): string {
  return `${formatNumber(Math.abs(value))}° ${value < 0 ? negative : positive}`;
}
