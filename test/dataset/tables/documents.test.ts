/** Folders of texts, as collections for classification are published. */
import { afterAll, expect, test } from "bun:test";
import { gzipSync } from "node:zlib";
import { tarOf, zipOf } from "../support/archive-files.ts";
import {
  alertCodes,
  generated,
  makeFolder,
  profileBytes,
  typesOf,
} from "../support/dataset-files.ts";

const folder = makeFolder();
afterAll(() => folder.remove());

const words =
  'the film , which nobody asked for , tells a story of two friends ( one of them lost ) and their dog ; it\'s long - winded , but charming . " never again " , she said'.split(
    " ",
  );

/** A review in the manner of review_polarity: a sentence a line, marks between blanks. */
function review(seed: number): string {
  let state = seed * 7919 + 17;
  const next = (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state % below;
  };
  const sentence = (): string =>
    Array.from({ length: 5 + next(30) }, () => words[next(words.length)]).join(" ");
  return `${Array.from({ length: 10 + next(40) }, () => `${sentence()} . `).join("\n")}\n`;
}

const reviews = (count: number): Record<string, string> =>
  Object.fromEntries(
    Array.from({ length: count }, (_, i) => [
      `txt_sentoken/${i % 2 === 0 ? "neg" : "pos"}/cv${String(i >> 1).padStart(3, "0")}_${i * 37}.txt`,
      review(i),
    ]),
  );

test("texts in folders are one table with their labels", async () => {
  const files = reviews(2000);
  const tar = gzipSync(
    await tarOf({ ...files, "poldata.README": "The data.\nBy Pang and Lee.\n" }),
  );
  const report = await profileBytes(folder.path, tar);
  const { profile } = generated(report);
  expect(alertCodes(profile)).toContain("other_files");
  expect(report).toMatchObject({ format: "txt", compression: "tar.gzip" });
  expect([profile.row_count, typesOf(profile)]).toEqual([
    2000,
    ["file:string", "label:string", "characters:integer", "text:string"],
  ]);
  const [, label, characters] = profile.columns;
  expect(label).toMatchObject({ distinct_count: 2 });
  const lengths = Object.values(files).map((text) => text.trimEnd().length);
  expect(characters).toMatchObject({ min: Math.min(...lengths), max: Math.max(...lengths) });
});

test("texts without folders have no label, and unreadable ones are counted", async () => {
  const files: Record<string, string | Buffer> = Object.fromEntries(
    Array.from({ length: 12 }, (_, i) => [`letter-${i}.txt`, review(i)]),
  );
  files["letter-99.txt"] = Buffer.alloc(100, 7);
  files["letter-98.txt"] = Buffer.from("Käse über Brücken.\nSchön.\n", "latin1");
  const report = await profileBytes(folder.path, await zipOf(files as Record<string, string>));
  const { profile } = generated(report);
  expect(typesOf(profile)).toEqual(["file:string", "characters:integer", "text:string"]);
  expect(profile.row_count).toBe(13);
});

test("tables with the names of texts stay tables", async () => {
  const files = Object.fromEntries(
    Array.from({ length: 12 }, (_, i) => [`part-${i}.txt`, "id,name\n1,a\n2,b\n3,c\n"]),
  );
  const { profile } = generated(await profileBytes(folder.path, await zipOf(files)));
  expect([profile.row_count, profile.column_count]).toEqual([36, 2]);
  expect(alertCodes(profile)).not.toContain("unread_parts");
});
