/** A dataset's preview picture for other sites: drawn without system fonts, cached, and public. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import sharp from "sharp";
import { drawPicture } from "../../../platform/pictures/draw-picture.ts";
import { verifiedAgent } from "../../support/agents.ts";
import { testApi } from "../../support/api.ts";
import { createDraft, publishedListing } from "../../support/listings.ts";

const api = await testApi();
const { token } = await verifiedAgent(api);
/**
 * Tests of the engine in this process disable libvips' SVG loader; the API's own process never
 * does.
 */
const svgReader = { operation: ["VipsForeignLoadSvgBuffer"] };
const smallest = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>';
let wasClosed = false;
beforeAll(async () => {
  wasClosed = await sharp(Buffer.from(smallest))
    .metadata()
    .then(
      () => false,
      () => true,
    );
  sharp.unblock(svgReader);
});
afterAll(() => {
  if (wasClosed) sharp.block(svgReader);
});

const cardOf = (id: string, headers: Record<string, string> = {}) =>
  fetch(`${api.config.PUBLIC_BASE_URL}/datasets/${id}/card.png`, { headers });
const bytesOf = async (answer: Response) => new Uint8Array(await answer.arrayBuffer());

describe("the picture of a dataset", () => {
  test("is a PNG of 1200 by 630 that its page names, with words and bars in it", async () => {
    const id = await publishedListing(api, token, { title: `Irises <b>&amp; "more"` });
    const page = await api.send("GET", `/datasets/${id}`, { headers: { accept: "text/html" } });
    expect(page.text).toMatch(new RegExp(`og:image" content="[^"]*/datasets/${id}/card.png"`));
    const answer = await cardOf(id);
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "image/png"]);
    expect(answer.headers.get("cross-origin-resource-policy")).toBe("cross-origin");
    const bytes = await bytesOf(answer);
    expect(bytes.length).toBeLessThan(100_000);
    const { width, height, format } = await sharp(bytes).metadata();
    expect([width, height, format]).toEqual([1200, 630, "png"]);
    const title = await sharp(bytes).extract({ left: 64, top: 96, width: 700, height: 70 }).stats();
    expect(title.channels[0]?.min).toBeLessThan(80);
  });

  test("is held with an ETag", async () => {
    const id = await publishedListing(api, token);
    const etag = (await cardOf(id)).headers.get("etag") ?? "";
    const again = await cardOf(id, { "if-none-match": etag });
    expect([again.status, await again.text()]).toEqual([304, ""]);
  });

  test("exists only for datasets on sale", async () => {
    const draft = await createDraft(api, token, { title: "Secret plans" });
    for (const id of [draft, "nope", "019a9b7c-3f61-7d0e-9a55-0c8f2d1b7e11"]) {
      expect((await cardOf(id)).status).toBe(404);
    }
  });
});

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="80"></svg>';
const place = { face: "plain", sizePx: 40, color: "#000000", left: 0, top: 0 } as const;
const drawn = async (words: string) => {
  const box = { widthMax: 300, heightMax: 80 };
  return Buffer.from(await drawPicture(svg, [{ ...place, ...box, words }])).toString("base64");
};

test("words are drawn each by its own letters, and markup in them as it was written", async () => {
  const pictures = await Promise.all(["abc", "xyz", "Żółw", "ёж", "<b>abc</b>", "&lt;"].map(drawn));
  expect(new Set(pictures).size).toBe(pictures.length);
});

test("words that are far too long stay within their place", async () => {
  expect((await drawn("W".repeat(5000))).length).toBeGreaterThan(0);
});
