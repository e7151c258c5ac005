/** The demo's image archive: four patterns in varying colours, one folder per label. */
import { crc32, deflateSync } from "node:zlib";
import { makeZip } from "client-zip";
import { type Random, seededRandom } from "./random.ts";

const SIDE_PX = 96;
const PICTURES_A_LABEL = 24;
/** Dates in an archive start at 1980; a fixed date keeps the bytes the same. */
const madeAt = new Date(Date.UTC(2025, 0, 1));

/** Brightness of a point, from 0 to 1; `x` and `y` range from -1 to 1, `size` is the pattern's. */
type Pattern = (x: number, y: number, size: number, turn: number) => number;

const brightness = (phase: number) => 0.5 + 0.5 * Math.sin(phase);
const patterns: Record<string, Pattern> = {
  rings: (x, y, size) => brightness(Math.hypot(x, y) * size * 3),
  stripes: (x, y, size, turn) => brightness((x * Math.cos(turn) + y * Math.sin(turn)) * size * 3),
  checks: (x, y, size) => Math.abs((Math.floor(x * size) + Math.floor(y * size)) % 2),
  waves: (x, y, size, turn) => brightness((y + 0.3 * Math.sin(x * 4 + turn)) * size * 3),
};

/** A zip of PNG files, with the same bytes at each call. */
export async function patternPictures(): Promise<Uint8Array<ArrayBuffer>> {
  const random = seededRandom(21);
  const files = Object.entries(patterns).flatMap(([label, pattern]) =>
    Array.from({ length: PICTURES_A_LABEL }, (_, index) => ({
      name: `patterns/${label}/${label}-${String(index + 1).padStart(2, "0")}.png`,
      input: picture(pattern, random),
      lastModified: madeAt,
    })),
  );
  return new Uint8Array(await new Response(makeZip(files)).arrayBuffer());
}

function picture(pattern: Pattern, random: Random): Uint8Array<ArrayBuffer> {
  const dark = [random.between(0, 90), random.between(0, 90), random.between(40, 130)] as const;
  const light = [random.between(150, 255), random.between(120, 255), random.between(90, 255)];
  const size = random.between(2, 6);
  const turn = random.next() * Math.PI;
  const rows = new Uint8Array(SIDE_PX * (1 + SIDE_PX * 3));
  let at = 0;
  for (let row = 0; row < SIDE_PX; row += 1) {
    rows[at] = 0; // The filter type of a PNG row: none.
    at += 1;
    for (let column = 0; column < SIDE_PX; column += 1) {
      const share = pattern(column / 48 - 1, row / 48 - 1, size, turn);
      for (const [index, low] of dark.entries()) {
        rows[at] = low + share * ((light[index] ?? 0) - low);
        at += 1;
      }
    }
  }
  return png(rows);
}

/** An RGB PNG with 8 bits per channel: https://www.w3.org/TR/png-3/#11Chunks */
function png(rows: Uint8Array): Uint8Array<ArrayBuffer> {
  const header = new DataView(new ArrayBuffer(13));
  header.setUint32(0, SIDE_PX);
  header.setUint32(4, SIDE_PX);
  header.setUint8(8, 8);
  header.setUint8(9, 2);
  const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
  return new Uint8Array([
    ...signature,
    ...chunk("IHDR", new Uint8Array(header.buffer)),
    ...chunk("IDAT", deflateSync(rows)),
    ...chunk("IEND", new Uint8Array()),
  ]);
}

function chunk(type: string, data: Uint8Array): Uint8Array {
  const body = new Uint8Array([...new TextEncoder().encode(type), ...data]);
  const out = new Uint8Array(body.length + 8);
  const view = new DataView(out.buffer);
  view.setUint32(0, data.length);
  out.set(body, 4);
  view.setUint32(body.length + 4, crc32(body));
  return out;
}
