/** Names that are numbers, weeks or dates, which figures below them distinguish from data. */
import { afterAll, expect, test } from "bun:test";
import { generated, makeFolder, profileBytes } from "../support/dataset-files.ts";

const folder = makeFolder();
afterAll(() => folder.remove());

const areas = ["Hartlepool", "Derby", "Halton", "Redcar", "Bury", "Leeds"];
const figure = (i: number, k: number): number => (i * 37 + k * 53) % 91;
const weeks = Array.from({ length: 53 }, (_, i) => i + 1);
const rowsBelow = (count: number): string =>
  areas
    .map((area, i) => [area, ...weeks.slice(0, count).map((k) => figure(i, k))].join())
    .join("\n");

const namesOf = async (text: string): Promise<[string[], number]> => {
  const { profile } = generated(await profileBytes(folder.path, text));
  return [profile.columns.map(({ name }) => name), profile.row_count];
};

test("weeks by number, with the day on which each ends below them", async () => {
  const ends = weeks.slice(0, 8).map((k) => `${String(k + 2).padStart(2, "0")}-Jan-20`);
  const text = `Week number,${weeks.slice(0, 8).join()}\nWeek ended,${ends.join()}\n${rowsBelow(8)}\n`;
  const [names, rows] = await namesOf(text);
  expect(names.slice(0, 3)).toEqual(["Week number Week ended", "1 03-Jan-20", "2 04-Jan-20"]);
  expect(rows).toBe(areas.length);
});

test.each([
  ["weeks by number", `area,${weeks.join()}`, 53],
  ["ages that are not in equal steps", "area,0,1,2,5,10,25,65", 7],
  ["dates", "area,2020-01-22,2020-01-23,2020-01-24", 3],
  ["days of the United States", "area,1/22/20,1/23/20,1/24/20", 3],
  ["months", "area,202001,202002,202003", 3],
])("%s are names", async (_, header, count) => {
  const [names, rows] = await namesOf(`${header}\n${rowsBelow(count)}\n`);
  expect(names).toEqual(header.split(","));
  expect(rows).toBe(areas.length);
});

test("rising numbers above rising numbers are data", async () => {
  const rows = areas.map((area, i) => [area, 1, 3, 8, 20, 50, 90 + i].join()).join("\n");
  const [names] = await namesOf(`${rows}\n`);
  expect(names[0]).toBe("column_1");
});

test("a first row of dates above dates is data", async () => {
  const rows = areas.map(
    (area, i) => `${area},2020-01-0${i + 1},2020-02-0${i + 1},2020-03-0${i + 1}`,
  );
  const [, count] = await namesOf(`${["area", "a", "b", "c"].join()}\n${rows.join("\n")}\n`);
  expect(count).toBe(areas.length);
});
