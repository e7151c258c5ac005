/** Small copies of images: tiles, thumbnails and the contact sheet. */
import sharp from "sharp";
import type { DatasetLimits } from "../base/limits.ts";
import { openPicture, type Picture } from "./header.ts";

/** A small decoded copy of an image, without metadata. */
export type Tile = { data: Buffer; width: number; height: number; channels: 1 | 3 | 4 };

const tileEdgePixels = 128;
const decodeSecondsMax = 20;
/** A decoded image and its copies may take this many times the job's chunk size. */
const decodedChunksMax = 24;

/** Whether an image may be decoded: within the pixel limit and the memory of this attempt. */
export function mayDecode(picture: Picture, limits: DatasetLimits): boolean {
  const pixels = picture.width * picture.height;
  return (
    pixels <= limits.imagePixelsMax &&
    pixels * picture.pixelBytes <= limits.chunkBytes * decodedChunksMax
  );
}

/** Decodes an image to at most 128 pixels a side, upright, on white; null if it is damaged. */
export async function decodeTile(bytes: Buffer): Promise<Tile | null> {
  try {
    const { data, info } = await openPicture(bytes)
      .timeout({ seconds: decodeSecondsMax })
      .autoOrient()
      .resize(tileEdgePixels, tileEdgePixels, { fit: "inside", withoutEnlargement: true })
      .flatten({ background: "#fff" })
      .toColourspace("srgb")
      .raw({ depth: "uchar" })
      .toBuffer({ resolveWithObject: true });
    const { width, height, channels } = info;
    if (channels === 2) return null;
    return { data, width, height, channels };
  } catch {
    return null;
  }
}

const thumbnailSteps = [
  { edge: 128, quality: 60 },
  { edge: 96, quality: 55 },
  { edge: 64, quality: 50 },
  { edge: 48, quality: 40 },
  { edge: 32, quality: 30 },
] as const;

/** Encodes a WebP `data:` URI of at most `charsMax` characters; null if none is small enough. */
export async function thumbnailUri(tile: Tile, charsMax: number): Promise<string | null> {
  for (const { edge, quality } of thumbnailSteps) {
    const { data, ...raw } = tile;
    const webp = await sharp(data, { raw })
      .resize(edge, edge, { fit: "inside", withoutEnlargement: true })
      .webp({ quality })
      .toBuffer();
    const uri = `data:image/webp;base64,${webp.toString("base64")}`;
    if (uri.length <= charsMax) return uri;
  }
  return null;
}

const sheetGapPixels = 4;
/** Tried in this order until the sheet is small enough for a page. */
const sheetSteps = [
  { scale: 1, quality: 75 },
  { scale: 1, quality: 50 },
  { scale: 1, quality: 30 },
  { scale: 0.5, quality: 50 },
  { scale: 0.5, quality: 25 },
  { scale: 0.25, quality: 40 },
] as const;
const CONTACT_SHEET_BYTES_MAX = 100_000;

/** Arranges all tiles in rows on one WebP, in the given order; null if there are none. */
export async function contactSheet(tiles: readonly Tile[]): Promise<Buffer | null> {
  if (tiles.length === 0) return null;
  const perRow = Math.ceil(Math.sqrt(tiles.length));
  const pitch = tileEdgePixels + sheetGapPixels;
  const side = (count: number): number => count * pitch + sheetGapPixels;
  const layers = tiles.map(({ data, ...raw }, at) => ({
    input: data,
    raw,
    left: side(at % perRow) + Math.floor((tileEdgePixels - raw.width) / 2),
    top: side(Math.floor(at / perRow)) + Math.floor((tileEdgePixels - raw.height) / 2),
  }));
  const { data, info } = await sharp({
    create: {
      width: side(perRow),
      height: side(Math.ceil(tiles.length / perRow)),
      channels: 3,
      background: "#fff",
    },
  })
    .composite(layers)
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  for (const { scale, quality } of sheetSteps) {
    const sheet = await sharp(data, { raw: { width, height, channels } })
      .resize(Math.round(width * scale))
      .webp({ quality })
      .toBuffer();
    if (sheet.length <= CONTACT_SHEET_BYTES_MAX) return sheet;
  }
  return null;
}
