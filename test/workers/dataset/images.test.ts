/** Archives of pictures: what is read of them, what their sample shows, and hostile ones. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import sharp from "sharp";
import { imagesSchema } from "../../../market/profile/image-schemas.ts";
import { SAMPLE_BYTES_MAX } from "../../../market/profile/rules.ts";
import type { DatasetReport } from "../../../workers/dataset/report.ts";
import {
  type Files,
  type PictureFormat,
  pictureOf,
  picturesOf,
  tarOf,
  zipOf,
} from "./archive-files.ts";
import { alertCodes, generated, makeFolder, profileBytes, typesOf } from "./dataset-files.ts";

let folder: ReturnType<typeof makeFolder>;
beforeAll(() => {
  folder = makeFolder();
});
afterAll(() => folder.remove());

const formats: PictureFormat[] = ["jpeg", "png", "webp", "gif", "tiff", "avif"];

async function oneOfEach(): Promise<Record<string, Buffer>> {
  const files: Record<string, Buffer> = {};
  for (const [i, format] of formats.entries()) {
    files[`set/${format}.${format}`] = await pictureOf(40 + i, 30, i, format);
  }
  return files;
}

function imagesOf(report: DatasetReport) {
  const { profile } = generated(report);
  return imagesSchema.parse(profile.images);
}

/** The thumbnails of a sample as bytes. */
function thumbnailsOf(report: DatasetReport): (Buffer | null)[] {
  return generated(report).sample.rows.map((row) => {
    const uri = row.at(-1);
    return uri === null ? null : Buffer.from(String(uri).split(",")[1] ?? "", "base64");
  });
}

function sheetOf(report: DatasetReport): Buffer {
  if (report.outcome !== "generated" || !report.contactSheetPath) throw new Error("no sheet");
  return readFileSync(report.contactSheetPath);
}

describe("an archive of pictures", () => {
  const packed: [name: string, make: (files: Files) => Promise<Buffer>, format: string][] = [
    ["zip", zipOf, "zip"],
    ["tar", tarOf, "tar"],
  ];
  test.each(packed)("has a row for each picture, of every format: %s", async (_, make, format) => {
    const files = await oneOfEach();
    const report = await profileBytes(folder.path, await make(files));
    expect(report).toMatchObject({ outcome: "generated", format, compression: null });
    const { profile, sample } = generated(report);
    expect(typesOf(profile)).toEqual([
      "name:string",
      "width:integer",
      "height:integer",
      "format:string",
      "bytes:integer",
    ]);
    expect(sample.rows.map((row) => row.slice(0, 5))).toEqual(
      Object.entries(files).map(([name, bytes], i) => [name, 40 + i, 30, formats[i], bytes.length]),
    );
    expect(profile.images).toMatchObject({
      count: 6,
      width: { min: 40, max: 45, mean: 42.5 },
      height: { min: 30, max: 30, mean: 30 },
      animated: 0,
      duplicates: 0,
      unreadable: [],
    });
    expect(imagesOf(report).formats).toEqual(
      formats.toSorted().map((name) => ({ name, count: 1 })),
    );
  });

  test("shows small WebP thumbnails and a contact sheet without metadata", async () => {
    const report = await profileBytes(folder.path, await zipOf(await oneOfEach()));
    const pictures = [...thumbnailsOf(report), sheetOf(report)];
    expect(pictures).toHaveLength(7);
    for (const bytes of pictures) {
      const { format, exif, xmp, icc } = await sharp(bytes ?? undefined).metadata();
      expect({ format, exif, xmp, icc }).toEqual({ format: "webp" } as never);
      expect(bytes?.includes("EXIF of the seller")).toBe(false);
    }
    const { width, height } = await sharp(sheetOf(report)).metadata();
    expect([width, height]).toEqual([3 * 132 + 4, 2 * 132 + 4]);
  });

  test("of the same bytes gives the same sample and contact sheet", async () => {
    const zip = await zipOf(await picturesOf(120));
    const first = await profileBytes(folder.path, zip);
    const firstSheet = sheetOf(first);
    const second = await profileBytes(folder.path, zip);
    expect(generated(second).sample).toEqual(generated(first).sample);
    expect(sheetOf(second).equals(firstSheet)).toBe(true);
  });

  test("shows at most 100 pictures and 200 kB, and of a paid one at most 1 %, at least 5", async () => {
    const zip = await zipOf(await picturesOf(120));
    const free = generated(await profileBytes(folder.path, zip)).sample;
    expect(free.rows).toHaveLength(100);
    expect(free.sampling).toMatchObject({ method: "uniform", rows_total: 120 });
    expect(Buffer.byteLength(JSON.stringify(free.rows))).toBeLessThanOrEqual(SAMPLE_BYTES_MAX);
    const paid = await profileBytes(folder.path, zip, { paid: true });
    expect(generated(paid).sample.rows).toHaveLength(5);
    const { width, height } = await sharp(sheetOf(paid)).metadata();
    expect([width, height]).toEqual([3 * 132 + 4, 2 * 132 + 4]);
  });

  test("keeps the sample within 200 kB when thumbnails compress badly", async () => {
    const files: Record<string, Buffer> = {};
    const noise = { type: "gaussian", mean: 128, sigma: 80 } as const;
    for (let i = 0; i < 100; i++) {
      files[`${i}.png`] = await sharp({
        create: { width: 128, height: 128, channels: 3, background: "#000", noise },
      })
        .png()
        .toBuffer();
    }
    const report = await profileBytes(folder.path, await zipOf(files));
    const { sample } = generated(report);
    expect(Buffer.byteLength(JSON.stringify(sample.rows))).toBeLessThanOrEqual(SAMPLE_BYTES_MAX);
    expect(thumbnailsOf(report).filter((bytes) => bytes === null)).toEqual([]);
  });

  test("counts pictures of the same bytes as duplicates", async () => {
    const twice = await pictureOf(10, 10, 1);
    const files = { "a.png": twice, "b.png": twice, "c.png": await pictureOf(10, 10, 2) };
    const report = await profileBytes(folder.path, await zipOf(files));
    expect(imagesOf(report).duplicates).toBe(1);
    expect(generated(report).profile.duplicates).toMatchObject({ rows: 1, method: "exact" });
  });

  test("counts what cannot be read, with the reason, and scores it lower", async () => {
    const good = await picturesOf(5);
    const whole = generated(await profileBytes(folder.path, await zipOf(good))).profile;
    const big = await pictureOf(300, 300, 9, "tiff");
    const report = await profileBytes(
      folder.path,
      await zipOf({
        ...good,
        "empty.png": "",
        "cut.png": (
          await sharp(await pictureOf(64, 64, 7))
            .png({ compressionLevel: 0 })
            .toBuffer()
        ).subarray(0, 5000),
        "text.jpg": "no picture",
        "drawing.png": '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>',
        "big.tiff": big,
      }),
      { limits: { imageBytesMax: 100_000 } },
    );
    expect(big.length).toBeLessThan(100_000);
    const { profile } = generated(report);
    expect(profile.row_count).toBe(6);
    expect(imagesOf(report).unreadable).toEqual([
      { reason: "empty", count: 1 },
      { reason: "truncated", count: 1 },
      { reason: "not_an_image", count: 2 },
    ]);
    expect(alertCodes(profile)).toContain("unreadable_images");
    expect(profile.quality.components.validity).toBeLessThan(whole.quality.components.validity);
  });

  test("with labels beside the pictures is profiled as pictures, and the labels are named", async () => {
    const zip = await zipOf({ ...(await picturesOf(3)), "labels.csv": "name,label\np0.png,1\n" });
    const { profile } = generated(await profileBytes(folder.path, zip));
    expect(profile.row_count).toBe(3);
    expect(profile.alerts.map(({ detail }) => detail).join()).toContain("labels.csv");
  });

  test("of one picture alone gives no sample, as a single image does", async () => {
    const report = await profileBytes(
      folder.path,
      await zipOf({ "a.png": await pictureOf(9, 9, 1) }),
    );
    expect(report).toMatchObject({ outcome: "no_sample", error: { code: "single_image" } });
  });

  test("of which none can be read gives no sample", async () => {
    const report = await profileBytes(folder.path, await zipOf({ "a.png": "x", "b.png": "y" }));
    expect(report).toMatchObject({ outcome: "no_sample", error: { code: "malformed_file" } });
  });
});

describe("hostile pictures", () => {
  test("a 200-megapixel PNG is a row without a thumbnail and is never decoded", async () => {
    const create = { width: 20_000, height: 10_000, channels: 3, background: "#123" } as const;
    const huge = await sharp({ create }).png({ compressionLevel: 1 }).toBuffer();
    const zip = await zipOf({ "huge.png": huge, "a.png": await pictureOf(8, 8, 1) });
    const report = await profileBytes(folder.path, zip);
    expect(imagesOf(report).width.max).toBe(20_000);
    expect(thumbnailsOf(report).map((bytes) => bytes === null)).toEqual([true, false]);
    expect(generated(report).sample.sampling.truncated_cells).toBe(1);
  });

  test("an animated GIF, a CMYK JPEG, 16-bit and transparent PNGs are shown by their first frame", async () => {
    const frames = Buffer.concat([Buffer.alloc(20 * 20 * 3, 10), Buffer.alloc(20 * 20 * 3, 200)]);
    const raw = { width: 20, height: 40, channels: 3, pageHeight: 20 } as const;
    const base = sharp(await pictureOf(30, 20, 3));
    const clear = {
      width: 30,
      height: 20,
      channels: 4,
      background: { r: 9, g: 9, b: 9, alpha: 0.2 },
    } as const;
    const report = await profileBytes(
      folder.path,
      await zipOf({
        "moving.gif": await sharp(frames, { raw }).gif().toBuffer(),
        "print.jpg": await base.clone().toColourspace("cmyk").jpeg().toBuffer(),
        "deep.png": await base.clone().toColourspace("rgb16").png().toBuffer(),
        "clear.png": await sharp({ create: clear }).png().toBuffer(),
        "turned.jpg": await base.clone().withMetadata({ orientation: 6 }).jpeg().toBuffer(),
      }),
    );
    const images = imagesOf(report);
    expect(images).toMatchObject({ count: 5, animated: 1 });
    expect(images.colour_spaces.map(({ name }) => name).toSorted()).toEqual([
      "cmyk",
      "rgb16",
      "srgb",
    ]);
    const sizes = await Promise.all(
      thumbnailsOf(report).map(async (bytes) => {
        const { width, height } = await sharp(bytes ?? undefined).metadata();
        return [width, height];
      }),
    );
    expect(sizes).toEqual([
      [20, 20],
      [30, 20],
      [30, 20],
      [30, 20],
      [20, 30],
    ]);
  });

  test("a picture that is broken after its header keeps its row and loses its thumbnail", async () => {
    const png = await sharp(await pictureOf(64, 64, 5))
      .png({ compressionLevel: 0 })
      .toBuffer();
    png.fill(0xff, 200, 3000);
    const zip = await zipOf({ "broken.png": png, "a.png": await pictureOf(8, 8, 1) });
    const report = await profileBytes(folder.path, zip);
    expect(thumbnailsOf(report).map((bytes) => bytes === null)).toEqual([true, false]);
  });

  test("names with control characters are shown without them", async () => {
    const zip = await zipOf({
      "a\u0000b.png": await pictureOf(8, 8, 1),
      "\u202egnp.png": await pictureOf(8, 8, 2),
    });
    const { sample } = generated(await profileBytes(folder.path, zip));
    expect(sample.rows.map((row) => row[0])).toEqual(["a\ufffdb.png", "\ufffdgnp.png"]);
  });
});
