/** Arrow files with the schema only in the footer, and fields without a name. */
import { afterAll, describe, expect, test } from "bun:test";
import {
  type Data,
  DenseUnion,
  Field,
  FixedSizeBinary,
  Int32,
  IntervalYearMonth,
  Map_,
  makeData,
  RecordBatch,
  Schema,
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

type Column = [name: string, data: Data, metadata?: Map<string, string>];

/** Three rows of columns whose names may repeat, twice. */
function arrowOf(columns: readonly Column[], layout: "file" | "stream"): Buffer {
  const fields = columns.map(([name, data, metadata]) => {
    return new Field(name, data.type, true, metadata);
  });
  const children = columns.map(([, data]) => data);
  const struct = makeData({ type: new Struct(fields), length: 3, children });
  const batch = new RecordBatch(new Schema(fields), struct);
  return Buffer.from(tableToIPC(new Table([batch, batch]), layout));
}

function dataOf(values: readonly unknown[], type?: never): Data {
  const [data] = vectorFromArray(values as never, type as never).data;
  return data as Data;
}

const numbers = () => dataOf([1, null, 3], new Int32() as never);
/** Without a type, texts get a dictionary. */
const words = () => dataOf(["a", "b", "a"]);
const intervals = () =>
  makeData({ type: new IntervalYearMonth(), length: 3, data: new Int32Array([1, 2, 3]) });

function unions(): Data {
  const parts = [new Field("n", new Int32()), new Field("t", new Utf8())];
  const children = [numbers(), dataOf(["x"], new Utf8() as never)];
  const typeIds = new Int8Array([0, 1, 0]);
  const valueOffsets = new Int32Array([0, 0, 2]);
  return makeData({
    ...{ type: new DenseUnion([0, 1], parts), length: 3 },
    ...{ typeIds, valueOffsets, children },
  });
}

describe.each(["file", "stream"] as const)("an Arrow %s", (layout) => {
  test("loses the columns of types that are not read, and no others", async () => {
    const inside = makeData({
      type: new Struct([new Field("when", new IntervalYearMonth())]),
      length: 3,
      children: [intervals()],
    });
    const columns: Column[] = [
      ...([
        ["span", intervals()],
        ["word", words()],
        ["mixed", unions()],
      ] as Column[]),
      ...([
        ["nested", inside],
        ["n", numbers()],
      ] as Column[]),
    ];
    const report = await profileBytes(folder.path, arrowOf(columns, layout));
    const { profile, sample } = generated(report);
    expect(typesOf(profile)).toEqual(["word:string", "n:integer"]);
    expect(profile.alerts.find(({ code }) => code === "unreadable_columns")?.detail).toBe(
      "3 of 5 columns cannot be read and are left out: span, mixed, nested.",
    );
    expect(profile.columns[1]).toMatchObject({ min: 1, max: 3, null_count: 2 });
    const rows = [
      ["a", 1],
      ["b", null],
      ["a", 3],
    ] as [string, number | null][];
    expect(new Set(sample.rows.map(String))).toEqual(new Set(rows.map(String)));
  });

  test("with only such columns is refused", async () => {
    const columns: Column[] = [
      ["span", intervals()],
      ["mixed", unions()],
    ];
    expect(await profileBytes(folder.path, arrowOf(columns, layout))).toMatchObject({
      outcome: "no_sample",
      error: { code: "unsupported_format", detail: expect.stringContaining("supported type") },
    });
  });

  test("has columns of one name, and types that are made of others", async () => {
    const bytes = new Uint8Array(48).fill(7);
    const ids = makeData({ type: new FixedSizeBinary(16), length: 3, data: bytes });
    const metadata = new Map([["ARROW:extension:name", "arrow.uuid"]]);
    const columns: Column[] = [
      ["same", numbers()],
      ["sane", words()],
      ["id", ids, metadata],
    ];
    const arrow = arrowOf(columns, layout);
    // The writer finds columns by name, so the second one is renamed afterwards.
    for (let at = arrow.indexOf("sane"); at >= 0; at = arrow.indexOf("sane"))
      arrow.write("same", at);
    const { profile } = generated(await profileBytes(folder.path, arrow));
    expect(typesOf(profile)).toEqual(["same:integer", "same_2:string", "id:binary"]);
    expect(profile.alerts.map(({ code }) => code)).not.toContain("unreadable_columns");
  });
});

test("a stream from before Arrow 0.15, whose messages begin with their lengths, is read", async () => {
  const now = arrowOf(
    [
      ["word", words()],
      ["n", numbers()],
    ],
    "stream",
  );
  const pieces: Buffer[] = [];
  for (let at = 0; at < now.length; ) {
    const metadataBytes = now.readInt32LE(at + 4);
    // The body's length is the fourth field of a message; here the body is all bytes up to the next
    // marker.
    const next = now.indexOf(Buffer.from("ffffffff", "hex"), at + 8 + metadataBytes);
    const end = next < 0 ? now.length : next;
    const length = Buffer.alloc(4);
    length.writeInt32LE(metadataBytes === 0 ? 0 : metadataBytes + 4);
    const filled = metadataBytes === 0 ? Buffer.alloc(0) : Buffer.alloc(4);
    pieces.push(length, now.subarray(at + 8, at + 8 + metadataBytes), filled);
    pieces.push(now.subarray(at + 8 + metadataBytes, end));
    at = end;
  }
  const { profile } = generated(await profileBytes(folder.path, Buffer.concat(pieces)));
  expect(typesOf(profile)).toEqual(["word:string", "n:integer"]);
  expect(profile.row_count).toBe(6);
});
