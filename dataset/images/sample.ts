/** Chooses the images of a sample and their sizes, and makes their contact sheet. */
import { SAMPLE_BYTES_MAX } from "../../market/profile/rules.ts";
import type { ColumnProfile, Sample } from "../../market/profile/schemas.ts";
import type { ProfileInput } from "../base/input.ts";
import type { DatasetLimits } from "../base/limits.ts";
import { DatasetRefusal } from "../base/refusal.ts";
import { inOrder, SAMPLE_SEED } from "../describe/build-sample.ts";
import { type Cover, coverOf } from "../measure/personal/hide.ts";
import type { TableScan } from "../measure/scan-table.ts";
import { readWhole } from "../open/archive/entries.ts";
import type { ArchivePicture } from "./table.ts";
import { contactSheet, decodeTile, mayDecode, type Tile, thumbnailUri } from "./tiles.ts";

const thumbnailCharsMax = 6000;
/** Bytes of JSON syntax around the values of a row, and around all rows. */
const rowOverheadBytes = 16;

/** How many images a sample may show; `reason` says why if it shows none. */
export type PictureRoom = { rowsMax: number; reason: string | null };

/**
 * One row per image with a thumbnail, and a contact sheet of the same images in the order of their
 * choice: a paid archive shows no other image.
 */
export async function samplePictures(
  scan: TableScan,
  pictures: readonly ArchivePicture[],
  columns: readonly ColumnProfile[],
  room: PictureRoom,
  { paid, limits }: Pick<ProfileInput, "paid" | "limits">,
): Promise<{ sample: Sample; sheet: Buffer | null }> {
  const chosen = inOrder(scan.sample).slice(0, room.rowsMax);
  const tiles = new Map<number, Tile>();
  for (const { index } of chosen) {
    const tile = await tileOf(pictures[index], limits);
    if (tile) tiles.set(index, tile);
  }
  const covers = columns.map((column) => coverOf(paid, column));
  const rows = chosen
    .toSorted((a, b) => a.index - b.index)
    .map(({ index, values }) => ({
      cells: values.map((value, at) => covered(value, covers[at] ?? null)),
      tile: tiles.get(index) ?? null,
    }));
  const withThumbnails = await addThumbnails(rows);
  return {
    sample: {
      columns: [
        ...columns.map(({ name, type }) => ({ name, type })),
        { name: "thumbnail", type: "string" },
      ],
      rows: withThumbnails,
      sampling: {
        method: rows.length === scan.rows ? "all_rows" : "uniform",
        seed: SAMPLE_SEED,
        rows_total: scan.rows,
        truncated_cells: withThumbnails.filter((row) => row.at(-1) === null).length,
        ...(room.reason === null ? {} : { withheld_cells: 0, withheld_reason: room.reason }),
      },
    },
    sheet: await contactSheet([...tiles.values()]),
  };
}

function covered(value: unknown, cover: Cover | null): unknown {
  return typeof cover === "function" ? cover(value) : (cover ?? value);
}

/** An image with a readable header may still be too large to decode, or damaged further in. */
async function tileOf(
  picture: ArchivePicture | undefined,
  limits: DatasetLimits,
): Promise<Tile | null> {
  if (!picture || !mayDecode(picture, limits)) return null;
  try {
    const bytes = await readWhole(picture.entry, limits.imageBytesMax);
    return bytes && (await decodeTile(bytes));
  } catch (error) {
    if (error instanceof DatasetRefusal) return null;
    throw error;
  }
}

/** Divides the bytes left by the other cells among the thumbnails. */
async function addThumbnails(
  rows: readonly { cells: unknown[]; tile: Tile | null }[],
): Promise<unknown[][]> {
  const taken = rows.reduce((sum, { cells }) => {
    return sum + Buffer.byteLength(JSON.stringify(cells)) + rowOverheadBytes;
  }, 0);
  const room = Math.floor((SAMPLE_BYTES_MAX - taken) / Math.max(1, rows.length));
  const charsMax = Math.min(thumbnailCharsMax, room);
  const complete: unknown[][] = [];
  for (const { cells, tile } of rows) {
    complete.push([...cells, tile && (await thumbnailUri(tile, charsMax))]);
  }
  return complete;
}
