/** The pages look like their pictures in docs/pictures; after an intended change, retake them. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { DIFFERENT_SHARE_MAX, differentShare } from "./compare.ts";
import { type Demo, startDemo } from "./demo.ts";
import { type Picture, takePictures } from "./take.ts";
import { fileOf, schemes, views, widths } from "./views.ts";

const folder = join(import.meta.dir, "../../docs/pictures");
const bytesMax = 3 * 1024 * 1024;
const keptOf = ({ file }: Pick<Picture, "file">) => readFileSync(join(folder, file));

let demo: Demo;

beforeAll(async () => {
  demo = await startDemo();
}, 240_000);
afterAll(() => demo.close(), 30_000);

describe("the pictures of the site", () => {
  test("are ten pages, wide and narrow, light and dark, in 3 MB", () => {
    expect(views.length).toBe(10);
    const files = views.flatMap(({ name }) =>
      widths.flatMap((width) => schemes.map((scheme) => fileOf(name, width, scheme))),
    );
    // Drawn by record-terminal.ts.
    const kept = readdirSync(folder).filter((file) => file !== "terminal.svg");
    expect(kept.toSorted()).toEqual(files.toSorted());
    const bytes = files.reduce((total, file) => total + statSync(join(folder, file)).size, 0);
    expect(bytes).toBeLessThan(bytesMax);
  });

  test("show what the pages show now (else: bun test/pictures/main.ts)", async () => {
    const pictures = await takePictures(demo.baseUrl);
    const shares = await Promise.all(
      pictures.map(async (picture) => ({
        file: picture.file,
        share: await differentShare(picture.png, keptOf(picture)),
      })),
    );
    expect(shares.filter(({ share }) => share > DIFFERENT_SHARE_MAX)).toEqual([]);
  }, 240_000);

  test.each([
    ["the style sheet is gone", `document.querySelector('link[rel="stylesheet"]').remove()`],
    ["the page's matter is gone", `document.querySelector("main").replaceChildren()`],
    ["all is a head lower", `document.body.style.setProperty("padding-top", "160px")`],
  ])(
    "tell when %s",
    async (_what, script) => {
      const changed = await takePictures(demo.baseUrl, {
        views: views.slice(0, 1),
        change: (page) => page.evaluate(script),
      });
      expect(changed.length).toBe(4);
      for (const picture of changed) {
        const share = await differentShare(picture.png, keptOf(picture));
        expect([picture.file, share > DIFFERENT_SHARE_MAX]).toEqual([picture.file, true]);
      }
    },
    240_000,
  );
});
