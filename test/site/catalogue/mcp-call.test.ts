/** The MCP call shown on a search page is valid input for the tool. */
import { expect, test } from "bun:test";
import { toolsByName } from "../../../mcp/tools.ts";
import { mcpCallOf } from "../../../site/catalogue/search/mcp-call.ts";

const id = "0192f0c1-8888-7c3a-9d1b-5a4c3e2f1a0b";

test.each([
  ["", {}],
  ["query=free+weather&limit=5&sort=-quality", { query: "free weather", limit: 5 }],
  ["free=true&cursor=abc&facets=true", { max_price: 0 }],
  ["free=false", { min_price: 0.01 }],
  ["max_price_cents=1999&min_price_cents=5", { max_price: 19.99, min_price: 0.05 }],
  ["bbox=-122.5,47.4,-122.2,47.8", { bbox: [-122.5, 47.4, -122.2, 47.8] }],
  ["country=DE&country=AT&tags=a,b&format=csv", { country: ["DE", "AT"], tags: ["a", "b"] }],
  ["has_personal_data=false&interpret=false", { has_personal_data: false, interpret: false }],
  [`joinable_with=${id}&seller=${id}&category=sensor`, { joinable_with: id, category: "sensor" }],
  ["min_rows=10&max_bytes=1000&min_quality_score=0.8", { min_rows: 10, min_quality_score: 0.8 }],
  ["covers_from=2015&updated_since=2026-01-01&pricing_type=auction", { covers_from: "2015" }],
])("of ?%s", (query, expected) => {
  const call = mcpCallOf(new URLSearchParams(query));
  expect(call.arguments).toMatchObject(expected);
  const parsed = toolsByName.get(call.name)?.input.safeParse(call.arguments);
  expect([parsed?.error?.issues ?? [], parsed?.success]).toEqual([[], true]);
});
