/** Archives of pictures: their contents, their samples, and hostile ones. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import sharp, { type Sharp } from "sharp";
import { contactSheetFile, type DatasetReport } from "../../../dataset/base/report.ts";
import { runInChild } from "../../../dataset/child/run-job.ts";
import { imagesSchema } from "../../../market/profile/image-schemas.ts";
import { SAMPLE_BYTES_MAX } from "../../../market/profile/rules.ts";
import {
  blackPng,
  type Files,
  type PictureFormat,
  pictureOf,
  picturesOf,
  tarOf,
  zipOf,
} from "../support/archive-files.ts";
import {
  alertCodes,
  generated,
  makeFolder,
  makeInput,
  profileBytes,
  typesOf,
  VEGA,
} from "../support/dataset-files.ts";

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

function noisePicture(edge: number): Sharp {
  const noise = { type: "gaussian", mean: 128, sigma: 80 } as const;
  return sharp({ create: { width: edge, height: edge, channels: 3, background: "#000", noise } });
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
  if (report.outcome !== "generated" || !report.contactSheet) throw new Error("no sheet");
  return readFileSync(join(folder.path, contactSheetFile));
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

  test("shows at most 100 pictures and 200 kB, and for a paid file only its budget", async () => {
    const zip = await zipOf(await picturesOf(120));
    const free = generated(await profileBytes(folder.path, zip)).sample;
    expect(free.rows).toHaveLength(100);
    expect(free.sampling).toMatchObject({ method: "uniform", rows_total: 120 });
    expect(Buffer.byteLength(JSON.stringify(free.rows))).toBeLessThanOrEqual(SAMPLE_BYTES_MAX);
    const paid = await profileBytes(folder.path, zip, { paid: true });
    expect(generated(paid).sample.rows).toHaveLength(1);
    const { width, height } = await sharp(sheetOf(paid)).metadata();
    expect([width, height]).toEqual([132 + 4, 132 + 4]);
    const { cells_max, cells_shown } = generated(paid).profile.disclosure ?? {};
    expect(cells_max).toBe(18);
    expect(cells_shown).toBeLessThanOrEqual(18);
  });

  test("keeps the sample within 200 kB when thumbnails compress badly", async () => {
    const files: Record<string, Buffer> = {};
    const noise = await noisePicture(128).png().toBuffer();
    for (let i = 0; i < 100; i++) files[`${i}.png`] = noise;
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
    const big = await noisePicture(220).png().toBuffer();
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
        "cut.avif": (await noisePicture(64).avif().toBuffer()).subarray(0, -100),
        "text.jpg": "no picture",
        "drawing.png": '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>',
        "big.png": big,
      }),
      { limits: { imageBytesMax: 100_000 } },
    );
    expect(big.length).toBeGreaterThan(100_000);
    const { profile } = generated(report);
    expect(profile.row_count).toBe(5);
    expect(imagesOf(report).unreadable).toEqual([
      { reason: "empty", count: 1 },
      { reason: "truncated", count: 2 },
      { reason: "not_an_image", count: 2 },
      { reason: "too_large", count: 1 },
    ]);
    expect(alertCodes(profile)).toContain("unreadable_images");
    expect(profile.quality.components.validity).toBeLessThan(whole.quality.components.validity);
  });

  test("with labels next to the pictures is profiled as pictures, and the labels are named", async () => {
    const zip = await zipOf({ ...(await picturesOf(3)), "labels.csv": "name,label\np0.png,1\n" });
    const { profile } = generated(await profileBytes(folder.path, zip));
    expect(profile.row_count).toBe(3);
    expect(profile.alerts.map(({ detail }) => detail).join()).toContain("labels.csv");
  });

  test("of a listing that says csv tells the mismatch", async () => {
    const zip = await zipOf(await picturesOf(2));
    const { profile } = generated(await profileBytes(folder.path, zip, { hint: "csv" }));
    expect(alertCodes(profile)).toContain("format_mismatch");
  });

  test("that are real ones is read in a child process with a memory limit", async () => {
    const names = ["7zip.png", "ffox.png", "gimp.png"];
    const files = Object.fromEntries(names.map((name) => [name, readFileSync(join(VEGA, name))]));
    const filePath = join(folder.path, "real.zip");
    writeFileSync(filePath, await zipOf(files));
    const report = await runInChild(makeInput(filePath, folder.path, {}), {
      tempDir: folder.path,
      memoryBytesMax: 1024 ** 3,
      threads: 1,
      environment: {},
      timeoutSeconds: 60,
      attempt: 1,
    });
    expect(imagesOf(report)).toMatchObject({ count: 3, formats: [{ name: "png", count: 3 }] });
    expect(generated(report).sample.rows.map((row) => row[0])).toEqual(names);
    expect((await sharp(sheetOf(report)).metadata()).format).toBe("webp");
  });

  test("loads the image library; a table, packed or not, does not", async () => {
    const files = { "rain.csv": "a,b\n1,2\n", "p.zip": await zipOf(await picturesOf(2)) };
    const table = await zipOf({ "rain.csv": files["rain.csv"] });
    for (const [name, bytes] of Object.entries({ ...files, "table.zip": table })) {
      writeFileSync(join(folder.path, name), bytes);
    }
    const script = `
      const { profileFile } = await import("../support/dataset-files.ts");
      const { readFileSync } = await import("node:fs");
      const loaded = [];
      for (const name of ["rain.csv", "table.zip", "p.zip"]) {
        await profileFile(process.argv[1], process.argv[1] + "/" + name);
        loaded.push(readFileSync("/proc/self/maps", "utf8").includes("libvips"));
      }
      console.log(JSON.stringify(loaded));`;
    const run = spawnSync(process.execPath, ["-e", script, folder.path], {
      cwd: import.meta.dirname,
      encoding: "utf8",
    });
    expect(run.stderr).toBe("");
    expect(JSON.parse(run.stdout)).toEqual([false, false, true]);
  });

  test("with a single picture gives no sample, like an image file", async () => {
    const report = await profileBytes(
      folder.path,
      await zipOf({ "a.png": await pictureOf(9, 9, 1) }),
    );
    expect(report).toMatchObject({ outcome: "no_sample", error: { code: "single_image" } });
  });

  test("without a readable picture gives no sample", async () => {
    const cases: [code: string, files: Record<string, string>][] = [
      ["unsupported_format", { "a.png": "x", "b.png": "y" }],
      ["malformed_file", { "a.png": "", "b.png": "y" }],
    ];
    for (const [code, files] of cases) {
      const report = await profileBytes(folder.path, await zipOf(files));
      expect(report).toMatchObject({ outcome: "no_sample", error: { code } });
    }
  });
});

describe("hostile pictures", () => {
  test("a 200-megapixel PNG is a row without a thumbnail and is never decoded", async () => {
    const zip = await zipOf({
      "huge.png": blackPng(20_000, 10_000),
      "a.png": await pictureOf(8, 8, 1),
    });
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

  test("a picture with a location is reported, and its thumbnail has none", async () => {
    const position = {
      GPSLatitudeRef: "N",
      GPSLatitude: "52/1 31/1 0/1",
      GPSLongitude: "13/1 24/1 0/1",
    };
    const placed = await sharp(await pictureOf(64, 64, 4))
      .withExif({ IFD3: position })
      .jpeg()
      .toBuffer();
    const broken = Buffer.from(placed);
    broken.fill(0xff, broken.indexOf("Exif") + 6, broken.indexOf("Exif") + 40);
    const zip = await zipOf({
      "placed.jpg": placed,
      "broken.jpg": broken,
      "a.png": await pictureOf(8, 8, 1),
    });
    const report = await profileBytes(folder.path, zip);
    const { detail } =
      generated(report).profile.alerts.find(({ code }) => code === "picture_positions") ?? {};
    expect(detail).toBe("1 of 3 pictures says where it was taken (EXIF).");
    for (const bytes of thumbnailsOf(report)) {
      expect((await sharp(bytes ?? undefined).metadata()).exif).toBeUndefined();
    }
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
