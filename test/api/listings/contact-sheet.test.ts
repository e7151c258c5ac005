/** The contact sheet of an image archive, as another format of its sample. */
import { describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { listings, uploads } from "../../../db/schema/index.ts";
import { contactSheetPath } from "../../../market/profile/rules.ts";
import { verifiedAgent } from "../../support/agents.ts";
import { testApi } from "../../support/api.ts";
import { publishedListing } from "../../support/listings.ts";

const sheet = Buffer.from("UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==", "base64");

const ids = { csv: "", pictures: "", undecoded: "" };

const api = await testApi();
const { token } = await verifiedAgent(api);
for (const name of ["csv", "pictures", "undecoded"] as const) {
  ids[name] = await publishedListing(api, token);
}
for (const id of [ids.pictures, ids.undecoded]) {
  await api.db.update(listings).set({ format: "zip" }).where(eq(listings.id, id));
  await api.db.update(uploads).set({ format: "zip" }).where(eq(uploads.listingId, id));
}
const [row] = await api.db
  .select({ samplePath: uploads.samplePath })
  .from(uploads)
  .innerJoin(listings, eq(listings.currentUploadId, uploads.id))
  .where(eq(listings.id, ids.pictures));
await api.ctx.storage.write(contactSheetPath(row?.samplePath ?? ""), sheet, "image/webp");

describe("the contact sheet", () => {
  const problem = "application/problem+json";
  const csv = "text/csv; charset=utf-8";
  const wishes: [dataset: keyof typeof ids, accept: string, query: string, type: string][] = [
    ["pictures", "*/*", "", "application/json"],
    ["pictures", "*/*", "?format=webp", "image/webp"],
    ["pictures", "image/webp", "", "image/webp"],
    ["pictures", "image/*, */*;q=0.1", "", "image/webp"],
    ["pictures", "image/webp", "?format=csv", csv],
    ["pictures", "image/png", "", problem],
    ["pictures", "*/*", "?format=geojson", problem],
    ["csv", "*/*", "?format=webp", problem],
    ["csv", "image/webp", "", problem],
    ["csv", "image/webp, application/json;q=0.5", "", "application/json"],
    ["undecoded", "image/webp", "", problem],
  ];
  test.each(wishes)("of %s for Accept: %s %s → %s", async (dataset, accept, query, type) => {
    const path = `/datasets/${ids[dataset]}/sample${query}`;
    const answer = await api.send("GET", path, { headers: { accept } });
    expect({ status: answer.status, type: answer.headers.get("content-type") }).toEqual({
      status: type === problem ? 406 : 200,
      type,
    });
  });

  test("is served byte for byte, and only once to a client that has it", async () => {
    const request = (etag: string) =>
      fetch(`http://127.0.0.1:${api.config.API_PORT}/datasets/${ids.pictures}/sample?format=webp`, {
        headers: { "if-none-match": etag },
      });
    const first = await request('"none"');
    expect(Buffer.from(await first.arrayBuffer()).equals(sheet)).toBe(true);
    expect((await request(first.headers.get("etag") ?? "")).status).toBe(304);
  });
});
