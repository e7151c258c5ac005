/** The page of an image archive: a contact sheet, and each picture's data without its bytes. */
import { afterAll, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { contactSheetFile } from "../../../dataset/base/report.ts";
import { uploads } from "../../../db/schema/index.ts";
import { contactSheetPath } from "../../../market/profile/rules.ts";
import { pictureOf, zipOf } from "../../dataset/support/archive-files.ts";
import { generated, makeFolder, profileBytes } from "../../dataset/support/dataset-files.ts";
import { verifiedAgent } from "../../support/agents.ts";
import { testApi } from "../../support/api.ts";
import { publishedListing, publishNext } from "../../support/listings.ts";

const api = await testApi();
const { token } = await verifiedAgent(api);
const folder = makeFolder();
afterAll(() => folder.remove());

/** Publishes the engine's results for the archive; `category` is the seller's choice. */
async function publishPictures(files: Record<string, Buffer>, category: string): Promise<string> {
  const report = generated(await profileBytes(folder.path, await zipOf(files)));
  const id = await publishedListing(api, token, { category });
  await publishNext(api, token, id, report.profile, report.sample);
  await api.db.update(uploads).set({ format: "zip" }).where(eq(uploads.listingId, id));
  const found = await api.db.select().from(uploads).where(eq(uploads.listingId, id));
  const sheet = readFileSync(join(folder.path, contactSheetFile));
  for (const { samplePath } of found) {
    await api.ctx.storage.write(contactSheetPath(samplePath ?? ""), sheet, "image/webp");
  }
  return id;
}
const see = (path: string) => api.send("GET", path, { headers: { accept: "text/html" } });

test("JPEGs are shown as a gallery, whatever the category, and as facts without their bytes", async () => {
  const names = ["cats/a.jpeg", "cats/b.jpeg", "dogs/c.jpeg"];
  const pictures = await Promise.all(
    names.map((_, seed) => pictureOf(40 + seed, 30, seed, "jpeg")),
  );
  const files = Object.fromEntries(names.map((name, at) => [name, pictures[at] ?? Buffer.of()]));
  const id = await publishPictures(files, "sensor");
  const gallery = await see(`/datasets/${id}`);
  const sources = [...gallery.text.matchAll(/<img src="([^"]+)"/g)].map(([, src = ""]) => src);
  expect(sources).toEqual([0, 1, 2].map((row) => `/datasets/${id}/pictures/${row}`));
  const one = await fetch(api.config.PUBLIC_BASE_URL + sources[1]);
  expect([one.status, one.headers.get("content-type")]).toEqual([200, "image/webp"]);
  expect((await see(`/datasets/${id}/pictures/3`)).status).toBe(404);
  expect((await see(`/datasets/${id}?label=cats&picture=1`)).text).toContain("2 of 2");
  const { text } = await see(`/datasets/${id}?view=table`);
  for (const name of names) expect(text).toContain(`<bdi>${name}</bdi>`);
  expect(text).not.toContain("data:image");
  expect(text).not.toContain("thumbnail");
  expect((await see(`/datasets/${id}?rows=webp`)).text).toContain("No rows with these filters.");
});

test("a dataset in category images that holds a table has no picture", async () => {
  const id = await publishedListing(api, token, { category: "images" });
  expect((await see(`/datasets/${id}`)).text).not.toContain("sheet-picture");
});
