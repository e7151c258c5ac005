/** The MCP process in front of a real API: what clients of both generations find and read. */
import { describe, expect, test } from "bun:test";
import { verifiedAgent } from "../support/agents.ts";
import { testApi } from "../support/api.ts";
import { publishedListing } from "../support/listings.ts";
import { connectModern, connectOlder, testMcp } from "./support.ts";

const api = await testApi();
const mcp = await testMcp({ apiUrl: api.config.PUBLIC_BASE_URL });
const { token } = await verifiedAgent(api);
const datasetId = await publishedListing(api, token);

describe.each([
  ["a client of the current revision", connectModern],
  ["a client of the 2025 revisions", connectOlder],
] as const)("%s", (_, connect) => {
  test("finds a dataset and reads it as the API gives it", async () => {
    const client = await connect(mcp.url);
    const found = await client.callTool({ name: "search_datasets", arguments: { query: "iris" } });
    expect(found.structuredContent).toMatchObject({ items: [{ id: datasetId }] });
    const read = await client.callTool({
      name: "get_dataset",
      arguments: { dataset_id: datasetId, detail: "full" },
    });
    const { body } = await api.send("GET", `/datasets/${datasetId}`);
    expect(read.structuredContent).toMatchObject({ ...body, columns_cut: null, tables_cut: null });
    await client.close();
  });
});
