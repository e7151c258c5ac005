/** Hostile Parquet, Arrow and Avro files. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import pl from "nodejs-polars";
import { VEGA } from "../support/dataset-files.ts";
import { bytes, generated, type HostileCase, noise, noSample } from "./case.ts";
import {
  PARQUET_TEXT,
  type ParquetClaims,
  parquetFile,
  parquetOf,
  parquetText,
} from "./parquet-writer.ts";

const MEGA = 1_000_000;
const parquet = (claims: ParquetClaims) => (path: string) => bytes(parquetOf(claims))(path);
const vega = (name: string): Buffer => readFileSync(join(VEGA, name));

const parquetCases: HostileCase[] = [
  {
    name: "Parquet cut off",
    made: "the first 100 kB of a real file of 13 MB",
    write: (path) => bytes(vega("flights-3m.parquet").subarray(0, 100_000))(path),
    expect: noSample("malformed_file"),
  },
  {
    name: "Parquet with damaged pages",
    made: "1 MB of noise in the middle of a real file",
    write: (path) => {
      const file = vega("flights-3m.parquet");
      noise(MEGA).copy(file, 2 * MEGA);
      bytes(file)(path);
    },
    expect: noSample("malformed_file"),
  },
  {
    name: "Parquet of 400 million rows",
    made: "one run of one value, 200 bytes",
    write: parquet({ rows: 400 * MEGA }),
    expect: noSample("parquet_cells_exceeded"),
  },
  {
    name: "Parquet of 400 million rows whose leaf states that it has no children",
    made: "one run of one value, as old versions of DuckDB and Arrow state leaves",
    write: parquet({ rows: 400 * MEGA, leafChildren: 0 }),
    expect: noSample("parquet_cells_exceeded"),
  },
  {
    name: "Parquet of 2 million rows",
    made: "one run of one value, 200 bytes",
    write: parquet({ rows: 2 * MEGA }),
    expect: generated("parquet", 2 * MEGA, { types: ["x:integer"] }),
  },
  {
    name: "Parquet of a terabyte of text",
    made: "one text of 1 MB in a dictionary, a million rows",
    write: parquet({ rows: MEGA, type: PARQUET_TEXT, value: parquetText("x".repeat(MEGA)) }),
    expect: noSample("text_bytes_exceeded"),
  },
  {
    name: "Parquet whose page claims 2 GB",
    made: "a page header of 2,000,000,000 decoded bytes",
    write: parquet({ rows: 1000, pageBytes: 2000 * MEGA }),
    expect: noSample("malformed_file"),
  },
  {
    name: "Parquet whose column claims 3 GB",
    made: "a footer of 3,000,000,000 decoded bytes for one column",
    write: parquet({ rows: 1000, columnBytes: 3000 * MEGA }),
    expect: noSample("parquet_row_group_exceeded"),
  },
  {
    name: "Parquet whose footer tells more rows than its group",
    made: "1000 rows by the footer, 10 by the row group",
    write: parquet({ rows: 10, footerRows: 1000, groupRows: 10 }),
    expect: noSample("malformed_file"),
  },
  {
    name: "Parquet whose footer tells more rows than its pages",
    made: "1000 rows by footer and group, 10 in the page",
    write: parquet({ rows: 10, footerRows: 1000 }),
    expect: noSample("malformed_file"),
  },
  {
    name: "Parquet of negative rows",
    made: "-5 rows by footer and group",
    write: parquet({ rows: 10, footerRows: -5 }),
    expect: noSample("malformed_file"),
  },
  {
    name: "Parquet whose pages lie beyond its end",
    made: "a page offset of 1 TB",
    write: parquet({ rows: 10, pageOffset: 10 ** 12 }),
    expect: noSample("malformed_file"),
  },
  {
    name: "Parquet whose root has a billion children",
    made: "a schema of one column that claims a billion",
    write: parquet({ rows: 10, children: 10 ** 9 }),
    expect: noSample("columns_exceeded"),
  },
  {
    name: "Parquet with a list of a billion row groups",
    made: "a list length of 10^9 in the footer",
    write: parquet({ rows: 10, groups: 10 ** 9 }),
    expect: noSample("malformed_file"),
  },
  {
    name: "Parquet of 50,000 columns",
    made: "a footer of 50,000 columns and no rows",
    write: parquet({ rows: 0, columns: 50_000 }),
    expect: noSample("columns_exceeded"),
  },
  {
    name: "Parquet with a footer of 4 GB",
    made: "the footer's length is FFFFFFF0",
    write: bytes(parquetFile(noise(1000), noise(100), 0xfffffff0)),
    expect: noSample("parquet_footer_exceeded"),
  },
  {
    name: "Parquet with a footer of noise",
    made: "10 kB of noise as footer",
    write: bytes(parquetFile(noise(1000), noise(10_000), 10_000)),
    expect: noSample("malformed_file"),
  },
  {
    name: "Parquet without rows",
    made: "one column, no row group",
    write: parquet({ rows: 0 }),
    expect: noSample("no_data_rows"),
  },
  {
    name: "Parquet of nested types",
    made: "lists, and structs in structs",
    write: (path) =>
      pl
        .DataFrame({
          lists: [[1, 2], [], [4]],
          pair: [
            { x: 1, y: { z: "a" } },
            { x: 2, y: { z: "b" } },
            { x: 3, y: { z: "c" } },
          ],
        })
        .writeParquet(path),
    expect: generated("parquet", 3, { types: ["lists:array", "pair:object"] }),
  },
];

const arrow = (): Buffer => vega("flights-200k.arrow");

const arrowCases: HostileCase[] = [
  {
    name: "Arrow cut off",
    made: "the first 100 kB of a real stream",
    write: (path) => bytes(arrow().subarray(0, 100_000))(path),
    expect: noSample("malformed_file"),
  },
  {
    name: "Arrow with a message of 2 GB",
    made: "the first message's length is 7FFFFFF8: no longer an Arrow stream",
    write: (path) => {
      const file = arrow();
      file.writeUInt32LE(0x7ffffff8, 4);
      bytes(file)(path);
    },
    expect: noSample("unknown_format"),
  },
  {
    name: "Arrow of noise",
    made: "`ARROW1` and 100 kB of noise",
    write: bytes("ARROW1\0\0", noise(100_000), "ARROW1"),
    expect: noSample("malformed_file"),
  },
];

/** An Avro file with one field of type null, whose records take no bytes. */
function avroOf(...blocks: Buffer[]): Buffer {
  const long = (value: bigint): Buffer => {
    const out: number[] = [];
    let rest = BigInt.asUintN(64, value * 2n);
    for (; rest > 127n; rest >>= 7n) out.push(Number(rest & 127n) | 128);
    return Buffer.from([...out, Number(rest)]);
  };
  const text = (value: string): Buffer =>
    Buffer.concat([long(BigInt(value.length)), Buffer.from(value)]);
  const schema = '{"type":"record","name":"r","fields":[{"name":"n","type":"null"}]}';
  const header = [Buffer.from("Obj\x01"), long(1n), text("avro.schema"), text(schema), long(0n)];
  const sync = Buffer.alloc(16, 7);
  return Buffer.concat([...header, sync, ...blocks.flatMap((block) => [block, sync])]);
}

const avroLong = (hex: string): Buffer => Buffer.from(hex, "hex");
/** 4,000,000,000 in Avro's encoding. */
const FOUR_BILLION = "80a0d1ec1d";

const avroCases: HostileCase[] = [
  {
    name: "Avro of four billion records without bytes",
    made: "a block of 4 · 10^9 nulls, 110 bytes in all",
    write: bytes(avroOf(Buffer.concat([avroLong(FOUR_BILLION), avroLong("00")]))),
    expect: noSample("malformed_file"),
  },
  {
    name: "Avro whose block claims 4 GB",
    made: "one record in 4 · 10^9 bytes",
    write: bytes(avroOf(Buffer.concat([avroLong("02"), avroLong(FOUR_BILLION), noise(10)]))),
    expect: noSample("malformed_file"),
  },
  {
    name: "Avro of negative sizes",
    made: "a block of -1 records in -1 bytes",
    write: bytes(avroOf(Buffer.from("0101", "hex"))),
    expect: noSample("malformed_file"),
  },
  {
    name: "Avro of noise",
    made: "`Obj1` and 10 kB of noise",
    write: bytes("Obj\x01", noise(10_000)),
    expect: noSample("malformed_file"),
  },
];

export const columnarCases: HostileCase[] = [...parquetCases, ...arrowCases, ...avroCases];
