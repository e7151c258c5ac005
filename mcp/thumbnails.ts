/**
 * Shows thumbnails, which samples of image archives hold as data URIs, as pictures instead of text.
 */
import type { ContentBlock } from "@modelcontextprotocol/server";

const IMAGES_MAX = 6;
const dataUri = /^data:(image\/[\w.+-]+);base64,([A-Za-z0-9+/=]+)$/;

type ImageBlock = Extract<ContentBlock, { type: "image" }>;

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

/** Most cells are not thumbnails, so their first letters are checked before the pattern. */
const isThumbnail = (cell: unknown): cell is string =>
  typeof cell === "string" && cell.startsWith("data:image/") && dataUri.test(cell);

/** Lines of the first rows: as many as fit in `charsMax`, and at most one more. */
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

function rowLine(row: unknown[]): string {
  return JSON.stringify(
    row.some(isThumbnail) ? row.map((cell) => (isThumbnail(cell) ? "(thumbnail)" : cell)) : row,
  );
}
