/**
 * Compares two pictures of a page by layout instead of pixels: another machine has other fonts, so
 * letters differ slightly everywhere.
 */
import sharp from "sharp";

/** Both are reduced to this many cells: a cell is some 27 pixels of a wide page's width. */
const CELLS_WIDE = 48;
const CELLS_HIGH = 36;
/** Out of 255: a cell that differs by more shows something else. */
const CELL_DIFFERENCE_MAX = 12;
/**
 * From this share of differing cells on the pages count as different. Measured: softer letters
 * change up to 0.01, everything six pixels lower up to 0.08, an empty page 0.12 and more,
 * everything 160 pixels lower 0.18 and more.
 */
export const DIFFERENT_SHARE_MAX = 0.1;

/** The share of differing cells, from 0 to 1. */
export async function differentShare(one: Buffer, other: Buffer): Promise<number> {
  const [left, right] = await Promise.all([cellsOf(one), cellsOf(other)]);
  let different = 0;
  for (let at = 0; at < left.length; at += 3) {
    const channels = [0, 1, 2].map((channel) =>
      Math.abs((left[at + channel] ?? 0) - (right[at + channel] ?? 0)),
    );
    if (Math.max(...channels) > CELL_DIFFERENCE_MAX) different += 1;
  }
  return different / (CELLS_WIDE * CELLS_HIGH);
}

async function cellsOf(picture: Buffer): Promise<Buffer> {
  return sharp(picture)
    .removeAlpha()
    .toColourspace("srgb")
    .resize(CELLS_WIDE, CELLS_HIGH, { fit: "fill", kernel: "mitchell" })
    .blur(0.7)
    .raw()
    .toBuffer();
}
