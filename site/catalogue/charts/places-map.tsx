/** Places and outlines on the land, coloured by one column of numbers. */
import { quantileSorted } from "d3-array";
import { counted } from "../../../market/counted.ts";
import type { PlacesChart } from "../../../market/profile/charts.ts";
import { formatCount, formatNumber } from "../../kit/format.ts";
import { Foreign } from "../../kit/parts.tsx";
import { dotsPath, short, shortName } from "./marks.ts";
import { worldMap } from "./world.ts";

/** From little to much, each in a colour and a size of its own. */
const classesMax = 4;

type PlacesMapProps = Pick<PlacesChart, "places" | "column" | "outlines"> & {
  unit?: string | null | undefined;
};

type PlaceClass = { from: number; to: number; at: [x: number, y: number][] };

export function PlacesMap({ places, column, outlines, unit }: PlacesMapProps): JSX.Element {
  const map = worldMap([...places, ...outlines.flat()]);
  const classes = classify(places, map.project);
  const plain = places.flatMap((place) => {
    const at = place[2] === null ? map.project(place) : null;
    return at === null ? [] : [at];
  });
  const drawn = outlines.map((line) => pathOf(line, map.project)).join("");
  const label = [
    places.length > 0 ? counted(places.length, "place") : null,
    outlines.length > 0 ? counted(outlines.length, "outline") : null,
    column === null || classes.length === 0 ? null : `coloured by ${shortName(column)}`,
  ];
  return (
    <figure class="stack-s">
      <svg
        class="places-map"
        viewBox={`0 0 ${map.width} ${map.height}`}
        role="img"
        aria-label={`Map with ${label.filter((part) => part !== null).join(", ")}`}
      >
        <rect class="map-sea" width={map.width} height={map.height} />
        <path class="map-land" d={map.land} />
        {drawn !== "" && <path class="map-outline" d={drawn} />}
        {plain.length > 0 && <path class="map-dots" d={dotsPath(plain)} />}
        {classes.map(({ at }, index) => (
          <path class={`map-dots dots-${index + 1}`} d={dotsPath(at)} />
        ))}
      </svg>
      {column !== null && classes.length > 0 && (
        <figcaption class="legend">
          <strong>
            <Foreign text={shortName(column)} />
            {unit !== null && unit !== undefined && <span safe>{` (${unit})`}</span>}
          </strong>
          {classes.map(({ from, to, at }, index) => (
            <span>
              <svg viewBox="0 0 10 10" aria-hidden="true">
                <path class={`map-dots dots-${index + 1}`} d="M5 5h0" />
              </svg>
              <span safe>
                {from === to ? formatNumber(from) : `${formatNumber(from)} to ${formatNumber(to)}`}
              </span>{" "}
              <span class="muted" safe>
                {formatCount(at.length)}
              </span>
            </span>
          ))}
        </figcaption>
      )}
    </figure>
  );
}

/** Quarters of the values, so that one far value does not leave all others in one colour. */
function classify(
  places: PlacesMapProps["places"],
  project: ReturnType<typeof worldMap>["project"],
): PlaceClass[] {
  const valued = places.flatMap((place) => {
    const at = place[2] === null ? null : project(place);
    return at === null || place[2] === null ? [] : [{ at, value: place[2] }];
  });
  const sorted = valued.map(({ value }) => value).sort((a, b) => a - b);
  const steps = Array.from({ length: classesMax - 1 }, (_, index) =>
    quantileSorted(sorted, (index + 1) / classesMax),
  );
  const bounds = [...new Set(steps.filter((step) => step !== undefined))];
  const found: PlaceClass[] = Array.from({ length: bounds.length + 1 }, () => {
    return { from: Number.POSITIVE_INFINITY, to: Number.NEGATIVE_INFINITY, at: [] };
  });
  for (const { at, value } of valued) {
    const own = found[bounds.filter((bound) => value > bound).length];
    if (own === undefined) continue;
    own.from = Math.min(own.from, value);
    own.to = Math.max(own.to, value);
    own.at.push(at);
  }
  return found.filter(({ at }) => at.length > 0);
}

/** A line that would cross the whole map, at the date line, is broken there. */
function pathOf(
  line: PlacesChart["outlines"][number],
  project: ReturnType<typeof worldMap>["project"],
): string {
  let last: [number, number] | null = null;
  let path = "";
  for (const position of line) {
    const at = project(position);
    if (at !== null) {
      const isNear = last !== null && Math.abs(at[0] - last[0]) < 360;
      path += `${isNear ? "L" : "M"}${short(at[0])} ${short(at[1])}`;
    }
    last = at;
  }
  return path;
}
