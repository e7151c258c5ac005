/** SQLite databases, GeoPackages, Shapefiles, KML and GPX. */
import { afterAll, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { zipOf } from "../support/archive-files.ts";
import {
  alertCodes,
  generated,
  makeFolder,
  profileBytes,
  profileFile,
  typesOf,
} from "../support/dataset-files.ts";

const folder = makeFolder();
afterAll(() => folder.remove());

let databases = 0;

function databaseOf(...statements: string[]): Buffer {
  const path = join(folder.path, `database-${databases++}`);
  const database = new DatabaseSync(path);
  for (const statement of statements) database.exec(statement);
  database.close();
  return readFileSync(path);
}

test("each table of a database is a table, and nothing else", async () => {
  const bytes = databaseOf(
    "CREATE TABLE people (id INTEGER PRIMARY KEY, name TEXT, height REAL, seen TEXT, face BLOB)",
    "INSERT INTO people VALUES (1,'Ann',1.7,'2024-01-02',x'ff00'), (2,NULL,1.8,'2024-01-03',x'ff')",
    "INSERT INTO people VALUES (9007199254740993,'Eve',1.6,'2024-01-04',NULL)",
    'CREATE TABLE sales (person INTEGER, "the ""price" NUMERIC, tax AS (person * 2))',
    "INSERT INTO sales VALUES (1, 2.5), (2, 3)",
    "CREATE VIEW endless AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i FROM n) SELECT i FROM n",
    "CREATE INDEX by_name ON people (name)",
  );
  for (const packed of [
    bytes,
    gzipSync(bytes),
    await zipOf({ "data/all.db": bytes, LICENSE: "MIT" }),
  ]) {
    const report = await profileBytes(folder.path, packed);
    const { profile } = generated(report);
    expect(report).toMatchObject({ format: "sqlite" });
    const names = profile.tables?.map(({ name, rows }) => [name.split("/").at(-1), rows]);
    expect(names).toEqual([
      ["people", 3],
      ["sales", 2],
    ]);
    expect(typesOf(profile)).toEqual(["id:integer", "name:string", "height:number", "seen:date"]);
    expect(profile.columns[0]?.max).toBe("9007199254740993");
    expect(alertCodes(profile)).toContain("unreadable_columns");
  }
});

test("any numbers and texts are read as SQLite stores them", async () => {
  const row = fc.record({
    n: fc.maxSafeInteger(),
    x: fc.double({ noNaN: true, noDefaultInfinity: true }),
    t: fc.string(),
  });
  const seed = Date.now();
  const [rows = []] = fc.sample(fc.array(row, { minLength: 20, maxLength: 60 }), {
    seed,
    numRuns: 1,
  });
  const path = join(folder.path, "random.db");
  const database = new DatabaseSync(path);
  database.exec("CREATE TABLE t (n INTEGER, x REAL, t TEXT)");
  const insert = database.prepare("INSERT INTO t VALUES (?, ?, ?)");
  for (const { n, x, t } of rows) insert.run(BigInt(n), x, t.replaceAll("\0", ""));
  database.close();
  const { profile } = generated(await profileFile(folder.path, path));
  const figures = profile.columns
    .slice(0, 2)
    .map(({ min, max }) => ({ seed, min: Number(min), max: Number(max) }));
  const judge = [rows.map(({ n }) => n), rows.map(({ x }) => x)].map((all) => ({
    seed,
    min: Math.min(...all) + 0,
    max: Math.max(...all) + 0,
  }));
  expect(figures).toEqual(judge);
});

const pageBytes = 1024;

/** An inner page of a tree, all of whose pointers lead to one page. */
function leadingTo(page: Buffer, target: number): Buffer {
  page.writeUInt32BE(target, 8);
  for (let cell = 0; cell < page.readUInt16BE(3); cell++) {
    page.writeUInt32BE(target, page.readUInt16BE(12 + cell * 2));
  }
  return page;
}

test("a database whose pages repeat, or state a gigabyte, ends", async () => {
  const bytes = databaseOf(
    `PRAGMA page_size = ${pageBytes}`,
    "CREATE TABLE t (a TEXT)",
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000) INSERT INTO t SELECT printf('%0100d', i) FROM n",
  );
  // Copies of the table's root, each of whose pointers leads to the next copy, the last's to a leaf.
  const levels = 8;
  const root = bytes.subarray(pageBytes, 2 * pageBytes);
  expect(root[0]).toBe(5);
  const pages = bytes.length / pageBytes;
  const leaf = root.readUInt32BE(root.readUInt16BE(12));
  const copies = Array.from({ length: levels }, (_, level) => {
    const next = level + 1 < levels ? pages + level + 2 : leaf;
    return leadingTo(Buffer.from(root), next);
  });
  leadingTo(root, pages + 1);
  bytes.writeUInt32BE(pages + levels, 28);
  expect(await profileBytes(folder.path, Buffer.concat([bytes, ...copies]))).toMatchObject({
    error: { code: "malformed_file", detail: expect.stringContaining("repeats its pages") },
  });
  const long = databaseOf("CREATE TABLE t (a TEXT)", "INSERT INTO t VALUES ('a')");
  const page = long.readUInt16BE(16);
  // The payload's length becomes 16 million, the text's length with it.
  long.writeUInt16BE(page - 20, page + 8);
  Buffer.from("87cfff7f01058f9fff0d", "hex").copy(long, page + page - 20);
  expect(await profileBytes(folder.path, long)).toMatchObject({ outcome: "no_sample" });
});

/** A point in GeoPackage's binary form. */
function point(x: number, y: number): string {
  const bytes = Buffer.alloc(29);
  bytes.write("GP", "latin1");
  bytes.writeUInt8(1, 3);
  bytes.writeInt32LE(4326, 4);
  bytes.writeUInt8(1, 8);
  bytes.writeUInt32LE(1, 9);
  bytes.writeDoubleLE(x, 13);
  bytes.writeDoubleLE(y, 21);
  return `x'${bytes.toString("hex")}'`;
}

test("a GeoPackage's features have geometries", async () => {
  const bytes = databaseOf(
    "PRAGMA application_id = 1196444487",
    "CREATE TABLE gpkg_spatial_ref_sys (srs_id INTEGER, definition TEXT)",
    "INSERT INTO gpkg_spatial_ref_sys VALUES (4326, 'GEOGCS[\"WGS 84\"]'), (25832, 'PROJCS[\"UTM\"]')",
    "CREATE TABLE gpkg_contents (table_name TEXT, data_type TEXT)",
    "INSERT INTO gpkg_contents VALUES ('cities', 'features'), ('far', 'features')",
    "CREATE TABLE gpkg_geometry_columns (table_name TEXT, column_name TEXT, srs_id INTEGER)",
    "INSERT INTO gpkg_geometry_columns VALUES ('cities', 'geom', 4326), ('far', 'geom', 25832)",
    "CREATE TABLE cities (fid INTEGER PRIMARY KEY, geom POINT, name TEXT)",
    `INSERT INTO cities VALUES (1, ${point(7.1, 50.7)}, 'Bonn'), (2, ${point(6.9, 50.9)}, 'Köln'), (3, NULL, 'x')`,
    "CREATE TABLE far (fid INTEGER PRIMARY KEY, geom POINT)",
    `INSERT INTO far VALUES (1, ${point(363_000, 5_619_000)}), (2, x'00')`,
  );
  const report = await profileBytes(folder.path, bytes);
  const { profile, sample } = generated(report);
  expect(report).toMatchObject({ format: "geopackage" });
  expect(profile.tables?.map(({ name, rows }) => [name, rows])).toEqual([
    ["cities", 3],
    ["far", 2],
  ]);
  expect(typesOf(profile)).toEqual(["fid:integer", "geom:geometry", "name:string"]);
  expect(JSON.stringify(profile.columns[1])).toContain('"min_lon":6.9');
  expect(JSON.stringify(sample.rows)).toContain('{"type":"Point","coordinates":[7.1,50.7]}');
});

const fixtures = join(import.meta.dirname, "../fixtures/geo");

/**
 * Files of mbostock/shapefile (BSD-3), placemark/togeojson (BSD-2), and of Debian's libpysal (BSD-3)
 * and sf (MIT).
 */
test.each([
  ["b.sqlite", 1, "ogc_fid:integer a:integer bigint:integer"],
  ["prenz_bound.zip", 1, "neighbourh:string geometry:geometry"],
  ["states.zip", 4, "name:string fid:string avg_temp:integer geometry:geometry"],
  ["utf8.zip", 1, "☃:string geometry:geometry"],
  ["multipoints.zip", 2, "FID:integer geometry:geometry"],
  [
    "simpledata.kml",
    2,
    "name:string styleUrl:string TrailHeadName:string TrailLength:number ElevationGain:integer geometry:geometry",
  ],
  [
    "gxmultitrack.kml",
    3,
    "name:string when:datetime styleUrl:string type:string description:string geometry:geometry",
  ],
  ["multigeometry.kml", 1, "name:string geometry:geometry"],
  ["wpt.gpx", 40, "lat:number lon:number"],
  [
    "garmin.gpx",
    4,
    "track:integer track_name:string segment:integer lat:integer lon:integer ele:integer name:string",
  ],
  ["trek.gpx", 120, "route:integer route_name:empty lat:number lon:number ele:integer"],
] as const)("a real file: %s", async (file, rows, types) => {
  const { profile } = generated(await profileFile(folder.path, join(fixtures, file)));
  expect([profile.row_count, typesOf(profile).join(" ")]).toEqual([rows, types]);
});

test("columns of longitudes and latitudes that are not degrees have no bounds", async () => {
  const { profile } = generated(await profileFile(folder.path, join(fixtures, "prenz_bound.zip")));
  expect(alertCodes(profile)).toContain("projected_coordinates");
});

test("a KMZ is read as the KML in it, and a damaged file is refused", async () => {
  const kml = readFileSync(join(fixtures, "simpledata.kml"));
  const kmz = await zipOf({ "doc.kml": kml, "files/icon.png": Buffer.alloc(10) });
  expect(await profileBytes(folder.path, kmz)).toMatchObject({ format: "kml" });
  for (const [bytes, code] of [
    [kml.subarray(0, 300), "malformed_file"],
    [
      '<!DOCTYPE kml [<!ENTITY a "ha">]><kml><Placemark><name>&a;</name></Placemark></kml>',
      "unsupported_format",
    ],
    [`<gpx>${"<trk>".repeat(5000)}`, "malformed_file"],
    ["<gpx></gpx>", "no_data_rows"],
  ] as const) {
    expect(await profileBytes(folder.path, bytes)).toMatchObject({ error: { code } });
  }
});
