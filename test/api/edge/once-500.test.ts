/** Requests that once caused a 500: each now gets an answer or a refusal with its reason. */
import { expect, test } from "bun:test";
import { verifiedAgent } from "../../support/agents.ts";
import { testApi } from "../../support/api.ts";
import { createDraft, publishedListing } from "../../support/listings.ts";

const api = await testApi();
const { token } = await verifiedAgent(api);

const dashes: [name: string, words: string][] = [
  ["64 dashes", "-".repeat(64)],
  ["dashes with blanks", "- ".repeat(100)],
  ["dashes between brackets", "-(".repeat(100)],
  ["dashes between marks", "-!".repeat(100)],
  ["dashes before a word", `${"-".repeat(200)}x`],
];

test.each(dashes)(
  "a search for %s finds nothing or something, and does not fail",
  async (_, words) => {
    const answer = await api.send("GET", `/datasets?${new URLSearchParams({ query: words })}`);
    expect([answer.status, Array.isArray(answer.body.items)]).toEqual([200, true]);
  },
);

test("heaped dashes part words, and a single one still excludes the next", async () => {
  const title = "Quagga sightings";
  const id = await publishedListing(api, token, { title, description: "Of the Karoo." });
  const found = async (query: string) => {
    const { body } = await api.send("GET", `/datasets?${new URLSearchParams({ query })}`);
    return (body.items as { id: string }[]).map((item) => item.id);
  };
  expect(await found("quagga--sightings")).toEqual([id]);
  expect(await found("quagga -karoo")).toEqual([]);
  expect(await found("quagga -zebra")).toEqual([id]);
});

test("a sample that the store has lost is 503, and comes again with its object", async () => {
  const id = await publishedListing(api, token);
  const { body: listing } = await api.send("GET", `/listings/${id}`, { token });
  const path = String(listing.sample_file_path);
  const bytes = await new Response(await api.ctx.storage.read(path)).bytes();
  await api.ctx.storage.delete(path);
  const lost = await api.send("GET", `/datasets/${id}/sample`);
  expect([lost.status, lost.body.code]).toEqual([503, "storage_unavailable"]);
  expect(Number(lost.headers.get("retry-after"))).toBeGreaterThan(0);
  await api.ctx.storage.write(path, bytes, "application/json");
  expect((await api.send("GET", `/datasets/${id}/sample`)).status).toBe(200);
});

test.each(["full/\0", "\0", "full/a\nb"])(
  "full_data_path %j is refused by its name",
  async (path) => {
    const draftId = await createDraft(api, token);
    const body = { full_data_path: path };
    const answer = await api.send("PATCH", `/listings/draft/${draftId}`, { token, body });
    expect(answer).toMatchObject({
      status: 400,
      body: { code: "invalid_request", errors: [{ pointer: "/full_data_path" }] },
    });
  },
);
