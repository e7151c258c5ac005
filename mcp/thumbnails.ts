/** Samples of archives of pictures hold thumbnails as data URIs: shown as pictures, not as text. */
import type { ContentBlock } from "@modelcontextprotocol/server";

const IMAGES_MAX = 6;
const dataUri = /^data:(image\/[\w.+-]+);base64,([A-Za-z0-9+/=]+)$/;

type ImageBlock = Extract<ContentBlock, { type: "image" }>;

/** The first few thumbnails of the rows. */
export function thumbnailsOf(rows: unknown[][]): ImageBlock[] {
  const images: ImageBlock[] = [];
  for (const row of rows) {
    for (const cell of row) {
      if (images.length === IMAGES_MAX) return images;
      if (!isThumbnail(cell)) continue;
      const [, mimeType, data] = dataUri.exec(cell) ?? [];
      if (mimeType !== undefined && data !== undefined) {
        images.push({ type: "image", mimeType, data });
      }
    }
  }
  return images;
}

/** Most cells are none, and are asked for no more than their first letters. */
const isThumbnail = (cell: unknown): cell is string =>
  typeof cell === "string" && cell.startsWith("data:image/") && dataUri.test(cell);

/** Lines of the first rows, one more at most than have `charsMax` characters. */
export function rowLines(rows: unknown[][], charsMax: number): string[] {
  const lines: string[] = [];
  let chars = 0;
  for (const row of rows) {
    if (chars > charsMax) break;
    const line = rowLine(row);
    lines.push(line);
    chars += line.length;
  }
  return lines;
}

/** The row as a line of JSON, a word in place of each thumbnail. */
function rowLine(row: unknown[]): string {
  return JSON.stringify(
    row.some(isThumbnail) ? row.map((cell) => (isThumbnail(cell) ? "(thumbnail)" : cell)) : row,
  );
}
