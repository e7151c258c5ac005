/** What pages draw of a file: series, places, cards, and what a paid file keeps to itself. */
import { afterAll, expect, test } from "bun:test";
import { join } from "node:path";
import { type ProfileCharts, profileChartsSchema } from "../../../market/profile/charts.ts";
import type { Sample } from "../../../market/profile/schemas.ts";
import { picturesOf, zipOf } from "../support/archive-files.ts";
import { makeFolder, profileBytes, profileFile, VEGA } from "../support/dataset-files.ts";

const folder = makeFolder();
afterAll(() => folder.remove());

type Drawn = { charts: ProfileCharts; sample: Sample };

async function drawn(report: ReturnType<typeof profileBytes>): Promise<Drawn> {
  const found = await report;
  if (found.outcome !== "generated") throw new Error(found.error.detail);
  return { charts: profileChartsSchema.parse(found.charts), sample: found.sample };
}
const ofVega = (name: string, paid = false) =>
  drawn(profileFile(folder.path, join(VEGA, name), { paid }));
const ofText = (text: string, paid = false) => drawn(profileBytes(folder.path, text, { paid }));

const day = (index: number) => new Date(Date.UTC(2020, 0, 1 + index)).toISOString().slice(0, 10);

test("a daily series has each period's mean, extremes and missing values, and a gap where it has none", async () => {
  const rows = Array.from({ length: 60 }, (_, index) => {
    if (index >= 20 && index < 30) return null;
    return `${day(index)},${index === 5 ? "" : index / 2}`;
  }).filter((row) => row !== null);
  const { charts } = await ofText(`day,level\n${rows.join("\n")}\n`);
  const { series, thumbnail } = charts;
  expect(series).toMatchObject({ time: "day", column: "level", period: { unit: "day", step: 1 } });
  expect(series?.means.slice(4, 7)).toEqual([2, null, 3]);
  expect(series?.missing.slice(4, 7)).toEqual([0, 1, 0]);
  expect(series?.means.slice(20, 30)).toEqual(new Array(10).fill(null));
  expect(series?.range?.highs[59]).toBe(29.5);
  expect(thumbnail).toMatchObject({ kind: "series", from: "2020-01-01", to: "2020-02-29" });
});

test("several series in one table become a line each", async () => {
  const { charts } = await ofVega("stocks.csv");
  expect(charts.series?.groups?.lines.map(({ name }) => name).sort()).toEqual([
    "AAPL",
    "AMZN",
    "GOOG",
    "IBM",
    "MSFT",
  ]);
});

test("a paid series shows no single value: no extremes, and no mean of less than ten", async () => {
  const { charts } = await ofVega("stocks.csv", true);
  expect(charts.series?.range).toBeNull();
  expect(charts.series?.period).toEqual({ unit: "year", step: 1 });
  const single = Array.from({ length: 40 }, (_, index) => `${day(index)},${index * 1.5}`);
  const { charts: few } = await ofText(`day,level\n${single.join("\n")}\n`, true);
  expect(few.series).toBeUndefined();
});

test("places of a free table come from all rows, those of a paid one from its sample alone", async () => {
  const { charts } = await ofVega("airports.csv");
  expect(charts.places).toMatchObject({ of: "rows" });
  expect(charts.places?.places).toHaveLength(300);
  expect(charts.thumbnail?.kind).toBe("places");
  const { charts: paid, sample } = await ofVega("airports.csv", true);
  const at = sample.columns.findIndex(({ name }) => name === "latitude");
  const public_ = new Set(sample.rows.map((row) => Math.round(Number(row[at]) * 1e4) / 1e4));
  for (const [, latitude] of paid.places?.places ?? []) expect(public_.has(latitude)).toBe(true);
  expect(paid.places?.places.length).toBe(sample.rows.length);
});

test("outlines of areas are simplified, and coordinates that are no degrees are left out", async () => {
  const ring = Array.from({ length: 900 }, (_, index) => {
    const turn = (index / 900) * 2 * Math.PI;
    return [10 * Math.cos(turn), 10 * Math.sin(turn)].map((one) => Number(one.toFixed(3)));
  });
  const feature = (coordinates: unknown, type = "Polygon") => {
    return { type: "Feature", properties: { name: "a" }, geometry: { type, coordinates } };
  };
  const collection = (features: unknown[]) =>
    JSON.stringify({ type: "FeatureCollection", features });
  const { charts } = await ofText(collection([feature([ring])]));
  const positions = charts.places?.outlines.flat() ?? [];
  expect(positions.length).toBeGreaterThan(50);
  expect(positions.length).toBeLessThan(700);
  const { charts: metres } = await ofText(collection([feature([530_000, 180_000], "Point")]));
  expect(metres.places).toBeUndefined();
});

test("a card draws what the table is about: texts, else numbers, else frequent values", async () => {
  const words = "Lorem ipsum dolor sit amet, consectetur adipiscing elit. ".repeat(4);
  const texts = Array.from({ length: 30 }, (_, index) => `${index},"${index} ${words}"`);
  const { charts } = await ofText(`id,text\n${texts.join("\n")}\n`);
  expect(charts.thumbnail?.kind).toBe("text");
  const kinds = Array.from({ length: 40 }, (_, index) => `${index},${index % 4 ? "red" : "blue"}`);
  const { charts: colours } = await ofText(`id,colour\n${kinds.join("\n")}\n`);
  expect(colours.thumbnail).toMatchObject({
    kind: "shares",
    shares: [
      { value: "red", share: 0.75 },
      { value: "blue", share: 0.25 },
    ],
  });
});

test("pictures show six of the sample, and a free archive counts the labels of all", async () => {
  const plain = Object.values(await picturesOf(12));
  const files = Object.fromEntries(
    plain.map((bytes, index) => [`set/${index < 9 ? "cats" : "dogs"}/${index}.png`, bytes]),
  );
  const zip = await zipOf(files);
  const { charts } = await drawn(profileBytes(folder.path, zip));
  expect(charts.thumbnail).toEqual({ kind: "pictures", rows: [0, 2, 4, 6, 8, 10], count: 12 });
  expect(charts.labels).toEqual([
    { label: "cats", count: 9 },
    { label: "dogs", count: 3 },
  ]);
  const { charts: paid } = await drawn(profileBytes(folder.path, zip, { paid: true }));
  expect(paid.labels).toBeUndefined();
});
