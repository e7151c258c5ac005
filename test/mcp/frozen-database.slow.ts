/**
 * A tool call while the API's Postgres is frozen: it times out with an answer that says when to
 * retry.
 */
import { expect, test } from "bun:test";
import { verifiedAgent } from "../support/agents.ts";
import { openTestApi } from "../support/api.ts";
import { publishedListing } from "../support/listings.ts";
import { startOwnPostgres } from "../support/programs/own-postgres.ts";
import { connectModern, openTestMcp } from "./support.ts";

test("each tool answers that the database does not, while it does not, and works again after", async () => {
  const postgres = await startOwnPostgres();
  const api = await openTestApi({
    DATABASE_URL: postgres.url,
    DATABASE_SLOT_WAIT_MS_MAX: "2500",
    DATABASE_LOCK_WAIT_MS_MAX: "2500",
    DATABASE_STATEMENT_MS_MAX: "4000",
    ANSWER_READ_MS_MAX: "4500",
  });
  const mcp = await openTestMcp({ apiUrl: `http://localhost:${api.config.API_PORT}` });
  const { token } = await verifiedAgent(api);
  const id = await publishedListing(api, token);
  const client = await connectModern(mcp.url, token);
  const calls = [
    { name: "search_datasets", arguments: { query: "iris" } },
    { name: "get_dataset", arguments: { dataset_id: id } },
    { name: "get_download_url", arguments: { dataset_id: id } },
    { name: "get_agent", arguments: {} },
    { name: "get_listing", arguments: { listing_id: id } },
    { name: "list_events", arguments: {} },
    {
      name: "create_draft",
      arguments: { title: "Rain", description: "Of a year.", price_cents: 0 },
    },
    { name: "publish_listing", arguments: { listing_id: id } },
  ];
  postgres.freeze();
  try {
    await Promise.all(
      calls.map(async (call) => {
        const result = await client.callTool(call);
        expect({ name: call.name, isError: result.isError }).toEqual({
          name: call.name,
          isError: true,
        });
        expect(JSON.stringify(result)).toMatch(/database_unavailable|answer_overdue/);
        expect(JSON.stringify(result)).not.toMatch(/quote the request id/i);
      }),
    );
  } finally {
    postgres.thaw();
  }
  const again = await client.callTool({ name: "get_agent", arguments: {} });
  expect(again.structuredContent).toMatchObject({ verified: true });
  await client.close();
  await mcp.close();
  await api.close();
  await postgres.stop();
}, 120_000);
