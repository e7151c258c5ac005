/** NumPy's arrays and NetCDF. */
import { afterAll, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { storedZipOf } from "../support/archive-files.ts";
import {
  generated,
  makeFolder,
  profileBytes,
  profileFile,
  typesOf,
} from "../support/dataset-files.ts";

const folder = makeFolder();
afterAll(() => folder.remove());

function npyOf(descr: string, shape: string, data: Buffer, isFortran = false): Buffer {
  const order = isFortran ? "True" : "False";
  const text = `{'descr': ${descr}, 'fortran_order': ${order}, 'shape': ${shape}, }\n`;
  const head = Buffer.from([
    0x93,
    ...Buffer.from("NUMPY"),
    1,
    0,
    text.length & 255,
    text.length >> 8,
  ]);
  return Buffer.concat([head, Buffer.from(text), data]);
}

const doubles = (...values: number[]): Buffer => Buffer.from(new Float64Array(values).buffer);
const longs = (...values: number[]): Buffer =>
  Buffer.from(new BigInt64Array(values.map(BigInt)).buffer);

const rowsOf = async (bytes: Uint8Array) => {
  const { profile, sample } = generated(await profileBytes(folder.path, bytes));
  return { types: typesOf(profile), rows: JSON.parse(JSON.stringify(sample.rows)) };
};

test("rows of two dimensions, in either order", async () => {
  const rows = [
    [1, 2, 3],
    [4, 5, null],
  ];
  const plain = npyOf("'<f8'", "(2, 3)", doubles(1, 2, 3, 4, 5, Number.NaN));
  const fortran = npyOf("'<f8'", "(2, 3)", doubles(1, 4, 2, 5, 3, Number.NaN), true);
  expect((await rowsOf(plain)).rows).toEqual(rows);
  expect((await rowsOf(fortran)).rows).toEqual(rows);
});

test("an array of records has their fields as columns", async () => {
  const item = (id: number, day: number, name: string): Buffer => {
    const bytes = Buffer.alloc(16);
    bytes.writeInt32BE(id, 0);
    bytes.writeBigInt64LE(BigInt(day), 4);
    bytes.write(name, 12, "latin1");
    return bytes;
  };
  const descr = "[('id', '>i4'), ('day', '<M8[D]'), ('name', '|S4')]";
  expect(
    await rowsOf(npyOf(descr, "(2,)", Buffer.concat([item(7, 19_000, "ab"), item(-8, 0, "cdef")]))),
  ).toEqual({
    types: ["id:integer", "day:date", "name:string"],
    rows: [
      [7, "2022-01-08", "ab"],
      [-8, "1970-01-01", "cdef"],
    ],
  });
});

test("an archive's arrays of one length are one table; others are described", async () => {
  const { profile, sample } = generated(
    await profileBytes(
      folder.path,
      storedZipOf([
        ["x.npy", npyOf("'<f8'", "(3, 2)", doubles(1, 2, 3, 4, 5, 6))],
        ["y.npy", npyOf("'<i8'", "(3,)", longs(0, 1, 2))],
        ["images.npy", npyOf("'|u1'", "(3, 2, 2)", Buffer.alloc(12))],
      ]),
    ),
  );
  expect(profile.columns.map(({ name }) => name)).toEqual(["x_1", "x_2", "y"]);
  expect(sample.rows.at(-1)).toEqual([5, 6, 2]);
  expect(profile.documents?.[0]?.text).toContain("images: uint8 (3 × 2 × 2)");
  expect(profile.alerts.map(({ code }) => code)).toContain("unread_tables");
});

test("a real file, of matplotlib", async () => {
  const file = join(import.meta.dirname, "../fixtures/arrays/bivariate_normal.npy");
  const { profile } = generated(await profileFile(folder.path, file));
  expect([profile.row_count, profile.column_count]).toEqual([15, 15]);
});

test.each([
  ["pickled objects", npyOf("'|O'", "(4,)", Buffer.alloc(40)), "unsupported_format", "objects (4)"],
  ["four dimensions", npyOf("'|u1'", "(1, 1, 1, 1)", Buffer.alloc(1)), "unsupported_format", "×"],
  ["a huge shape", npyOf("'<f8'", "(99999999999999, 8)", doubles(1)), "malformed_file", "cut off"],
  ["a million columns", npyOf("'|u1'", "(1, 1000000)", Buffer.alloc(1e6)), "columns_exceeded", ""],
  [
    "a header beyond the end",
    Buffer.from("934e554d505902000000ffff", "hex"),
    "malformed_file",
    "header",
  ],
] as const)("refused for what it is: %s", async (_what, bytes, code, words) => {
  expect(await profileBytes(folder.path, bytes)).toMatchObject({
    error: { code, detail: expect.stringContaining(words) },
  });
});

/** A file of SciPy (BSD); the values are those that its tests and netCDF4 read. */
test("a real NetCDF file, with fill values", async () => {
  const path = join(import.meta.dirname, "../fixtures/arrays/example_3_maskedvals.nc");
  const { profile, sample } = generated(await profileFile(folder.path, path));
  expect(profile.column_count).toBe(7);
  expect(sample.rows[0]?.slice(1)).toEqual([1, null, 1, 1, null, 2]);
});

test("a NetCDF file cut off or changed anywhere ends as a refusal or a table", async () => {
  const path = join(import.meta.dirname, "../fixtures/arrays/example_3_maskedvals.nc");
  const whole = readFileSync(path);
  for (let at = 4; at < whole.length; at += Math.ceil(whole.length / 16)) {
    const changed = Buffer.from(whole);
    changed.fill(0x7f, at, at + 4);
    for (const bytes of [whole.subarray(0, at), changed]) {
      const { outcome } = await profileBytes(folder.path, bytes);
      expect(["generated", "no_sample"]).toContain(outcome);
    }
  }
});
