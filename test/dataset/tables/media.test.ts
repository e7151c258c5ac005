/** Folders of recordings and of PDF files: a row for each file. */
import { afterAll, expect, test } from "bun:test";
import { tarOf, zipOf } from "../support/archive-files.ts";
import {
  alertCodes,
  generated,
  makeFolder,
  profileBytes,
  typesOf,
} from "../support/dataset-files.ts";
import { flacOf, pdfOf, wavOf } from "../support/media-files.ts";

const folder = makeFolder();
afterAll(() => folder.remove());

const rowsOf = (report: Awaited<ReturnType<typeof profileBytes>>): unknown =>
  JSON.parse(JSON.stringify(generated(report).sample.rows));

const unreadOf = (report: Awaited<ReturnType<typeof profileBytes>>): (string | undefined)[] =>
  generated(report)
    .profile.alerts.filter(({ code }) => code === "unread_parts")
    .map(({ detail }) => detail);

test("recordings are rows with duration, rate, channels and the folder's name", async () => {
  const dog = wavOf({ seconds: 1.5, rateHz: 8000, channels: 1 });
  const cat = flacOf({ seconds: 2, rateHz: 44_100, channels: 2 });
  const files = { "sounds/dog/1.wav": dog, "sounds/cat/2.flac": cat, "README.md": "# Pets\n" };
  for (const archive of [await zipOf(files), await tarOf(files)]) {
    const report = await profileBytes(folder.path, archive);
    expect(report.format).toBe("audio");
    expect(typesOf(generated(report).profile)).toEqual([
      ...["file:string", "label:string", "codec:string", "duration_seconds:number"],
      ...["sample_rate_hz:integer", "channels:integer", "byte_size:integer"],
    ]);
    expect(rowsOf(report)).toEqual([
      ["sounds/dog/1.wav", "dog", "PCM", 1.5, 8000, 1, dog.length],
      ["sounds/cat/2.flac", "cat", "FLAC", 2, 44_100, 2, cat.length],
    ]);
    expect(unreadOf(report)).toEqual([]);
  }
});

test("PDF files are rows with their pages; no folders, no label", async () => {
  const files = { "a.pdf": pdfOf(1), "b.PDF": pdfOf(12), "c.pdf": pdfOf(3) };
  for (const archive of [await zipOf(files), await tarOf(files)]) {
    const report = await profileBytes(folder.path, archive);
    expect(report.format).toBe("pdf");
    expect(rowsOf(report)).toEqual([
      ["a.pdf", 1, files["a.pdf"].length],
      ["b.PDF", 12, files["b.PDF"].length],
      ["c.pdf", 3, files["c.pdf"].length],
    ]);
  }
});

test("damaged and too large files are counted and named", async () => {
  const noise = Buffer.from(Array.from({ length: 5000 }, (_, i) => (i * 7919) & 255));
  const wav = wavOf({ seconds: 1, rateHz: 8000, channels: 1 });
  const files = {
    ...{ "a.wav": wav, "b.wav": wav, "noise.wav": noise, "empty.wav": "" },
    "long.wav": wavOf({ seconds: 10, rateHz: 8000, channels: 1 }),
  };
  const limits = { wholeFileBytesMax: 64 * 1024 };
  const sounds = await profileBytes(folder.path, await zipOf(files), { limits });
  expect(generated(sounds).profile.row_count).toBe(2);
  expect(unreadOf(sounds)).toEqual([
    expect.stringContaining("3 files are damaged, locked, or larger than"),
  ]);
  const pages = { "a.pdf": pdfOf(1), "b.pdf": pdfOf(2), "noise.pdf": noise };
  const texts = await profileBytes(folder.path, await tarOf(pages));
  expect(generated(texts).profile.row_count).toBe(2);
  expect(unreadOf(texts)[0]).toContain("noise.pdf");
});

test("a collection without one readable file has no sample", async () => {
  const report = await profileBytes(folder.path, await zipOf({ "a.pdf": "x", "b.pdf": "y" }));
  expect(report).toMatchObject({ error: { code: "no_data_rows" } });
});

test("PDF files next to a table, or fewer than other files, are not the data", async () => {
  const table = { "data.csv": "id,name\n1,a\n2,b\n", "a.pdf": pdfOf(1), "b.pdf": pdfOf(2) };
  const { profile } = generated(await profileBytes(folder.path, await zipOf(table)));
  expect(typesOf(profile)).toEqual(["id:integer", "name:string"]);
  expect(alertCodes(profile)).toContain("other_files");
  const models = Object.fromEntries(
    Array.from({ length: 3 }, (_, i) => [`part-${i}.bin`, Buffer.alloc(600, i + 1)]),
  );
  const report = await profileBytes(
    folder.path,
    await zipOf({ ...models, "a.pdf": pdfOf(1), "b.pdf": pdfOf(2) }),
  );
  expect(report.outcome).toBe("no_sample");
});
