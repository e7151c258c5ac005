/**
 * Compares two pictures of a page by what stands where, not by each point: another machine has other
 * fonts, and letters then differ everywhere by a little.
 */
import sharp from "sharp";

/** Both are shrunk to so many cells: a cell is some 27 points of a wide page's width. */
const CELLS_WIDE = 48;
const CELLS_HIGH = 36;
/** Of 255: a cell that differs by more shows something else. */
const CELL_DIFFERENCE_MAX = 12;
/**
 * The share of such cells from which the pages are not the same. Measured: softer letters change up to
 * 0.01, all six points lower up to 0.08, an empty page 0.12 and more, all 160 points lower 0.18 and more.
 */
export const DIFFERENT_SHARE_MAX = 0.1;

/** The share of cells that show something else, from 0 to 1. */
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
