/** Shows the coordinates' bounds: a box on a grid of the world, drawn from the numbers only. */
import { plain } from "./histogram.tsx";

type Bounds = { min_lon: number; min_lat: number; max_lon: number; max_lat: number };

const meridians = [-120, -60, 0, 60, 120];
const parallels = [-60, -30, 0, 30, 60];

/** Shows no map if the coordinates are not degrees, because the file uses another system. */
export function BoundsMap({ bounds }: { bounds: Bounds }): JSX.Element {
  const { min_lon: west, min_lat: south, max_lon: east, max_lat: north } = bounds;
  if (west < -180 || east > 180 || south < -90 || north > 90) return "";
  const label =
    `Between ${plain(west)} and ${plain(east)} degrees of longitude, ` +
    `${plain(south)} and ${plain(north)} of latitude`;
  return (
    <figure class="stack-s">
      <svg class="map" viewBox="-180 -90 360 180" role="img" aria-label={label}>
        <rect class="sea" x="-180" y="-90" width="360" height="180" />
        <path class="grid-lines" d={gridLines()} />
        <rect
          class="box"
          x={String(west)}
          y={String(-north)}
          width={String(Math.max(east - west, 2))}
          height={String(Math.max(north - south, 2))}
        />
      </svg>
      <figcaption class="muted small" safe>
        {label}.
      </figcaption>
    </figure>
  );
}

function gridLines(): string {
  const upright = meridians.map((longitude) => `M${longitude}-90V90`);
  return [...upright, ...parallels.map((latitude) => `M-180 ${latitude}H180`)].join("");
}
