/** How Croissant describes columns with a format of their own to a loader. */
import { afterAll, expect, test } from "bun:test";
import { tableRecords } from "../../../market/catalogue/croissant-records.ts";
import { generated, makeFolder, profileBytes } from "../../dataset/support/dataset-files.ts";

const folder = makeFolder();
afterAll(() => folder.remove());

const content = `key;price;day;ts;paid;count;long
a;1.234,50 €;31.12.2024;1600000000;yes;3;March 5, 2024
b;3,00 €;01.02.2024;1700000000;no;4;April 6, 2024
`;

type Field = { name: string; dataType: string; source: { format?: string } };

test("types are those of the file's text, and days in digits have their format", async () => {
  const { profile } = generated(await profileBytes(folder.path, content));
  expect(profile.columns.map(({ type }) => type)).toEqual([
    "string",
    "number",
    "date",
    "datetime",
    "boolean",
    "integer",
    "date",
  ]);
  const { field } = tableRecords(profile, { fileObject: { "@id": "file" } }) as { field: Field[] };
  expect(field.map(({ name, dataType, source }) => [name, dataType, source.format])).toEqual([
    ["key", "sc:Text", undefined],
    ["price", "sc:Text", undefined],
    ["day", "sc:Date", "%d.%m.%Y"],
    ["ts", "sc:Integer", undefined],
    ["paid", "sc:Text", undefined],
    ["count", "sc:Integer", undefined],
    ["long", "sc:Date", undefined],
  ]);
});
