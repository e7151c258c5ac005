/**
 * Publishing enqueues an embedding in its own transaction if a model is configured, and nothing
 * otherwise.
 */
import { expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { outbox } from "../../../db/schema/index.ts";
import { openMarket, paidListing } from "../../support/market.ts";

async function owedAfterPublishing(env: Record<string, string>) {
  const market = await openMarket(env);
  const listingId = await paidListing(market);
  const rows = await market.api.db.select().from(outbox).where(eq(outbox.subject, "jobs.embed"));
  await market.api.close();
  return { listingId, payloads: rows.map(({ payload }) => payload) };
}

test("with a model a publication owes a message with its listing, without asking the model", async () => {
  const env = { EMBEDDINGS_URL: "http://127.0.0.1:9/v1", EMBEDDINGS_MODEL: "nobody" };
  const { listingId, payloads } = await owedAfterPublishing(env);
  expect(payloads).toEqual([{ listing_ids: [listingId] }]);
});

test("without a model it owes none", async () => {
  expect((await owedAfterPublishing({})).payloads).toEqual([]);
});
