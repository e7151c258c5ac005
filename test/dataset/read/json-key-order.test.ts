/** JSON columns keep the file's order, even if their names look like indexes. */
import { afterAll, expect, test } from "bun:test";
import fc from "fast-check";
import { generated, makeFolder, profileBytes, typesOf } from "../support/dataset-files.ts";
import { readTable } from "../support/read-table.ts";

const propertyMs = 300_000;
const folder = makeFolder();
afterAll(() => folder.remove());

const key = fc.oneof(
  fc.integer({ min: 0, max: 3000 }).map(String),
  fc.constantFrom("country", "name", "007", "-1", 'a "quoted" one', "ä:b", "4294967296"),
);
const nested = fc.constantFrom('{"z":1,"5":2}', '["2021",{"9":{"8":1}}]', '"2020: {"', "null", "1");
const record = fc.uniqueArray(fc.tuple(key, nested), { minLength: 1, selector: ([name]) => name });
const someRecords = fc.array(record, { minLength: 2, maxLength: 30 });

type Records = readonly (readonly (readonly [string, string])[])[];

const objectOf = (members: Records[number]): string =>
  `{${members.map(([name, value]) => ` ${JSON.stringify(name)} : ${value}`).join(",")}}`;
const feature = (members: Records[number]): string =>
  `{"geometry":{"type":"Point","coordinates":[1,2]},"type":"Feature","properties":${objectOf(members)}}`;

/** How records are written, and the columns before and after theirs. */
const writers: Readonly<Record<string, [(of: Records) => string, string[], string[]]>> = {
  lines: [(of) => of.map(objectOf).join("\n"), [], []],
  "an array": [(of) => `[${of.map(objectOf).join(",")}]`, [], []],
  "a sequence": [(of) => of.map((one) => `\x1e${objectOf(one)}`).join("\n"), [], []],
  "an array inside": [(of) => `{"data":[${of.map(objectOf).join(",")}]}`, [], []],
  features: [
    (of) => `{"type":"FeatureCollection","features":[${of.map(feature).join(",")}]}`,
    [],
    ["geometry"],
  ],
};

test.each(Object.entries(writers))(
  "%s: new columns come in the order in which records first have them",
  async (_, [write, before, behind]) => {
    await fc.assert(
      fc.asyncProperty(someRecords, async (of) => {
        const known = new Set([...before, ...of.flatMap((one) => one.map(([name]) => name))]);
        const { names } = await readTable(folder.path, write(of), { limits: { chunkBytes: 400 } });
        const ownNames = names.filter((name) => !behind.includes(name));
        expect(ownNames).toEqual([...known]);
      }),
      { numRuns: 60 },
    );
  },
  propertyMs,
);

test("years as names stand where the file has them, in a profile of many lines, too", async () => {
  const line = (i: number): string => `{"country":"c${i}","2021":${i},"2020":${i / 2},"note":null}`;
  const text = Array.from({ length: 3000 }, (_, i) => line(i)).join("\n");
  const { profile, sample } = generated(await profileBytes(folder.path, Buffer.from(text)));
  const [country] = sample.rows[0] ?? [];
  expect(String(country)).toStartWith("c");
  expect(typesOf(profile)).toEqual(["country:string", "2021:integer", "2020:number", "note:empty"]);
});
