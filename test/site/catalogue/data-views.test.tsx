/** The Profile tab's parts and the views of the data, on profiles of real and hostile files. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import type { ProfileCharts } from "../../../market/profile/charts.ts";
import { productOf } from "../../../market/profile/rules.ts";
import type { Profile, Sample } from "../../../market/profile/schemas.ts";
import { ColumnList } from "../../../site/catalogue/dataset/profile/column-list.tsx";
import { Findings } from "../../../site/catalogue/dataset/profile/findings.tsx";
import { Pairs } from "../../../site/catalogue/dataset/profile/pairs.tsx";
import { NotScored, ScoreCard } from "../../../site/catalogue/dataset/profile/score.tsx";
import { readAskedView, type ViewData } from "../../../site/catalogue/views/view-data.ts";
import { ChosenView, ViewSwitch, viewShown } from "../../../site/catalogue/views/views.tsx";
import {
  makeFolder,
  profileBytes,
  profileFile,
  VEGA,
} from "../../dataset/support/dataset-files.ts";

const folder = makeFolder();
afterAll(() => folder.remove());

type Found = { profile: Profile; sample: Sample; charts: ProfileCharts };
const id = "019a9b7c-3f61-7d0e-9a55-0c8f2d1b7e11";

async function found(report: ReturnType<typeof profileBytes>): Promise<Found> {
  const { outcome, ...rest } = await report;
  if (outcome !== "generated") throw new Error("no sample");
  return rest as Found;
}

let strikes: Found;
let quakes: Found;
beforeAll(async () => {
  strikes = await found(profileFile(folder.path, join(VEGA, "birdstrikes.csv")));
  quakes = await found(profileFile(folder.path, join(VEGA, "earthquakes.json")));
});

function dataOf({ profile, sample, charts }: Found, query = ""): ViewData {
  const dataset = { id, tables: profile.tables ?? [], row_count: profile.row_count };
  return { dataset, profile, sample, charts, asked: readAskedView(new URLSearchParams(query)) };
}
const columnsOf = async ({ columns, row_count: rows }: Profile) =>
  await (
    <ColumnList
      {...{ columns, rows }}
      descriptions={new Map()}
      hrefOf={({ index }) => `?column=${index}`}
    />
  );

test("the three gravest findings come first, then the others", async () => {
  const html = await (<Findings profile={strikes.profile} />);
  const [first = "", others = ""] = html.split("<details");
  expect(first.match(/<li>/g)).toHaveLength(3);
  expect(first).toContain("Missing values in <bdi>Speed IAS in knots</bdi>");
  expect(others).toContain("Dominant value");
  expect(await (<Findings profile={{ columns: [], alerts: [] }} />)).toBe("");
});

test("the score is explained by what the file has, and what would raise it, most first", async () => {
  const { quality } = strikes.profile;
  const components = { ...quality.components, validity: 0.97, uniqueness: 0.95 };
  const worse = { ...quality, components, score: productOf(components) };
  const html = await (<ScoreCard profile={{ ...strikes.profile, quality: worse }} />);
  expect(html).toContain("2,836 cells of 140,000 missing, in Speed IAS in knots");
  expect(html).toContain("24 rows repeat another one");
  const gains = [...html.matchAll(/up to \+(\d+): /g)].map(([, points]) => Number(points));
  expect(gains.length).toBeGreaterThan(1);
  expect(gains).toEqual(gains.toSorted((a, b) => b - a));
  expect(await (<NotScored reason="<b>Audio</b> is not measured." />)).not.toContain("<b>");
});

test("columns with findings come first, and each opens with an axis or its values", async () => {
  const html = await columnsOf(strikes.profile);
  const names = [...html.matchAll(/<summary><b><bdi>([^<]*)/g)].map(([, name]) => name);
  expect(names.slice(0, 2)).toEqual(["Cost Other", "Cost Repair"]);
  expect(names).toHaveLength(12);
  expect(html).toContain("median 140");
  expect(html).toContain("Middle half");
  expect(html).toContain("8 Jan 1990");
});

test("pairs that follow by definition are left out and counted", async () => {
  const pair = (columns: [string, string], pearson: number) => {
    return {
      columns,
      pearson,
      spearman: null,
      cramers_v: null,
      correlation_ratio: null,
      rows_used: 40,
    };
  };
  const pairs = [pair(["a", "b"], 0.3), pair(["metres", "feet"], 1), pair(["c", "d"], -0.9)];
  const correlations = {
    method: "exact",
    rows_used: 40,
    columns_used: 6,
    pairs_found: 3,
    pairs,
  } as const;
  const html = await (<Pairs profile={{ correlations: { ...correlations, pairs }, keys: [] }} />);
  expect([...html.matchAll(/<li><bdi>([^<]*)/g)].map(([, names]) => names)).toEqual([
    "c and d",
    "a and b",
  ]);
  expect(html).toContain("1 pair, such as <bdi>metres and feet</bdi>");
  expect(await (<Pairs profile={{ correlations: null, keys: [] }} />)).toBe("");
});

test("a page of fifty columns with long names stays below 60 kB, and escapes them", async () => {
  const names = Array.from({ length: 50 }, (_, index) => `<b>${"ط".repeat(400)}</b>${index}`);
  const rows = Array.from({ length: 30 }, (_, row) =>
    names.map((_, column) => ((row * 7919 + column) % 977) / 3).join(),
  );
  const wide = await found(profileBytes(folder.path, `${names.join()}\n${rows.join("\n")}\n`));
  const html = await columnsOf(wide.profile);
  expect(Buffer.byteLength(html)).toBeLessThan(60_000);
  expect(html.replaceAll(/"[^"]*"/g, "")).not.toContain("<b>ط");
  expect(html.match(/class="column-row"/g)).toHaveLength(38);
});

test("views are offered for what the data has, and the address chooses one", async () => {
  const data = dataOf(quakes);
  expect(viewShown(data)).toBe("map");
  expect(viewShown(dataOf(quakes, "view=table"))).toBeNull();
  expect(viewShown(dataOf(quakes, "view=series"))).toBe("series");
  expect(viewShown(dataOf(quakes, "view=pictures"))).toBe("map");
  expect(viewShown(dataOf(strikes))).toBeNull();
  const links = await (<ViewSwitch data={data} shown="map" />);
  expect([...links.matchAll(/view=(\w+)/g)].map(([, name]) => name)).toEqual([
    "table",
    "map",
    "series",
  ]);
  expect(await (<ViewSwitch data={dataOf(strikes)} shown={null} />)).toBe("");
  const map = await (<ChosenView data={data} name="map" />);
  expect(map).toContain("100 places of the sample");
  expect(map).toContain("<bdi>mag</bdi>");
});

test("a table of texts has a reading pane with the texts as they are", async () => {
  const words = "Lorem <b>ipsum</b> dolor sit amet, consectetur. ".repeat(5);
  const rows = Array.from({ length: 20 }, (_, index) => `${index},"${index} ${words}"`);
  const texts = await found(profileBytes(folder.path, `id,text\n${rows.join("\n")}\n`));
  const html = await (<ChosenView data={dataOf(texts, "view=text")} name="text" />);
  expect(html.match(/<article>/g)).toHaveLength(12);
  expect(html).toContain("&lt;b&gt;ipsum");
});

test("pictures have labels to choose from, and one enlarged with its neighbours", async () => {
  const columns = ["name", "width", "height", "format", "bytes", "thumbnail"].map((name) => ({
    name,
    type: "string" as const,
  }));
  const rows = ["cats/a.png", "dogs/b.png", "cats/<b>.png", "cats/no.png"].map((name, index) => {
    return [name, 96, 96, "png", 1200, index === 3 ? null : "data:image/webp;base64,AAAA"];
  });
  const sample = { ...strikes.sample, columns, rows };
  const profile = { ...strikes.profile, images: { count: 240 } } as Profile;
  const labels = [
    { label: "cats", count: 200 },
    { label: "dogs", count: 40 },
  ];
  const charts: ProfileCharts = { thumbnail: null, labels };
  const show = async (query: string) => {
    const data = dataOf({ profile, sample, charts }, query);
    expect(viewShown(data)).toBe("pictures");
    return await (<ChosenView data={data} name="pictures" />);
  };
  const all = await show("");
  expect(all).toContain("3 of 240 pictures");
  expect(all.match(/<img /g)).toHaveLength(3);
  expect(all).toContain("83 %");
  const cats = await show("view=pictures&label=cats");
  expect([...cats.matchAll(/src="[^"]*\/pictures\/(\d+)"/g)].map(([, row]) => row)).toEqual([
    "0",
    "2",
  ]);
  const one = await show("label=cats&picture=0");
  expect(one).toContain(`rel="next" href="/datasets/${id}?view=pictures&label=cats&picture=2"`);
  expect(one).not.toContain('rel="prev"');
  expect(one).toContain("1 of 2");
  expect((await show("picture=99")).match(/<img /g)).toHaveLength(3);
});
