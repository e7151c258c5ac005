/** Hostile JSON, as whole documents and as lines. */

import { bytes, generated, type HostileCase, noSample, repeated, writeParts } from "./case.ts";
import { documentCases } from "./json-document-cases.ts";

const MEGA = 1_000_000;
const nested = (open: string, inner: string, close: string, levels: number): string =>
  `${open.repeat(levels)}${inner}${close.repeat(levels)}`;
const lines = (length: number, line: (index: number) => string): string =>
  `${Array.from({ length }, (_, i) => line(i)).join("\n")}\n`;
const collection = (...features: string[]): string =>
  `{"type":"FeatureCollection","features":[${features.join(",")}]}`;
const feature = (geometry: string, id = 1): string =>
  `{"type":"Feature","properties":{"id":${id}},"geometry":${geometry}}`;

const nestingCases: HostileCase[] = [
  {
    name: "JSON of 512 levels",
    made: "arrays in arrays",
    write: bytes(nested("[", "1", "]", 512)),
    expect: noSample("json_depth_exceeded"),
  },
  {
    name: "JSON arrays of 100,000 levels",
    made: "arrays in arrays, never closed",
    write: bytes("[".repeat(100_000)),
    expect: noSample("json_depth_exceeded"),
  },
  {
    name: "JSON objects of 100,000 levels",
    made: "objects in objects",
    write: bytes(nested('{"a":', "1", "}", 100_000)),
    expect: noSample("json_depth_exceeded"),
  },
  {
    name: "a deep JSON line late in a file",
    made: "100,000 levels after 50,000 plain lines",
    write: bytes(
      lines(50_000, (i) => `{"a":${i}}`),
      nested('{"a":', "1", "}", 100_000),
      "\n",
    ),
    expect: noSample("json_depth_exceeded"),
  },
  {
    name: "brackets inside text",
    made: "strings of 1000 brackets and quotes",
    write: bytes(lines(1000, () => JSON.stringify({ a: '[{"\\'.repeat(1000) }))),
    expect: generated("jsonl", 1000, { types: ["a:string"] }),
  },
];

const valueCases: HostileCase[] = [
  {
    name: "JSON integers beyond 2^53",
    made: "integers of 16 to 300 digits",
    write: bytes(lines(1000, (i) => `{"id":${i},"n":${"9".repeat(16 + (i % 285))}}`)),
    expect: generated("jsonl", 1000, { columns: 2 }),
  },
  {
    name: "NaN in JSON",
    made: '`[{"a":NaN},{"a":Infinity}]`, as Python writes',
    write: bytes('[{"a":NaN},{"a":Infinity}]'),
    expect: generated("json", 2, { types: ["a:number"] }),
  },
  {
    name: "JSON numbers beyond the range",
    made: "1e999 and -1e999 among numbers",
    write: bytes(lines(1000, (i) => `{"a":${["1e999", "-1e999", "1.5"][i % 3]}}`)),
    expect: generated("jsonl", 1000, { types: ["a:number"] }),
  },
  {
    name: "repeated JSON keys",
    made: "each object names `a` three times; the last one counts",
    write: bytes(lines(1000, (i) => `{"a":"x","a":true,"a":${i}}`)),
    expect: generated("jsonl", 1000, { types: ["a:integer"] }),
  },
  {
    name: "JSON keys of JavaScript's own",
    made: "keys `__proto__`, `constructor`, `2`, `1`, `hasOwnProperty`",
    write: bytes(
      lines(100, (i) => `{"__proto__":${i},"constructor":"c","2":true,"1":1.5,"hasOwnProperty":1}`),
    ),
    expect: generated("jsonl", 100, { columns: 5 }),
  },
  {
    name: "NUL and half pairs in JSON",
    made: "strings and keys with \\u0000 and \\ud800",
    write: bytes(lines(100, () => '{"a\\u0000b":"x\\u0000y","c\\ud800":"\\ud800 z"}')),
    expect: generated("jsonl", 100, { types: ["a\ufffdb:string", "c\ufffd:string"] }),
  },
  {
    name: "a JSON value of 20 MB",
    made: "one string of 20 MB",
    write: (path) => writeParts(path, ['[{"a":1},{"a":"', ...repeated("x", 20 * MEGA), '"}]']),
    expect: noSample("row_bytes_exceeded"),
  },
  {
    name: "a record of 20,000 keys",
    made: "one object in an array",
    write: bytes(`[{${Array.from({ length: 20_000 }, (_, i) => `"k${i}":${i}`).join(",")}}]`),
    expect: noSample("columns_exceeded"),
  },
  {
    name: "5000 different keys",
    made: "a new key in each of 5000 lines: 25 million cells",
    write: bytes(lines(5000, (i) => `{"key${i}":${i}}`)),
    expect: noSample("sparse_cells_exceeded"),
  },
  {
    name: "a JSON key of 1 MB",
    made: "one key of 1,000,000 letters",
    write: bytes(`[{"${"k".repeat(MEGA)}":1},{"a":2}]`),
    expect: noSample("column_name_exceeded"),
  },
];

const structureCases: HostileCase[] = [
  {
    name: "something after a JSON array",
    made: '`[{"a":1}]` and 5 MB of `]`',
    write: (path) => writeParts(path, ['[{"a":1}]', ...repeated("]", 5 * MEGA)]),
    expect: noSample("malformed_file"),
  },
  {
    name: "a JSON array cut off",
    made: "50,000 records, the last one cut",
    write: bytes(`[${lines(50_000, (i) => `{"a":${i}},`)}{"a":`),
    expect: noSample("malformed_file"),
  },
  {
    name: "a broken line among JSON lines",
    made: "line 25,000 of 50,000 lacks its brace",
    write: bytes(lines(50_000, (i) => (i === 25_000 ? '{"a":1' : `{"a":${i}}`))),
    expect: noSample("malformed_file"),
  },
  {
    name: "a broken last JSON line",
    made: "50,000 lines, the last one cut",
    write: bytes(
      lines(50_000, (i) => `{"a":${i}}`),
      '{"a":12',
    ),
    expect: noSample("malformed_file"),
  },
  {
    name: "a JSON object without an array",
    made: '`{"a":{"b":1}}`',
    write: bytes('{"a":{"b":1}}'),
    expect: noSample("unknown_format"),
  },
  {
    name: "an empty JSON array",
    made: "`[ ]`",
    write: bytes("[ ]\n"),
    expect: noSample("no_data_rows"),
  },
  {
    name: "an array of scalars",
    made: "numbers, texts, booleans and nulls",
    write: bytes(JSON.stringify([1, "two", true, null, 2.5])),
    expect: generated("json", 5, { types: ["value:mixed"] }),
  },
  {
    name: "an array of arrays",
    made: "rows of 1 to 3 cells",
    write: bytes(JSON.stringify([[1, 2, 3], [4, 5], [6]])),
    expect: generated("json", 3, {
      types: ["column_1:integer", "column_2:integer", "column_3:integer"],
    }),
  },
  {
    name: "an array of empty objects",
    made: "1000 times `{}`",
    write: bytes(`[${Array(1000).fill("{}").join(",")}]`),
    expect: noSample("no_data_rows"),
  },
  {
    name: "an array of nulls",
    made: "1000 times `null`",
    write: bytes(`[${Array(1000).fill("null").join(",")}]`),
    expect: generated("json", 1000, { types: ["value:empty"] }),
  },
  {
    name: "JSON objects without line ends",
    made: '`{"a":1}{"a":2}…` in one line',
    write: bytes('{"a":1}'.repeat(10_000)),
    expect: generated("jsonl", 10_000, { types: ["a:integer"] }),
  },
  {
    name: "commas without values",
    made: "`[,,,,]`",
    write: bytes("[,,,,]"),
    expect: generated("txt", 1),
  },
];

const geoCases: HostileCase[] = [
  {
    name: "GeoJSON with broken geometries",
    made: "unknown types, texts as coordinates, a geometry that is a number",
    write: bytes(
      collection(
        feature('{"type":"Blob","coordinates":[1,2]}'),
        feature('{"type":"Point","coordinates":["x",null]}', 2),
        feature('{"type":"Polygon"}', 3),
        feature("null", 4),
        feature("7", 5),
      ),
    ),
    expect: generated("geojson", 5),
  },
  {
    name: "GeoJSON with huge coordinates",
    made: "coordinates of 1e308, -1e999 and 400 digits",
    write: bytes(
      collection(
        feature('{"type":"Point","coordinates":[1e308,-1e308]}'),
        feature('{"type":"Point","coordinates":[1e999,-1e999]}', 2),
        feature(`{"type":"Point","coordinates":[${"9".repeat(400)},0]}`, 3),
      ),
    ),
    expect: generated("geojson", 3, { types: ["id:integer", "geometry:geometry"] }),
  },
  {
    name: "GeoJSON without features",
    made: "an empty array of features",
    write: bytes(collection()),
    expect: noSample("no_data_rows"),
  },
  {
    name: "GeoJSON whose features are none",
    made: "numbers instead of features",
    write: bytes(collection("1", "2")),
    expect: noSample("malformed_file"),
  },
  {
    name: "GeoJSON with a geometry of 20 MB",
    made: "a line of 2,000,000 points",
    write: (path) =>
      writeParts(path, [
        '{"type":"FeatureCollection","features":[{"type":"Feature","properties":{},',
        '"geometry":{"type":"LineString","coordinates":[[1,2]',
        ...repeated(",[10.5,20]", 2 * MEGA),
        "]}}]}",
      ]),
    expect: noSample("row_bytes_exceeded"),
  },
  {
    name: "GeoJSON nested geometry collections",
    made: "70 collections inside one another",
    write: bytes(
      collection(
        feature(
          nested('{"type":"GeometryCollection","geometries":[', '{"type":"Point"}', "]}", 70),
        ),
      ),
    ),
    expect: noSample("json_depth_exceeded"),
  },
];

export const jsonCases: HostileCase[] = [
  ...nestingCases,
  ...valueCases,
  ...structureCases,
  ...geoCases,
  ...documentCases,
];
