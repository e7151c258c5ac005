import { zipOf } from "../support/archive-files.ts";
import { stataOf } from "../support/stata-file.ts";
import {
  bytes,
  generated,
  type HostileCase,
  noise,
  noSample,
  repeated,
  writeParts,
} from "./case.ts";

/** Shapes of one record with this content, in a zip archive. */
const shapefile =
  (content: Buffer, statedBytes = content.length) =>
  async (path: string): Promise<void> => {
    const head = Buffer.alloc(108);
    head.writeInt32BE(9994, 0);
    head.writeInt32LE(5, 32);
    head.writeInt32BE(1, 100);
    head.writeInt32BE(statedBytes / 2, 104);
    writeParts(path, [await zipOf({ "a.shp": Buffer.concat([head, content]) })]);
  };

/** A polygon that states these numbers of rings and points and has neither. */
function polygon(rings: number, points: number): Buffer {
  const shape = Buffer.alloc(64);
  shape.writeInt32LE(5, 0);
  shape.writeInt32LE(rings, 36);
  shape.writeInt32LE(points, 40);
  return shape;
}

/** Maps, databases and files of statistics programs. */
export const mapCases: HostileCase[] = [
  {
    name: "a Shapefile whose polygon has two billion points",
    made: "a shape of 64 bytes",
    write: shapefile(polygon(1, 0x7fff_ffff)),
    expect: noSample("malformed_file"),
  },
  {
    name: "a Shapefile whose polygon has a negative number of rings",
    made: "a shape of 64 bytes",
    write: shapefile(polygon(-5, 1)),
    expect: noSample("malformed_file"),
  },
  {
    name: "a Shapefile whose shape has four gigabytes",
    made: "a stated length",
    write: shapefile(polygon(1, 1), 0x7fff_fffe),
    expect: noSample("row_bytes_exceeded"),
  },
  {
    name: "a GPX file with one endless text",
    made: "a name of 30 MB",
    write: (path) => writeParts(path, ["<gpx><trk><name>", ...repeated("name ", 6_000_000)]),
    expect: noSample("row_bytes_exceeded"),
  },
  {
    name: "a KML file whose placemarks have columns of their own",
    made: "20,000 names",
    write: (path) =>
      writeParts(path, [
        "<kml>",
        ...Array.from(
          { length: 20_000 },
          (_, i) => `<Placemark><Data name="k${i}"><value>1</value></Data></Placemark>`,
        ),
        "</kml>",
      ]),
    expect: noSample("columns_exceeded"),
  },
  {
    name: "a KML file with millions of positions",
    made: "a line of 400,000 positions",
    write: (path) =>
      writeParts(path, [
        "<kml><Placemark><LineString><coordinates>",
        ...repeated("7.1234,50.5678 ", 400_000),
        "</coordinates></LineString></Placemark></kml>",
      ]),
    expect: generated("kml", 1),
  },
  {
    name: "a Stata file with four billion rows",
    made: "a stated number, and two of them",
    write: (path) => {
      const file = stataOf([{ name: "a", type: 251, values: [1, 2] }]);
      file.writeUInt32LE(0xffff_ffff, 6);
      writeParts(path, [file]);
    },
    expect: noSample("malformed_file"),
  },
  {
    name: "an SQLite database with noise in its pages",
    made: "a valid head of 100 bytes, and noise",
    write: bytes(sqliteHead(), noise(20_000)),
    expect: noSample("malformed_file"),
  },
];

function sqliteHead(): Buffer {
  const head = Buffer.alloc(100);
  head.write("SQLite format 3\0", "latin1");
  head.writeUInt16BE(4096, 16);
  head.set([1, 1, 0, 64, 32, 32], 18);
  head.writeUInt32BE(4, 44);
  head.writeUInt32BE(1, 56);
  return head;
}
