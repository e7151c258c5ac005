/**
 * The land outline (Natural Earth 1:110m, public domain; land.json names its source) in a projection
 * that fits the places shown.
 */
import { readFileSync } from "node:fs";
import { type GeoProjection, geoEquirectangular, geoMercator, geoPath } from "d3-geo";

/** In degrees. */
type Position = readonly [longitude: number, latitude: number, ...rest: unknown[]];

type Arc = { west: number; span: number };

type WorldMap = {
  width: number;
  height: number;
  /** The land's outline as a path. */
  land: string;
  /** Where the given places are, without those that are no places on Earth. */
  positions: [x: number, y: number][];
  project(place: Position): [x: number, y: number] | null;
};

const width = 720;
const height = 320;
const padding = 24;
/** A card cuts the map's sides. */
const cardSides = 110;
/** From so many places on, a card leaves out the farthest: this share on each side. */
const farOnes = { placesMin: 20, ratio: 0.03 };
/** A map of a few houses still shows its surroundings. */
const spanDegreesMin = 4;
/** From this width on, the whole world is shown. */
const worldDegreesMin = 150;
/** Places all around the world leave its usual middle. */
const spanCentredMax = 300;
/** The polar caps would take a third of the map. */
const latitudes = { south: -58, north: 80 };

type Polygon = [longitude: number, latitude: number][][];
/** Outlines of the land: for cards, the world, and a part of it, by how many points they have. */
type Land = Record<"card" | "world" | "region", Polygon[]>;

const land = JSON.parse(readFileSync(new URL("./land.json", import.meta.url), "utf8")) as Land;
const worlds = new Map<string, string>();

const isPlace = ([longitude, latitude]: Position): boolean =>
  Math.abs(longitude) <= 360 && Math.abs(latitude) <= 90;

/** `detail`: how many points the land's outline has. */
export function worldMap(
  places: readonly Position[],
  detail: "card" | "world" = "world",
): WorldMap {
  const valid = places.filter(isPlace);
  const isCard = detail === "card";
  const { projection, world } = projectionFor(isCard ? withoutFarOnes(valid) : valid, isCard);
  const project = (place: Position) => (isPlace(place) ? projection([place[0], place[1]]) : null);
  return {
    width,
    height,
    land: world === null ? drawRegion(projection, detail) : drawWorld(projection, world, detail),
    positions: valid.flatMap((place) => {
      const at = project(place);
      return at === null ? [] : [at];
    }),
    project,
  };
}

function draw(projection: GeoProjection, coordinates: Polygon[]): string {
  return geoPath(projection).digits(0)({ type: "MultiPolygon", coordinates }) ?? "";
}

function drawWorld(projection: GeoProjection, centre: number, detail: "card" | "world"): string {
  const key = `${detail} ${centre}`;
  const known = worlds.get(key) ?? draw(projection, land[detail]);
  worlds.set(key, known);
  return known;
}

/** Only land on the map is projected, because that is most of the work. */
function drawRegion(projection: GeoProjection, detail: "card" | "world"): string {
  const span = (width / projection.scale()) * (180 / Math.PI);
  const [turned = 0] = projection.rotate();
  const shown = { west: -turned - span / 2, span };
  const near = land[detail === "card" ? "world" : "region"].filter(([outline = []]) => {
    const own = shortestArc(outline.map(([longitude]) => longitude));
    return areOverlapping(own, shown);
  });
  return draw(projection, near);
}

function areOverlapping(one: Arc, other: Arc): boolean {
  const apart = Math.abs(middleOf(one) - middleOf(other)) % 360;
  return Math.min(apart, 360 - apart) <= (one.span + other.span) / 2;
}

const middleOf = ({ west, span }: Arc): number => west + span / 2;

/** `world`: the longitude in the middle of a map of the whole world; null for a part of it. */
function projectionFor(
  places: readonly Position[],
  isCard: boolean,
): {
  projection: GeoProjection;
  world: number | null;
} {
  const { west, span } = shortestArc(places.map(([longitude]) => longitude));
  if (span >= worldDegreesMin) {
    const centre = span < spanCentredMax ? Math.round((west + span / 2) / 30) * 30 : 0;
    const projection = geoEquirectangular()
      .rotate([-centre, 0])
      .scale(width / (2 * Math.PI))
      .center([0, (latitudes.north + latitudes.south) / 2 + 6])
      .translate([width / 2, height / 2])
      .clipExtent([
        [0, 0],
        [width, height],
      ]);
    return { projection, world: centre };
  }
  const centre = west + span / 2;
  const [south, north] = widened(places.map(([, latitude]) => latitude));
  const half = Math.max(span, spanDegreesMin) / 2;
  const sides = isCard ? cardSides : padding;
  const corners = {
    type: "MultiPoint" as const,
    coordinates: [
      [centre - half, south],
      [centre + half, north],
    ],
  };
  const projection = geoMercator()
    .rotate([-centre, 0])
    .fitExtent(
      [
        [sides, padding],
        [width - sides, height - padding],
      ],
      corners,
    )
    .clipExtent([
      [0, 0],
      [width, height],
    ]);
  return { projection: projection.precision(0), world: null };
}

/** One far island would leave the others in a corner of a card. */
function withoutFarOnes(places: readonly Position[]): readonly Position[] {
  if (places.length < farOnes.placesMin) return places;
  const { west } = shortestArc(places.map(([longitude]) => longitude));
  const within = (of: (place: Position) => number) => {
    const sorted = places.map(of).sort((a, b) => a - b);
    const cut = Math.floor(sorted.length * farOnes.ratio);
    const [low = 0, high = 0] = [sorted[cut], sorted.at(-1 - cut)];
    return (place: Position) => of(place) >= low && of(place) <= high;
  };
  const isNearByLongitude = within(([longitude]) => (((longitude - west) % 360) + 360) % 360);
  const isNearByLatitude = within(([, latitude]) => latitude);
  return places.filter((place) => isNearByLongitude(place) && isNearByLatitude(place));
}

function widened(all: readonly number[]): [south: number, north: number] {
  const low = Math.max(-80, Math.min(...all));
  const high = Math.min(80, Math.max(...all));
  const more = Math.max(0, spanDegreesMin / 2 - (high - low)) / 2;
  return [low - more, high + more];
}

/** The shortest arc that holds all longitudes, which may cross the date line. */
export function shortestArc(longitudes: readonly number[]): Arc {
  const around = longitudes.map((one) => ((one % 360) + 360) % 360).sort((a, b) => a - b);
  const last = around.at(-1);
  const first = around[0];
  if (first === undefined || last === undefined) return { west: -180, span: 360 };
  let gap = first + 360 - last;
  let west = first;
  for (const [index, longitude] of around.entries()) {
    const before = around[index - 1];
    if (before !== undefined && longitude - before > gap) {
      gap = longitude - before;
      west = longitude;
    }
  }
  return { west, span: 360 - gap };
}
