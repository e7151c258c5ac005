/**
 * Arguments as models write them: accepted if unambiguous, otherwise refused with an explanation.
 */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { forgive, readingsText } from "../../mcp/forgive.ts";
import { nearestName } from "../../mcp/nearest-name.ts";
import { tools, toolsByName } from "../../mcp/tools.ts";
import { verifiedAgent } from "../support/agents.ts";
import { testApi } from "../support/api.ts";
import { publishedListing } from "../support/listings.ts";
import { connectModern, connectOlder, testMcp } from "./support.ts";

const api = await testApi();
const mcp = await testMcp({ apiUrl: api.config.PUBLIC_BASE_URL });
const token = (await verifiedAgent(api)).token;
const ids = [
  await publishedListing(api, token, { title: "Tides of Brest", category: "sensor" }),
  await publishedListing(api, token, { title: "Tides of Cuxhaven", category: "sensor" }),
];

function readBy(name: string, given: object) {
  const tool = toolsByName.get(name);
  if (tool === undefined) throw new Error(`no tool ${name}`);
  const { args, readings } = forgive(tool.parameters, given);
  return { args, told: readingsText(readings), success: tool.input.safeParse(args).success };
}

describe("is read", () => {
  test.each([
    ["search_datasets", { max_price: "10" }, { max_price: 10 }],
    ["search_datasets", { max_price: " 9.99 " }, { max_price: 9.99 }],
    ["search_datasets", { min_rows: "1000" }, { min_rows: 1000 }],
    ["search_datasets", { has_personal_data: "False" }, { has_personal_data: false }],
    ["search_datasets", { tags: "daily" }, { tags: ["daily"] }],
    ["search_datasets", { country: '["DE","AT"]' }, { country: ["DE", "AT"] }],
    ["search_datasets", { category: "SENSOR" }, { category: "sensor" }],
    ["search_datasets", { covers_from: 2015 }, { covers_from: "2015" }],
    ["search_datasets", { bbox: "-1,47.5,2,48" }, { bbox: [-1, 47.5, 2, 48] }],
    ["search_datasets", { bbox: ["-1", "47", 2, 48] }, { bbox: [-1, 47, 2, 48] }],
    [
      "save_search",
      { name: "x", parameters: '{"query":"a"}' },
      { name: "x", parameters: { query: "a" } },
    ],
    [
      "get_listing",
      { listing_id: ids[0], wait_seconds: "5" },
      { listing_id: ids[0], wait_seconds: 5 },
    ],
    ["search_datasets", { max_price_cents: 999 }, { max_price: 9.99 }],
    ["search_datasets", { min_price_cents: "50" }, { min_price: 0.5 }],
    [
      "place_bid",
      { dataset_id: ids[0], max_amount_cents: 150_000 },
      { dataset_id: ids[0], max_amount: 1500 },
    ],
    [
      "place_bid",
      { dataset_id: ids[0], max_amount: "120.5" },
      { dataset_id: ids[0], max_amount: 120.5 },
    ],
  ])("%s %j", (name, given, args) => {
    const read = readBy(name, given);
    expect([read.args, read.success]).toEqual([args, true]);
    expect(read.told).toStartWith("Read ");
  });
});

describe("is refused, not guessed", () => {
  test.each([
    ["search_datasets", { max_price: "10 USD" }],
    ["search_datasets", { max_price: "10 USD" }],
    ["search_datasets", { max_price: "1,000" }],
    ["search_datasets", { max_price: "1e2" }],
    ["search_datasets", { max_price: "010" }],
    ["search_datasets", { max_price: "" }],
    ["search_datasets", { max_price: true }],
    ["search_datasets", { max_price_cents: 9.99 }],
    ["search_datasets", { max_price: 9.99, max_price_cents: 999 }],
    ["search_datasets", { min_rows: "1.5" }],
    ["search_datasets", { min_rows: "99999999999999999999" }],
    ["search_datasets", { has_personal_data: "yes" }],
    ["search_datasets", { has_personal_data: 0 }],
    ["search_datasets", { category: "sensors" }],
    ["search_datasets", { bbox: "1,2,3" }],
    ["search_datasets", { bbox: "1,2,x,4" }],
    ["save_search", { name: "x", parameters: "[1]" }],
    ["create_draft", { title: "x", description: "y", price_cents: "5.00" }],
    ["place_bid", { dataset_id: ids[0], max_amount: "120,50" }],
  ])("%s %j", (name, given) => {
    expect(readBy(name, given).success).toBe(false);
  });
});

test("existing parameters of a tool stay unchanged", () => {
  const anything = fc.constantFrom(...tools).chain(({ parameters }) => {
    const names = Object.keys(parameters.properties as object);
    return fc.tuple(
      fc.constant(parameters),
      fc.dictionary(fc.constantFrom("x", ...names), fc.jsonValue()),
    );
  });
  fc.assert(
    fc.property(anything, ([parameters, given]) => {
      const once = forgive(parameters, given).args;
      expect(forgive(parameters, once).args).toEqual(once);
    }),
    { numRuns: 300 },
  );
});

describe("a name that is not known", () => {
  const known = Object.keys(toolsByName.get("search_datasets")?.input.shape ?? {});

  test.each([
    ["q", "query"],
    ["maxPrice", "max_price"],
    ["price_max", "max_price"],
    ["max_price_cents", "max_price"],
    ["Category", "category"],
    ["licence", "license"],
    ["page_size", "limit"],
    ["catgory", "category"],
    ["joinable", "joinable_with"],
    ["frobnicate", null],
  ])("%s: %s", (given, meant) => {
    expect(nearestName(given, known)).toBe(meant);
  });

  test("of an amount is the one in the unit that the tool takes", () => {
    const selling = Object.keys(toolsByName.get("create_draft")?.input.shape ?? {});
    expect(nearestName("price", selling)).toBe("price_cents");
    expect(nearestName("budget", ["title", "budget_cents"])).toBe("budget_cents");
    expect(nearestName("max_amount_cents", ["max_amount"])).toBe("max_amount");
  });

  test("of an id is the one id that the tool takes", () => {
    expect(nearestName("id", ["dataset_id", "table"])).toBe("dataset_id");
    expect(nearestName("id", ["request_id", "dataset_id"])).toBe(null);
    expect(nearestName("x", [])).toBe(null);
  });
});

test.each([
  ["create_draft", { price_cents: 9.99 }, "/price_cents"],
  ["create_draft", { price_cents: "$9.99" }, "/price_cents"],
  ["create_draft", { auction: { start_price_cents: 9.99 } }, "/auction/start_price_cents"],
  ["update_listing", { price_cents: 9.99 }, "/price_cents"],
  ["post_request", { budget_cents: 9.99 }, "/budget_cents"],
  ["list_requests", { min_budget_cents: 9.99 }, "/min_budget_cents"],
  ["buy_now", { expected_price_cents: 9.99 }, "/expected_price_cents"],
])("%s %j: a field of cents says that it takes whole cents", async (name, given, pointer) => {
  const client = await connectModern(mcp.url, token);
  const result = await client.callTool({ name, arguments: given });
  const [first] = result.content as { text: string }[];
  expect(result.isError).toBe(true);
  expect(first?.text).toContain(`${pointer} takes whole cents: $9.99 is 999`);
  expect(first?.text).not.toContain("such as 9.99");
  await client.close();
});

describe.each([
  ["2026-07-28", connectModern],
  ["2025", connectOlder],
])("a client of %s", (_, connect) => {
  test("gets the interpreted filters, and pages by cursor", async () => {
    const client = await connect(mcp.url);
    const ask = async (args: object) => {
      const result = await client.callTool({ name: "search_datasets", arguments: { ...args } });
      const [first] = result.content as { text: string }[];
      const { items, pagination } = result.structuredContent as {
        items: { id: string }[];
        pagination: { next_cursor: string | null };
      };
      return { text: first?.text, ids: items.map(({ id }) => id), next: pagination.next_cursor };
    };
    const args = { query: "tides", limit: "1", category: "Sensor", sort: "newest" };
    const first = await ask(args);
    expect(first.text).toStartWith(
      'Read limit "1" as 1, category "Sensor" as "sensor". 2 datasets',
    );
    expect(first.text).toContain(`cursor=${first.next}`);
    const second = await ask({ ...args, cursor: first.next });
    expect([first.ids, second.ids].flat().toSorted()).toEqual(ids.toSorted());
    expect(second.text).not.toContain("cursor=");
    await client.close();
  });

  test("that writes a currency learns the form of amounts, and for a wrong name the right one", async () => {
    const client = await connect(mcp.url);
    const wrong = { max_price: "10 USD", minQuality: 1 };
    const result = await client.callTool({ name: "search_datasets", arguments: wrong });
    const [first] = result.content as { text: string }[];
    expect(result.isError).toBe(true);
    expect(first?.text).toContain("takes a plain number such as 9.99");
    expect(first?.text).not.toContain("$10");
    expect(first?.text).toContain("/minQuality is not known");
    await client.close();
  });
});
