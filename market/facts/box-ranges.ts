/** Converts a box to the ranges that Postgres compares, in millionths of a degree. Pure. */
import type { BoxRanges } from "../../db/vocabulary/facts.ts";
import type { Box } from "./schemas.ts";

/** Rounded outwards, so that no overlap is lost. 180° east and west are the same meridian. */
export function rangesOfBox({ west, south, east, north }: Box): BoxRanges {
  const longitudes = west <= east ? [range(west, east)] : [range(west, 180), range(-180, east)];
  if (west === -180) longitudes.push(range(180, 180));
  if (east === 180) longitudes.push(range(-180, -180));
  return { latitudes: range(south, north), longitudes: `{${longitudes.join()}}` };
}

function range(low: number, high: number): string {
  return `[${Math.floor(low * 1e6)},${Math.ceil(high * 1e6)}]`;
}
