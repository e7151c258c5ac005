/** Arrow files whose schema stands in the footer alone, and fields without a name. */
import { afterAll, expect, test } from "bun:test";
import {
  Field,
  Int32,
  Map_,
  Struct,
  Table,
  tableFromJSON,
  tableToIPC,
  Utf8,
  vectorFromArray,
} from "apache-arrow";
import { generated, makeFolder, profileBytes, typesOf } from "../support/dataset-files.ts";

const folder = makeFolder();
afterAll(() => folder.remove());

const records = Array.from({ length: 300 }, (_, i) => ({
  id: i,
  name: `name ${i % 7}`,
  item: { part: i / 2, list: [i, i + 1] },
  at: new Date(Date.UTC(2024, 0, 1 + (i % 30))),
}));

test.each(["file", "stream"] as const)("a %s of apache-arrow's writer is read", async (layout) => {
  const bytes = tableToIPC(tableFromJSON(records), layout);
  const { profile, sample } = generated(await profileBytes(folder.path, bytes));
  expect(typesOf(profile)).toEqual(["id:number", "name:string", "item:object", "at:datetime"]);
  expect(profile.row_count).toBe(300);
  expect(profile.columns[0]).toMatchObject({ min: 0, max: 299, distinct_count: 300 });
  expect(profile.columns[1]).toMatchObject({ distinct_count: 7 });
  const [first] = sample.rows;
  const id = Number(first?.[0]);
  const day = String(1 + (id % 30)).padStart(2, "0");
  const item = { part: id / 2, list: [id, id + 1] };
  expect(first).toEqual([id, `name ${id % 7}`, item, `2024-01-${day}T00:00:00`]);
});

test("a map of structs is shown as its entries", async () => {
  const value = new Struct([new Field("x", new Int32())]);
  const entry = new Struct([new Field("key", new Utf8()), new Field("value", value)]);
  const type = new Map_(new Field("entries", entry as never));
  const rows = [new Map([["k", { x: 1 }]]), null, new Map()];
  const table = new Table({ m: vectorFromArray(rows as never, type as never) });
  const bytes = tableToIPC(table, "file");
  const { profile, sample } = generated(await profileBytes(folder.path, bytes));
  expect(typesOf(profile)).toEqual(["m:array"]);
  expect(sample.rows).toEqual([[[{ key: "k", value: { x: 1 } }]], [null], [[]]]);
});

test("a footer without a schema is refused, and so is a schema beyond its limit", async () => {
  const bytes = Buffer.from(tableToIPC(tableFromJSON(records), "file"));
  const length = bytes.readInt32LE(bytes.length - 10);
  const broken = Buffer.from(bytes);
  broken.fill(0xff, bytes.length - 10 - length, bytes.length - 10);
  const refused = await profileBytes(folder.path, broken);
  expect(refused).toMatchObject({ outcome: "no_sample", error: { code: "malformed_file" } });
  const limits = { schemaBytesMax: 256 };
  const tooLong = await profileBytes(folder.path, bytes, { limits });
  expect(tooLong).toMatchObject({ error: { code: "schema_bytes_exceeded" } });
});
