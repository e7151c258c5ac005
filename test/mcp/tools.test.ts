/**
 * The table of tools: their names, their schemas, and the descriptions by which a model chooses.
 */
import { describe, expect, test } from "bun:test";
import type { z } from "zod";
import { callers } from "../../market/contract/callers.ts";
import type { Op } from "../../market/contract/contract.ts";
import { contracts } from "../../market/contracts.ts";
import { searchQuery } from "../../market/search/schemas.ts";
import type { Operation } from "../../mcp/api-client.ts";
import { jsonSchemaOf } from "../../mcp/json-schema.ts";
import { tools, toolsByName } from "../../mcp/tools.ts";
import { resolvedOpenapi } from "../support/documents/openapi.ts";
import { evaluated } from "./requests/tables.ts";

type Parameter = { name: string; isOptional: boolean };

function parametersOf(name: string): Parameter[] {
  const shape = toolsByName.get(name)?.input.shape ?? {};
  return Object.entries(shape).map(([parameter, schema]) => {
    const isOptional = schema instanceof Object && "safeParse" in schema && acceptsNothing(schema);
    return { name: parameter, isOptional };
  });
}

function acceptsNothing(schema: object): boolean {
  return (schema as { safeParse(value: unknown): { success: boolean } }).safeParse(undefined)
    .success;
}

/** docs/interface.md, tools. */
const specified: Record<string, string[]> = {
  // `detail` is our addition to what reads: results are brief unless it asks for all fields.
  get_dataset: ["dataset_id", "detail"],
  // `table` is our addition: a file may have several.
  get_sample: ["dataset_id", "table", "agent_token", "detail"],
  // `embed` is our addition: agents without a shell get small files in the answer.
  get_download_url: ["dataset_id", "embed"],
  // `allow_duplicate` is our addition: it permits paying for the same bytes again.
  // `expected_price_cents` too: a price may change after it was read.
  // `bundle_id` buys several datasets instead of one.
  buy_now: [
    "dataset_id",
    "bundle_id",
    "payment_method_id",
    "expected_price_cents",
    "allow_duplicate",
    "plan",
    "acceptance",
    "private_offer_id",
    "coupon",
    "trial",
  ],
  place_bid: [
    "dataset_id",
    "max_amount",
    "confirm_max_amount_cents",
    "allow_duplicate",
    "acceptance",
  ],
  // Both are our additions: a page has 20.
  // `purchase_id` too: it shows the verdict of a contract.
  list_purchases: ["dataset_id", "purchase_id", "cursor", "detail"],
  contact_seller: ["dataset_id", "message"],
};

type Paths = Record<string, Record<string, { parameters?: { name: string }[] }>>;

describe("the tools", () => {
  test.each(Object.entries(specified))("%s has exactly the specified parameters", (name, names) => {
    expect(parametersOf(name).map((parameter) => parameter.name)).toEqual(names);
  });

  test("search_datasets begins with the specified ones, and takes all filters that are its own", () => {
    const names = parametersOf("search_datasets").map((parameter) => parameter.name);
    expect(names.slice(0, 3)).toEqual(["query", "category", "max_price"]);
    const ofTheQueryAlone = ["max_price_cents", "min_price_cents", "free", "offset"];
    const asked = Object.keys(searchQuery.shape).filter((name) => !ofTheQueryAlone.includes(name));
    expect(names.toSorted()).toEqual([...asked, "detail"].toSorted());
  });

  test("a search can be made by any of its parameters, and by none", () => {
    expect(parametersOf("search_datasets").every(({ isOptional }) => isOptional)).toBe(true);
  });

  test("every list is walked by a cursor, and only lists are", () => {
    const paged = tools.filter(({ output }) => "pagination" in (output as z.ZodObject).shape);
    for (const { name } of paged) {
      const way = name === "list_events" ? "after" : "cursor";
      expect([name, parametersOf(name).some((parameter) => parameter.name === way)]).toEqual([
        name,
        true,
      ]);
    }
    expect(paged.length).toBeGreaterThan(13);
  });

  test("only the tools for files and facts that are free work without a key", () => {
    const free = tools.filter(({ by }) => callers[by].isOptional).map(({ name }) => name);
    expect(free).toEqual([
      "search_datasets",
      "get_dataset",
      "get_sample",
      "get_profile",
      "query_dataset",
      "match_values",
      "compare_datasets",
      "get_download_url",
      "recommend_dataset",
      "list_bids",
      "list_reviews",
      "list_requests",
      "register_agent",
      "find_tools",
    ]);
  });

  test.each(tools)(
    "$name says all of its annotations, and never that a reader destroys",
    (tool) => {
      expect(Object.keys(tool.annotations).toSorted()).toEqual([
        "destructiveHint",
        "idempotentHint",
        "openWorldHint",
        "readOnlyHint",
      ]);
      expect(tool.annotations.readOnlyHint && tool.annotations.destructiveHint).toBe(false);
    },
  );

  test("tools that move money or delete are marked as destructive", () => {
    const destructive = tools.filter(({ annotations }) => annotations.destructiveHint);
    expect(destructive.map(({ name }) => name).toSorted()).toEqual([
      "accept_offer",
      "buy_now",
      "cancel_waiting_purchase",
      "confirm_purchase",
      "delete_draft",
      "delete_saved_search",
      "dispute_purchase",
      "place_bid",
      "retract_bid",
      "withdraw_listing",
    ]);
  });

  test.each(tools)("$name has self-contained schemas, with every parameter described", (tool) => {
    const input = jsonSchemaOf(tool.input, "input");
    const output = jsonSchemaOf(tool.output, "output");
    expect([input.type, input.additionalProperties, output.type]).toEqual([
      "object",
      false,
      "object",
    ]);
    expect(JSON.stringify([input, output])).not.toContain('"$ref"');
    const properties = input.properties as Record<string, { description?: string }>;
    const silent = Object.entries(properties).filter(([, { description }]) => !description);
    expect(silent.map(([name]) => name)).toEqual([]);
  });

  test("each operation that they use stands in the interface's document, as it is used", async () => {
    const { openTestApi } = await import("../support/api.ts");
    const api = await openTestApi();
    const { body } = await api.send("GET", "/openapi.json");
    await api.close();
    const { paths } = resolvedOpenapi(body) as { paths: Paths };
    const documented = ({ method, path }: Operation) => paths[path]?.[method.toLowerCase()];
    const operations = contracts
      .flatMap((ops): Op[] => Object.values(ops))
      .filter(({ tool }) => tool !== undefined);
    const missing = operations.filter((operation) => !documented(operation));
    expect(missing.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
    // A repeat after a failure has one effect because of its key. Queries, matches and recommendations
    // change nothing, and parts may be signed repeatedly, so their repeats need no key.
    const posts = operations.filter(
      ({ method, path }) =>
        method === "POST" && !/\/(query|matches|part-urls|recommendations)$/.test(path),
    );
    const unkeyed = posts.filter(
      (operation) =>
        !documented(operation)?.parameters?.some(({ name }) => name === "Idempotency-Key"),
    );
    expect(unkeyed.map(({ path }) => path)).toEqual([]);
  });
});

const stopWords = new Set(
  "a an and are as at be by for from in is it its not of on or one that the this to what which with".split(
    " ",
  ),
);

function wordCounts(text: string): Map<string, number> {
  const words = text.toLowerCase().match(/[a-z]+/g) ?? [];
  const counts = new Map<string, number>();
  for (const word of words) {
    if (!stopWords.has(word)) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return counts;
}

/** Cosine similarity of the word counts, with rarer words weighing more. */
function similarity(
  one: Map<string, number>,
  other: Map<string, number>,
  all: Map<string, number>[],
) {
  const weight = (word: string) =>
    Math.log(1 + all.length / all.filter((counts) => counts.has(word)).length);
  const dot = (a: Map<string, number>, b: Map<string, number>) =>
    [...a].reduce((sum, [word, n]) => sum + n * (b.get(word) ?? 0) * weight(word) ** 2, 0);
  return dot(one, other) / Math.sqrt(dot(one, one) * dot(other, other));
}

describe("texts by which a model chooses", () => {
  const SIMILARITY_MAX = 0.45;

  test("no two descriptions are alike enough to be confused", () => {
    const counted = tools.map(({ name, description }) => ({
      name,
      counts: wordCounts(description),
    }));
    const all = counted.map(({ counts }) => counts);
    const alike = counted.flatMap((one, index) =>
      counted.slice(index + 1).flatMap((other) => {
        const score = similarity(one.counts, other.counts, all);
        return score > SIMILARITY_MAX ? [`${one.name} ~ ${other.name}: ${score.toFixed(2)}`] : [];
      }),
    );
    expect(alike).toEqual([]);
  });

  test.each(tools)("$name is described in 100 to 400 characters", ({ description }) => {
    expect(description.length).toBeGreaterThanOrEqual(100);
    expect(description.length).toBeLessThanOrEqual(400);
  });

  test("the evaluation has at least two requests for each tool", () => {
    const thin = tools.filter(
      ({ name }) => evaluated.filter(({ tool }) => tool === name).length < 2,
    );
    expect(thin.map(({ name }) => name)).toEqual([]);
  });

  test.each(evaluated)("$tool takes the arguments of: $request", (row) => {
    const parsed = toolsByName.get(row.tool)?.input.safeParse(JSON.parse(row.args));
    expect([row.tool, parsed?.error?.issues ?? [], parsed?.success]).toEqual([row.tool, [], true]);
  });
});

test("every tool that a contract declares is served", () => {
  const declared = contracts.flatMap((ops): Op[] => Object.values(ops));
  const names = declared.flatMap(({ tool }) => (tool === undefined ? [] : [tool.name]));
  expect(names.filter((name) => !toolsByName.has(name))).toEqual([]);
});
