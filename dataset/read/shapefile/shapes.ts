/** Reads the shapes of a Shapefile (ESRI Shapefile Technical Description, 1998). */
import type { DiskFile } from "../../base/input.ts";
import { type DatasetLimits, limitRefusal } from "../../base/limits.ts";
import { openFile } from "../../base/open-file.ts";
import { DatasetRefusal } from "../../base/refusal.ts";

const headerBytes = 100;
const recordHeadBytes = 8;
const fileCode = 9994;
const pointBytes = 16;
const blockBytes = 1024 * 1024;
/** With more rings, each hole belongs to the ring before it. */
const comparedRingsMax = 500;

type Position = number[];

function fault(detail: string): DatasetRefusal {
  return new DatasetRefusal("malformed_file", detail, "shapefile");
}

/** The file's shapes as GeoJSON, in order, each with its size in bytes. */
export function* shapesOf(
  file: DiskFile,
  limits: DatasetLimits,
): Generator<{ geometry: unknown; byteSize: number }> {
  const stored = openFile(file.filePath);
  try {
    let block = Buffer.alloc(0);
    let at = 0;
    let position = 0;
    /** Makes the next bytes available at `at`; false at the end of the file. */
    const need = (bytes: number): boolean => {
      if (block.length - at >= bytes) return true;
      const rest = block.subarray(at);
      const next = Buffer.allocUnsafe(Math.max(blockBytes, bytes));
      rest.copy(next);
      const read = stored.readSync(next, rest.length, next.length - rest.length, position);
      position += read;
      block = next.subarray(0, rest.length + read);
      at = 0;
      return block.length >= bytes;
    };
    if (!need(headerBytes) || block.readInt32BE(0) !== fileCode) {
      throw fault("The shapes have no valid header.");
    }
    at = headerBytes;
    while (need(recordHeadBytes)) {
      const bytes = block.readInt32BE(at + 4) * 2;
      if (bytes < 4) throw fault("A shape has no bytes.");
      if (bytes > limits.rowBytesMax) throw limitRefusal(limits, "rowBytesMax", bytes, "shapefile");
      at += recordHeadBytes;
      if (!need(bytes)) throw fault("The shapes are cut off.");
      const geometry = readShape(block.subarray(at, at + bytes));
      at += bytes;
      yield { geometry, byteSize: bytes + recordHeadBytes };
    }
  } finally {
    stored.close();
  }
}

/** Null for a shape without a place; kinds that GeoJSON lacks are `invalid`. */
function readShape(bytes: Buffer): unknown {
  const type = bytes.readInt32LE(0);
  const hasHeight = type > 10 && type < 20;
  try {
    switch (type % 10) {
      case 0:
        return null;
      case 1: {
        const place = [bytes.readDoubleLE(4), bytes.readDoubleLE(12)];
        const height = hasHeight && bytes.length >= 28 ? [bytes.readDoubleLE(20)] : [];
        return { type: "Point", coordinates: [...place, ...height] };
      }
      case 8: {
        const count = bytes.readInt32LE(36);
        return { type: "MultiPoint", coordinates: readPoints(bytes, 40, count, hasHeight) };
      }
      case 3:
        return linesOf(readParts(bytes, hasHeight));
      case 5:
        return polygonsOf(readParts(bytes, hasHeight));
      default:
        return { type: "invalid" };
    }
  } catch (error) {
    if (error instanceof RangeError) throw fault("A shape has fewer bytes than it states.");
    throw error;
  }
}

function readPoints(bytes: Buffer, at: number, count: number, hasHeight: boolean): Position[] {
  const end = at + count * pointBytes;
  if (count < 0 || end > bytes.length) throw fault("A shape has fewer points than it states.");
  // The heights follow after their range.
  const heightsAt = end + pointBytes;
  const withHeight = hasHeight && heightsAt + count * 8 <= bytes.length;
  return Array.from({ length: count }, (_, index) => {
    const place = at + index * pointBytes;
    const point = [bytes.readDoubleLE(place), bytes.readDoubleLE(place + 8)];
    if (withHeight) point.push(bytes.readDoubleLE(heightsAt + index * 8));
    return point;
  });
}

function readParts(bytes: Buffer, hasHeight: boolean): Position[][] {
  const parts = bytes.readInt32LE(36);
  const count = bytes.readInt32LE(40);
  const pointsAt = 44 + parts * 4;
  if (parts < 0 || pointsAt > bytes.length) throw fault("A shape has fewer parts than it states.");
  const points = readPoints(bytes, pointsAt, count, hasHeight);
  const starts = Array.from({ length: parts }, (_, part) => bytes.readInt32LE(44 + part * 4));
  return starts.map((start, part) => {
    const end = starts[part + 1] ?? count;
    if (start < 0 || end < start) throw fault("The parts of a shape are out of order.");
    return points.slice(start, end);
  });
}

function linesOf(lines: Position[][]): unknown {
  const [only] = lines;
  return lines.length === 1
    ? { type: "LineString", coordinates: only }
    : { type: "MultiLineString", coordinates: lines };
}

/** Rings are clockwise around areas, and the other way around holes. */
function polygonsOf(rings: Position[][]): unknown {
  const polygons: Position[][][] = [];
  const holes: Position[][] = [];
  for (const ring of rings) {
    const isHole = areaOf(ring) > 0 && polygons.length > 0;
    if (!isHole) polygons.push([ring]);
    else if (rings.length > comparedRingsMax) polygons.at(-1)?.push(ring);
    else holes.push(ring);
  }
  for (const hole of holes) {
    const [first = []] = hole;
    const owner = polygons.find(([ring = []]) => surrounds(ring, first)) ?? polygons[0];
    owner?.push(hole);
  }
  const [only] = polygons;
  return polygons.length === 1
    ? { type: "Polygon", coordinates: only }
    : { type: "MultiPolygon", coordinates: polygons };
}

/** Twice the area, positive for rings against the clock. */
function areaOf(ring: readonly Position[]): number {
  return ring.reduce((sum, [x = 0, y = 0], index) => {
    const [nextX = 0, nextY = 0] = ring[(index + 1) % ring.length] ?? [];
    return sum + x * nextY - nextX * y;
  }, 0);
}

function surrounds(ring: readonly Position[], [x = 0, y = 0]: Position): boolean {
  let isInside = false;
  for (const [index, [x1 = 0, y1 = 0]] of ring.entries()) {
    const [x2 = 0, y2 = 0] = ring[(index + 1) % ring.length] ?? [];
    if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) isInside = !isInside;
  }
  return isInside;
}
