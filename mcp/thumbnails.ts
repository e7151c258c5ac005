/** Samples of archives of pictures hold thumbnails as data URIs: shown as pictures, not as text. */
import type { ContentBlock } from "@modelcontextprotocol/server";

const IMAGES_MAX = 6;
const dataUri = /^data:(image\/[\w.+-]+);base64,([A-Za-z0-9+/=]+)$/;

type ImageBlock = Extract<ContentBlock, { type: "image" }>;

/** The first few thumbnails of the rows. */
export function thumbnailsOf(rows: unknown[][]): ImageBlock[] {
  const images: ImageBlock[] = [];
  for (const cell of rows.flat()) {
    if (images.length === IMAGES_MAX) break;
    const [, mimeType, data] = typeof cell === "string" ? (dataUri.exec(cell) ?? []) : [];
    if (mimeType === undefined || data === undefined) continue;
    images.push({ type: "image", mimeType, data });
  }
  return images;
}

/** The row as a line of JSON, a word in place of each thumbnail. */
export function rowLine(row: unknown[]): string {
  const isThumbnail = (cell: unknown) => typeof cell === "string" && dataUri.test(cell);
  return JSON.stringify(row.map((cell) => (isThumbnail(cell) ? "(thumbnail)" : cell)));
}
