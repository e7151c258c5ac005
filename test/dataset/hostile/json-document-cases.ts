/** Hostile JSON documents whose table must be found: records by key, columns, sequences. */
import { bytes, generated, type HostileCase, noSample, repeated, writeParts } from "./case.ts";

const MEGA = 1_000_000;
const list = (length: number, item: (index: number) => string): string =>
  Array.from({ length }, (_, i) => item(i)).join(",");

export const documentCases: HostileCase[] = [
  {
    name: "a JSON object of 300,000 keys",
    made: "each with a number",
    write: bytes(`{${list(300_000, (i) => `"k${i}":${i}`)}}`),
    expect: generated("json", 300_000, { types: ["key:string", "value:integer"] }),
  },
  {
    name: "50,000 JSON objects by key",
    made: "records of two fields in an object in an object",
    write: bytes(`{"a":{${list(50_000, (i) => `"k${i}":{"x":${i},"y":"z"}`)}}}`),
    expect: generated("json", 50_000, { types: ["key:string", "x:integer", "y:string"] }),
  },
  {
    name: "a JSON object with a key of 20 MB",
    made: "two keys, the first of 20,000,000 letters",
    write: (path) => writeParts(path, ['{"', ...repeated("k", 20 * MEGA), '":1,"b":2}']),
    expect: noSample("row_bytes_exceeded"),
  },
  {
    name: "JSON objects of 1,000 levels by key",
    made: "objects in objects, two keys each",
    write: bytes(`${'{"b":1,"a":'.repeat(1000)}1${"}".repeat(1000)}`),
    expect: noSample("json_depth_exceeded"),
  },
  {
    name: "one key 10,000 times in a JSON object",
    made: 'ten thousand times `"a"` with another record',
    write: bytes(`{${list(10_000, (i) => `"a":{"x":${i}}`)}}`),
    expect: generated("json", 10_000, { types: ["key:string", "x:integer"] }),
  },
  {
    name: "a number among JSON records by key",
    made: "10,000 records by key, one of which is a number",
    write: bytes(`{${list(10_000, (i) => `"k${i}":${i === 5000 ? "7" : `{"x":${i}}`}`)}}`),
    expect: generated("json", 10_000, { types: ["key:string", "x:integer", "value:integer"] }),
  },
  {
    name: "JSON records by key cut off",
    made: "10,000 records by key, the last one cut",
    write: bytes(`{${list(10_000, (i) => `"k${i}":{"x":${i}}`)},"last":{"x":`),
    expect: noSample("malformed_file"),
  },
  {
    name: "JSON records by key that are no JSON",
    made: "a colon missing in the middle",
    write: bytes(`{${list(10_000, (i) => `"k${i}"${i === 5000 ? "" : ":"}{"x":${i}}`)}}`),
    expect: noSample("malformed_file"),
  },
  {
    name: "10,001 keys that no JSON record shares",
    made: "records by key, each with a key of its own",
    write: bytes(`{${list(10_001, (i) => `"k${i}":{"x${i}":1}`)}}`),
    expect: generated("json", 10_001, { types: ["key:string", "value:object"] }),
  },
  {
    name: "20,000 JSON columns of two rows",
    made: "arrays of two numbers",
    write: bytes(`{${list(20_000, (i) => `"c${i}":[${i},1]`)}}`),
    expect: generated("json", 20_000, { types: ["key:string", "value:array"] }),
  },
  {
    name: "JSON columns with a cell of 20 MB",
    made: "two columns of two rows",
    write: (path) =>
      writeParts(path, ['{"a":[1,2],"b":["', ...repeated("x", 20 * MEGA), '","y"]}']),
    expect: noSample("row_bytes_exceeded"),
  },
  {
    name: "JSON columns whose values are no JSON",
    made: "`tru` in the second of two columns",
    write: bytes('{"a":[1,2],"b":[true,tru]}'),
    expect: noSample("malformed_file"),
  },
  {
    name: "a split JSON table with 20,000 names",
    made: "more names than columns may be",
    write: bytes(`{"columns":[${list(20_000, (i) => `"c${i}"`)}],"data":[[1],[2]]}`),
    expect: noSample("columns_exceeded"),
  },
  {
    name: "a split JSON table with one name 10,000 times",
    made: "columns of the same name, and two short rows",
    write: bytes(`{"columns":[${list(10_000, () => '"a"')}],"data":[[1],[2]]}`),
    expect: generated("json", 2, { columns: 10_000 }),
  },
  {
    name: "100,000 tables in a JSON document",
    made: "an array of three records beside an object of arrays of one",
    write: bytes(
      `{"big":[{"a":1},{"a":2},{"a":3}],"r":{${list(100_000, (i) => `"t${i}":[{"x":1}]`)}}}`,
    ),
    expect: generated("json", 100_000, { columns: 2, alerts: ["unread_members"] }),
  },
  {
    name: "a JSON sequence whose record is cut off",
    made: "a record separator inside of an object (RFC 7464)",
    write: bytes('\x1e{"a":1}\n\x1e{"a":\n\x1e{"a":3}\n'),
    expect: noSample("malformed_file"),
  },
  {
    name: "a JSON sequence of closing braces",
    made: "one object and 5 MB of `}`",
    write: (path) => writeParts(path, ['\x1e{"a":1}\n', ...repeated("}", 5 * MEGA)]),
    expect: noSample("malformed_file"),
  },
];
