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

const arrays = join(import.meta.dirname, "../fixtures/arrays");

/**
 * Files of pyfive (BSD) and jHDF (MIT), and two of PyTables and netCDF4; names, figures and missing
 * values are those of h5py and netCDF4.
 */
test.each([
  ["chunked.hdf5", 21, 16, "dataset1_1", [0, 320, 160, 0]],
  ["fletcher32.hdf5", 4, 4, "dataset1_2", [1, 13, 7, 0]],
  ["resizable.hdf5", 10, 5, "dataset2_2", [1, 46, 23.5, 0]],
  ["fillvalue_earliest.hdf5", 4, 3, "dset3", [0, 3, 1.5, 0]],
  ["test_fill_value_latest.hdf5", 2, 30, "no_fill_2", [1, 6, 3.5, 0]],
  ["test_compact_datasets_latest.hdf5", 10, 10, "float/float16", [0, 9, 4.5, 0]],
  ["netcdf4_classic.nc", 4, 1, "var1", [0, 3, 1.5, 0]],
  ["many_variables.nc", 60, 12, "v0", [1, 59, 29.764705882352942, 9]],
  ["many_variables.nc", 60, 12, "packed", [5, 10.9, 7.95, 0]],
  ["pandas_table.h5", 30, 4, "values_block_1", [0, 3.625, 1.8125, 0]],
] as const)("a real HDF5 file: %s", async (file, rows, columns, name, figures) => {
  const { profile } = generated(await profileFile(folder.path, join(arrays, file)));
  const found = profile.columns.find((column) => column.name === name);
  expect([profile.format, profile.row_count, profile.column_count]).toEqual([
    "hdf5",
    rows,
    columns,
  ]);
  expect([found?.min, found?.max, found?.mean, found?.null_count]).toEqual([...figures]);
});

/** Written by h5py 3.7 with `libver="latest"`, whose values these are. */
test.each([
  ["implicit.h5", 101, 7, [6, 706, 356]],
  ["fixed2-lzf.h5", 101, 7, [6, 706, 356]],
  ["fixedmax-none.h5", 50, 7, [6, 349, 177.5]],
  ["ext2b-gzip.h5", 30, 41, [40, 1229, 634.5]],
  ["extbigsparse-lzf.h5", 60_000, 1, [-7, 40_099, 59.76083333333333]],
  ["tree-none.h5", 101, 17, [16, 1716, 866]],
  ["shuffle-lzf.h5", 101, 17, [16, 1716, 866]],
] as const)("each list of chunks since HDF5 1.10: %s", async (file, rows, columns, figures) => {
  const { profile } = generated(await profileFile(folder.path, join(arrays, "indexes", file)));
  expect([profile.row_count, profile.column_count]).toEqual([rows, columns]);
  const last = profile.columns.at(-1);
  expect([last?.min, last?.max, last?.mean]).toEqual([...figures]);
});

test("an array packed by a filter that is not read is refused by its name", async () => {
  expect(await profileFile(folder.path, join(arrays, "indexes/szip.h5"))).toMatchObject({
    error: { code: "unsupported_format", detail: expect.stringContaining("packed with szip") },
  });
});

test("arrays of more dimensions are rows with their types and shapes", async () => {
  const [images, depth] = [Buffer.alloc(24), doubles(...Array.from({ length: 8 }, () => 1))];
  const zip = storedZipOf([
    ["images.npy", npyOf("'|u1'", "(2, 3, 4)", images)],
    ["depth.npy", npyOf("'<f8'", "(1, 2, 2, 2)", depth)],
  ]);
  const { profile, sample } = generated(await profileBytes(folder.path, zip));
  expect(profile.columns.map(({ name }) => name)).toEqual([
    ...["array", "type", "dimensions", "shape", "values"],
  ]);
  expect(sample.rows).toEqual([
    ["images", "uint8", 3, "2 × 3 × 4", 24],
    ["depth", "float64", 4, "1 × 2 × 2 × 2", 8],
  ]);
  expect(profile.alerts.map(({ code }) => code)).toContain("unread_tables");
});

test("axes are no table next to the array that they measure", async () => {
  const zip = storedZipOf([
    ["lon.npy", npyOf("'<f8'", "(4,)", doubles(0, 1, 2, 3))],
    ["air.npy", npyOf("'|u1'", "(8, 5, 4)", Buffer.alloc(160))],
  ]);
  const { sample } = generated(await profileBytes(folder.path, zip));
  expect(sample.rows.map(([name, , , shape]) => [name, shape])).toEqual([
    ["lon", "4"],
    ["air", "8 × 5 × 4"],
  ]);
});

test("HDF5's texts of fixed and of any length, and a group of many members", async () => {
  const rowsIn = async (file: string) => {
    const { sample } = generated(await profileFile(folder.path, join(arrays, file)));
    return sample.rows;
  };
  expect((await rowsIn("test_string_datasets_earliest.hdf5"))[3]).toEqual(
    Array.from({ length: 4 }, () => "string number 3"),
  );
  expect((await rowsIn("many_variables.nc")).map((row) => row[10]).slice(0, 3)).toEqual([
    "n0",
    "n1",
    "n2",
  ]);
  const members = (await rowsIn("test_medium_group_latest.hdf5"))[0]?.map(Number) ?? [];
  expect(members.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, i) => i));
});

test.each([
  "chunked.hdf5",
  "many_variables.nc",
  "pandas_table.h5",
  "test_medium_group_latest.hdf5",
  "indexes/ext2b-gzip.h5",
  "indexes/extbigsparse-lzf.h5",
  "indexes/fixed2-lzf.h5",
  "indexes/shuffle-lzf.h5",
])("%s cut off or changed anywhere ends as a refusal or a table", async (file) => {
  const whole = readFileSync(join(arrays, file));
  for (let at = 8; at < whole.length; at += Math.ceil(whole.length / 24)) {
    const changed = Buffer.from(whole);
    changed.fill(0x7f, at, at + 4);
    for (const bytes of [whole.subarray(0, at), changed]) {
      const { outcome } = await profileBytes(folder.path, bytes);
      expect(["generated", "no_sample"]).toContain(outcome);
    }
  }
});

test("a HDF5 dataset that states far more than it stores is refused", async () => {
  const whole = readFileSync(join(arrays, "chunked.hdf5"));
  // The sizes in the dataspace: 21 rows, now and at most.
  const at = whole.indexOf(Buffer.from("15000000000000001000000000000000", "hex"));
  for (const [rows, code] of [
    [2 ** 26, "decompression_ratio_exceeded"],
    [2 ** 40, "decompressed_bytes_exceeded"],
  ] as const) {
    const bytes = Buffer.from(whole);
    bytes.writeBigUInt64LE(BigInt(rows), at);
    expect(await profileBytes(folder.path, bytes)).toMatchObject({
      format: "hdf5",
      error: { code },
    });
  }
});
