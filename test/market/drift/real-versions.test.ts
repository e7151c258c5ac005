/**
 * Reported changes between versions of real tables: the engine profiles each, then they are
 * compared.
 */
import { afterAll, describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { compareProfiles } from "../../../market/profile/drift/compare-profiles.ts";
import { notComparable } from "../../../market/profile/drift/compare-rows.ts";
import { changesSchema, type VersionChanges } from "../../../market/profile/drift/schemas.ts";
import { generated, makeFolder, profileBytes, VEGA } from "../../dataset/support/dataset-files.ts";

const folder = makeFolder();
afterAll(() => folder.remove());

type Table = { header: string[]; rows: string[][] };

function readVega(name: string): Table {
  const lines = readFileSync(join(VEGA, name), "utf8").trimEnd().split(/\r?\n/);
  const [header = [], ...rows] = lines.map((line) => line.split(","));
  return { header, rows };
}

const write = ({ header, rows }: Table): string =>
  [header, ...rows].map((cells) => `${cells.join(",")}\n`).join("");

async function changesOf(before: Table, after: Table, paid = false): Promise<VersionChanges> {
  const [one, other] = [
    generated(await profileBytes(folder.path, write(before), { paid })),
    generated(await profileBytes(folder.path, write(after), { paid })),
  ];
  const changes = compareProfiles(one.profile, other.profile, notComparable("not_kept"));
  changesSchema.parse(changes);
  return changes;
}

const weather = readVega("seattle-weather.csv");

function mapColumn({ header, rows }: Table, name: string, turn: (cell: string) => string): Table {
  const at = header.indexOf(name);
  const turned = rows.map((row) => row.map((cell, index) => (index === at ? turn(cell) : cell)));
  return { header, rows: turned };
}

const drifted = ({ drift }: VersionChanges, level: string): string[] =>
  drift.filter((column) => column.level === level).map(({ name }) => name);

describe("versions of the weather of Seattle", () => {
  test("the same file has not changed", async () => {
    const { drift, columns } = await changesOf(weather, weather);
    expect(drift).toEqual([]);
    expect(columns).toMatchObject({ added_count: 0, removed_count: 0, reordered: false });
  });

  test("the same rows in another order have not drifted", async () => {
    const { drift } = await changesOf(weather, { ...weather, rows: weather.rows.toReversed() });
    expect(drift).toEqual([]);
  });

  test("a later year is a longer period, and no drift", async () => {
    const three = { ...weather, rows: weather.rows.filter(([day]) => !day?.startsWith("2015")) };
    const changes = await changesOf(three, weather);
    expect(changes.rows).toMatchObject({ before: 1096, after: 1461 });
    expect(drifted(changes, "major")).toEqual([]);
    const period = changes.drift.find(({ name }) => name === "date");
    expect(period).toMatchObject({
      findings: ["period"],
      max: { from: "2014-12-31", to: "2015-12-31" },
    });
    expect(changes.sentences.join(" ")).toContain('"date" goes from 2012-01-01 to 2015-12-31');
  });

  test("a renamed column is guessed by its place and its values", async () => {
    const header = weather.header.map((name) => (name === "wind" ? "wind_speed" : name));
    const { columns, sentences } = await changesOf(weather, { ...weather, header });
    expect(columns.renamed).toEqual([{ from: "wind", to: "wind_speed", type: "number" }]);
    expect(columns).toMatchObject({ added: [], removed: [] });
    expect(sentences).toContain('"wind" seems to be called "wind_speed" now.');
  });

  test("another column at the same place is no renamed one", async () => {
    const header = weather.header.map((name) => (name === "wind" ? "station" : name));
    const after = mapColumn({ ...weather, header }, "station", () => "4517");
    const { columns } = await changesOf(weather, after);
    expect(columns.renamed).toEqual([]);
    expect(columns.added).toMatchObject([{ name: "station" }]);
    expect(columns.removed).toMatchObject([{ name: "wind" }]);
  });

  test("added, removed and retyped columns are reported", async () => {
    const header = ["station", ...weather.header.slice(0, -1)];
    const rows = weather.rows.map((row) => ["Sea-Tac", ...row.slice(0, -1)]);
    const after = mapColumn({ header, rows }, "wind", (cell) => `${cell} m/s by the gauge`);
    const { columns } = await changesOf(weather, after);
    expect(columns.added).toEqual([{ name: "station", type: "string" }]);
    expect(columns.removed).toEqual([{ name: "weather", type: "string" }]);
    expect(columns.retyped).toEqual([{ name: "wind", from: "number", to: "string" }]);
  });

  test("a temperature in Fahrenheit is a change of units", async () => {
    const turn = (cell: string) => (Number(cell) * 1.8 + 32).toFixed(1);
    const changes = await changesOf(weather, mapColumn(weather, "temp_max", turn));
    expect(drifted(changes, "major")).toEqual(["temp_max"]);
    expect(changes.drift[0]).toMatchObject({ unit: "degrees Celsius to Fahrenheit" });
    expect(changes.sentences.join(" ")).toContain("perhaps another unit");
  });

  test("a kind of weather that is dropped is named", async () => {
    const rows = weather.rows.filter((row) => row.at(-1) !== "rain");
    const changes = await changesOf(weather, { ...weather, rows });
    const kinds = changes.drift.find(({ name }) => name === "weather");
    expect(kinds).toMatchObject({ categories_removed: ["rain"], level: "major" });
    expect(changes.sentences.join(" ")).toContain('"rain" went');
  });

  test("values that go missing, and a column that is filled with zero", async () => {
    let at = 0;
    const gappy = mapColumn(weather, "wind", (cell) => (at++ % 3 === 0 ? "" : cell));
    const changes = await changesOf(
      weather,
      mapColumn(gappy, "precipitation", () => "0"),
    );
    const found = new Map(changes.drift.map((column) => [column.name, column.findings]));
    expect(found.get("wind")).toEqual(["missing"]);
    expect(found.get("precipitation")).toContain("constant");
  });

  test("half of the rows by chance have not drifted much", async () => {
    const rows = weather.rows.filter(() => Math.random() < 0.5);
    const changes = await changesOf(weather, { ...weather, rows });
    expect(drifted(changes, "major")).toEqual([]);
  });
});

describe("versions of other tables", () => {
  test("countries that are dropped are a shift of the region", async () => {
    const countries = readVega("gapminder-health-income.csv");
    const rows = countries.rows.filter((row) => row.at(-1) !== "sub_saharan_africa");
    const changes = await changesOf(countries, { ...countries, rows });
    expect(changes.drift.find(({ name }) => name === "region")).toMatchObject({
      categories_removed: ["sub_saharan_africa"],
    });
  });

  test("values of people are named for neither version", async () => {
    const header = ["id", "mail"];
    const people = (of: string): Table => ({
      header,
      rows: Array.from({ length: 60 }, (_, at) => [String(at), `${of}${at % 3}@example.org`]),
    });
    const changes = await changesOf(people("ann"), people("bob"));
    expect(JSON.stringify(changes)).not.toContain("@example.org");
  });
});
