/** Charts of a file with known values: from its bytes through the profile to the drawn marks. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Profile } from "../../../market/profile/schemas.ts";
import { BoundsMap } from "../../../site/catalogue/charts/bounds-map.tsx";
import { ColumnsTable } from "../../../site/catalogue/dataset/profile/columns-table.tsx";
import { Correlations } from "../../../site/catalogue/dataset/profile/correlations.tsx";
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

const column = (name: string) => profile.columns.filter((one) => one.name === name);
const attribute = (html: string, name: string) => html.match(new RegExp(` ${name}="([^"]*)"`))?.[1];

test("the time line has a bar of 300 at its start, one of a third at its end, and nothing between", async () => {
  const html = await (
    <ColumnsTable columns={column("day")} rows={ROWS} descriptions={new Map()} />
  );
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

test("the map's box has the very corners of the places, north up", async () => {
  if (profile.bounds === null) throw new Error("no places were found");
  const html = await (<BoundsMap bounds={profile.bounds} />);
  const box = html.slice(html.indexOf('class="box"'));
  expect(["x", "y", "width", "height"].map((name) => Number(attribute(box, name)))).toEqual([
    10, -45, 10, 50,
  ]);
  expect(html).toContain("Between 10 and 20 degrees of longitude, -5 and 45 of latitude");
});

test("the strongest relations stand first with their sign, and noise in none of them", async () => {
  const html = await (<Correlations profile={profile} />);
  const pairs = html.split("<li>").slice(1);
  const opposite = pairs.find((pair) => pair.includes("rising") && pair.includes("falling")) ?? "";
  expect(opposite).toContain("r -1");
  expect(attribute(opposite.slice(opposite.lastIndexOf("<rect")), "width")).toBe("100");
  expect(pairs.filter((pair) => pair.includes("noise"))).toEqual([]);
});

test("a figure's bars are as many as its bins, and equal where the values are even", async () => {
  const html = await (
    <ColumnsTable columns={column("rising")} rows={ROWS} descriptions={new Map()} />
  );
  const heights = [...html.matchAll(/ 44v-([\d.]+)/g)].map(([, tall]) => Number(tall));
  expect(heights).toEqual(Array.from({ length: 20 }, () => 42));
});
