/** Charts of a file with known values: from its bytes through the profile to the drawn marks. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Profile } from "../../../market/profile/schemas.ts";
import { Histogram } from "../../../site/catalogue/charts/histogram.tsx";
import { Pairs } from "../../../site/catalogue/dataset/profile/pairs.tsx";
import { MapView } from "../../../site/catalogue/views/map-view.tsx";
import { generated, makeFolder, profileBytes } from "../../dataset/support/dataset-files.ts";

const folder = makeFolder();
afterAll(() => folder.remove());

const ROWS = 400;
const EARLY = 300;

/**
 * Three of four rows are on the first day of 2020, the others on the last of 2021. Places lie
 * between two corners. `falling` is the opposite of `rising`, and `noise` follows neither.
 */
function knownFile(): string {
  const rows = Array.from({ length: ROWS }, (_, index) => {
    const share = index / (ROWS - 1);
    const day = index < EARLY ? "2020-01-01" : "2021-12-31";
    const noise = (index * 7919) % 401;
    return [
      day,
      (10 + 10 * share).toFixed(4),
      (-5 + 50 * share).toFixed(4),
      index * 3 + 0.5,
      1_000 - index * 6,
      noise,
    ].join();
  });
  return `day,lon,lat,rising,falling,noise\n${rows.join("\n")}\n`;
}

let profile: Profile;
beforeAll(async () => {
  profile = generated(await profileBytes(folder.path, knownFile())).profile;
});

const distribution = async (name: string) => {
  const column = profile.columns.find((one) => one.name === name);
  const drawn = column?.histogram ?? column?.time_histogram;
  if (!drawn) throw new Error(`${name} has no distribution`);
  return await (<Histogram label={name} edges={drawn.bin_edges} counts={drawn.counts} />);
};

test("the time line has a bar of 300 at its start, one of a third at its end, and nothing between", async () => {
  const html = await distribution("day");
  const bars = [...html.matchAll(/M([\d.]+) 44v-([\d.]+)/g)].map(([, x, tall]) => [
    Number(x),
    Number(tall),
  ]);
  expect(bars).toHaveLength(2);
  const [[firstX, firstTall], [lastX, lastTall]] = bars as [[number, number], [number, number]];
  expect([firstX, firstTall, lastTall]).toEqual([0, 42, 14]);
  expect(lastX).toBeGreaterThan(150);
  expect(html).toContain("most, 300 of 400, lie from 2020-01-01");
  expect(html).toContain("2021-12-31");
});

test("without places the map shows the box of all coordinates, and names its sides", async () => {
  const dataset = { id: "x", tables: [], row_count: ROWS };
  const asked = { table: undefined, view: undefined, label: undefined, picture: undefined };
  const html = await (<MapView {...{ dataset, profile, asked }} sample={null} charts={null} />);
  expect(html).toMatch(/class="map-outline" d="M[\d.]+ [\d.]+(L[\d.]+ [\d.]+){4}"/);
  expect(html).toContain("between 5° S and 45° N, 10° E and 20° E");
});

test("columns that are each other's opposite are left out, and noise is in no pair", async () => {
  const html = await (<Pairs profile={profile} />);
  const [shown = "", left = ""] = html.split("Not shown");
  expect(left).toContain("rising");
  expect(
    shown
      .split("<li>")
      .slice(1)
      .filter((pair) => pair.includes("noise")),
  ).toEqual([]);
});

test("a figure's bars are as many as its bins, and equal where the values are even", async () => {
  const html = await distribution("rising");
  const heights = [...html.matchAll(/ 44v-([\d.]+)/g)].map(([, tall]) => Number(tall));
  expect(heights).toEqual(Array.from({ length: 20 }, () => 42));
});
