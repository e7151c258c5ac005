/** Thumbnails of every kind, with the values that files may really have. */
import { expect, test } from "bun:test";
import type { Thumbnail as ThumbnailData } from "../../../market/profile/charts.ts";
import { Thumbnail } from "../../../site/catalogue/charts/thumbnail.tsx";
import { shortestArc, worldMap } from "../../../site/catalogue/charts/world.ts";

const dataset = { id: "019a9b7c-3f61-7d0e-9a55-0c8f2d1b7e11", format: "csv" };
const show = async (thumbnail: ThumbnailData | null): Promise<string> =>
  await (<Thumbnail thumbnail={thumbnail} dataset={dataset} />);

const long = "<b>مرحبا</b> ".repeat(200);
const kinds: (ThumbnailData | null)[] = [
  { kind: "series", column: "co2", values: [1, null, Number.NaN, 3], from: "2001", to: "2004" },
  { kind: "series", column: "flat", values: [5], from: "2001", to: "2001" },
  { kind: "series", column: "gone", values: [null, null], from: "2001", to: "2002" },
  { kind: "histogram", column: long, counts: [0, 4, 1], from: "0", to: "3" },
  { kind: "histogram", column: "none", counts: [], from: "0", to: "0" },
  { kind: "shares", column: "kind", shares: [{ value: long, share: 0.25 }] },
  {
    kind: "places",
    places: [
      [179, 10, null],
      [-179, -10, 3],
      [Number.NaN, 999, null],
    ],
  },
  { kind: "pictures", rows: [0, 16, 32], count: 96 },
  {
    kind: "tables",
    count: 2,
    tables: [
      { name: long, rows: null },
      { name: "b", rows: 1 },
    ],
  },
  { kind: "text", text: long },
  null,
];

test("every kind draws only numbers, escapes names and needs no style attribute", async () => {
  for (const kind of kinds) {
    const html = await show(kind);
    const geometry = [...html.matchAll(/ (?:d|x|y|width|height|viewBox)="([^"]*)"/g)];
    for (const [, value] of geometry) expect(value).not.toMatch(/NaN|Infinity|undefined/);
    expect(html.replaceAll(/"[^"]*"/g, "")).not.toContain("<b>");
    expect(html).not.toContain("style=");
  }
});

test("a series breaks at a missing period, and a share of a quarter fills a quarter", async () => {
  const [, , line = ""] = (await show(kinds[0] ?? null)).split(' d="');
  expect(line.match(/M/g)).toHaveLength(2);
  expect(await show(kinds[5] ?? null)).toContain("M0 0h25v6H0z");
});

test("places on both sides of the date line are neighbours on the map", () => {
  expect(shortestArc([179, -179])).toEqual({ west: 179, span: 2 });
  const { positions, width } = worldMap([
    [179, 10],
    [-179, -10],
  ]);
  const [[one = 0] = [], [other = 0] = []] = positions;
  expect(one).toBeGreaterThan(0);
  expect(other).toBeLessThan(width);
  expect(other).toBeGreaterThan(one);
  expect(
    worldMap([
      [500, 10],
      [Number.NaN, 0],
    ]).positions,
  ).toEqual([]);
});
