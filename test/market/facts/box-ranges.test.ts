/** Boxes as Postgres compares them, against a check degree by degree; with new seeds each run. */
import { expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { rangesOfBox } from "../../../market/facts/box-ranges.ts";
import type { Box } from "../../../market/facts/schemas.ts";
import { testApi } from "../../support/api.ts";

const api = await testApi();
const degrees = (most: number) => fc.integer({ min: -most, max: most });
const box = fc
  .tuple(degrees(180), degrees(90), degrees(180), degrees(90))
  .map(([west, a, east, b]): Box => ({ west, south: Math.min(a, b), east, north: Math.max(a, b) }));

const turn = (longitude: number) => (longitude + 360) % 360;

/** Boxes have whole-degree edges: they overlap if they share a degree on the circle. */
function longitudesOf({ west, east }: Box): Set<number> {
  const last = east < west ? east + 360 : east;
  return new Set(Array.from({ length: last - west + 1 }, (_, at) => turn(west + at)));
}

function overlap(a: Box, b: Box): boolean {
  if (a.south > b.north || b.south > a.north) return false;
  const others = longitudesOf(b);
  return [...longitudesOf(a)].some((longitude) => others.has(longitude));
}

test("two boxes overlap in SQL as they do on the earth", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(box, box), { minLength: 100, maxLength: 200 }),
      async (pairs) => {
        const rows = pairs.map(([a, b]) => {
          const [one, other] = [rangesOfBox(a), rangesOfBox(b)];
          return sql`(${one.latitudes}::int4range && ${other.latitudes}::int4range
          and ${one.longitudes}::int4multirange && ${other.longitudes}::int4multirange)`;
        });
        const [row] = await api.db.execute<{ found: boolean[] }>(
          sql`select array[${sql.join(rows, sql`, `)}] as found`,
        );
        expect(row?.found).toEqual(pairs.map(([a, b]) => overlap(a, b)));
      },
    ),
    { numRuns: 5 },
  );
});
