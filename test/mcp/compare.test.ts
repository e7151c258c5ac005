/**
 * Comparing datasets, changing listings and deciding data requests, with clients of both
 * generations.
 */
import { describe, expect, test } from "bun:test";
import { verifiedAgent } from "../support/agents.ts";
import { testApi } from "../support/api.ts";
import { publishedListing } from "../support/listings.ts";
import { newKey, newOwner } from "../support/operators.ts";
import { connectModern, connectOlder, testMcp } from "./support.ts";

const api = await testApi();
const mcp = await testMcp({ apiUrl: api.config.PUBLIC_BASE_URL });
const { token } = await verifiedAgent(api);
const buyer = await newKey(api, await newOwner(api), { scopes: ["read", "message"] });
const nobody = "0192f0c1-2f5e-7c3a-9d1b-5a4c3e2f1a0b";

type Result = { isError?: unknown; structuredContent?: unknown; content?: unknown };
type Caller = { callTool(call: { name: string; arguments: object }): Promise<Result> };

async function ask(client: unknown, name: string, args: object) {
  const result = await (client as Caller).callTool({ name, arguments: args });
  const [first] = result.content as { text: string }[];
  return {
    failed: result.isError === true,
    text: first?.text ?? "",
    data: result.structuredContent as Record<string, unknown>,
  };
}

describe.each([
  ["2026-07-28", connectModern],
  ["2025", connectOlder],
] as const)("a client of %s", (_, connect) => {
  test("compares datasets in one call, each told once", async () => {
    const one = await publishedListing(api, token, { title: "Weather, first" });
    const other = await publishedListing(api, token, { title: "Weather, second" });
    const client = await connect(mcp.url);
    const given = { dataset_ids: [one, other, one.toUpperCase()] };
    const { data, text } = await ask(client, "compare_datasets", given);
    expect((data.datasets as { id: string }[]).map(({ id }) => id)).toEqual([one, other]);
    const { body } = await api.send("GET", `/datasets/${one}`);
    const columns = (body.columns as { name: string; type: string }[]).map(({ name, type }) => ({
      name,
      types: { [one]: type, [other]: type },
    }));
    expect(data).toMatchObject({
      columns_in_common: columns,
      columns_in_common_count: columns.length,
      joinable: [],
    });
    expect(text).toContain(`- ${other}: free (buy_it_now)`);
    expect(text).not.toContain("Weather, first");
    await client.close();
  });

  test("reports a missing dataset, and refuses to compare only one", async () => {
    const client = await connect(mcp.url);
    const there = await publishedListing(api, token);
    const gone = await ask(client, "compare_datasets", { dataset_ids: [there, nobody] });
    expect([gone.failed, gone.text]).toEqual([true, expect.stringContaining("/dataset_ids/1: ")]);
    const alone = await ask(client, "compare_datasets", { dataset_ids: there });
    expect([alone.failed, alone.text]).toEqual([true, expect.stringContaining("/dataset_ids")]);
    await client.close();
  });

  test("changes a draft or a dataset on sale alike, and withdraws it", async () => {
    const client = await connect(mcp.url, token);
    const draft = await ask(client, "create_draft", {
      title: "Stops",
      description: "One a row.",
      price_cents: 0,
    });
    const renamed = { listing_id: draft.data.id, title: "Bus stops" };
    expect((await ask(client, "update_listing", renamed)).data).toMatchObject({
      status: "draft",
      title: "Bus stops",
    });
    const id = await publishedListing(api, token);
    const reworded = { listing_id: id, description: "Other words.", tags: "new" };
    const changed = await ask(client, "update_listing", reworded);
    const full = { listing_id: id, detail: "full" };
    expect((await ask(client, "get_listing", full)).data).toMatchObject({
      status: "active",
      description: "Other words.",
      tags: ["new"],
    });
    expect(changed.text).toStartWith('Read tags "new" as ["new"].');
    const withdrawn = await ask(client, "withdraw_listing", { listing_id: id });
    expect(withdrawn.data.status).toBe("withdrawn");
    await client.close();
  });

  test("accepts one answer to its data request, rejects another, closes a third", async () => {
    const [poster, seller] = [await connect(mcp.url, buyer.secret), await connect(mcp.url, token)];
    const post = async (title: string) =>
      (await ask(poster, "post_request", { title, description: "By the hour.", budget_cents: 500 }))
        .data.id;
    const decide = async (decision: string) => {
      const request_id = await post(`Tides to ${decision}`);
      const dataset_id = await publishedListing(api, token);
      const { data } = await ask(seller, "answer_request", { request_id, dataset_id });
      const given = { request_id, answer_id: data.id, decision };
      return (await ask(poster, "decide_request_answer", given)).data.status;
    };
    expect([await decide("accept"), await decide("reject")]).toEqual(["accepted", "rejected"]);
    const closed = await ask(poster, "close_request", { request_id: await post("Storms") });
    expect(closed.data.status).toBe("closed");
    await Promise.all([poster.close(), seller.close()]);
  });

  test("finds data requests by columns, format, budget, days and state, in their orders", async () => {
    const poster = await connect(mcp.url, buyer.secret);
    const word = `quokka${crypto.randomUUID().slice(0, 8)}`;
    const post = async (title: string, wishes: object) => {
      const given = { title: `${word} ${title}`, description: "Any.", ...wishes };
      return (await ask(poster, "post_request", given)).data.id as string;
    };
    const poor = await post("first", { budget_cents: 100, columns: ["weight"] });
    const rich = await post("second", { budget_cents: 900, columns: ["lat:latitude"] });
    const ended = await post("third", { budget_cents: 500, columns: ["lat"] });
    await ask(poster, "close_request", { request_id: ended });
    const found = async (given: object) => {
      const { data } = await ask(poster, "list_requests", { query: word, ...given });
      return (data.items as { id: string }[]).map(({ id }) => id);
    };
    expect(await found({ columns: ["lat", "height"] })).toEqual([rich]);
    expect(await found({ min_budget_cents: 101 })).toEqual([rich]);
    expect(await found({ status: "closed" })).toEqual([ended]);
    const closed = await ask(poster, "list_requests", { query: word, status: "closed" });
    expect(closed.text).toBe("1 data request, 1 shown.");
    expect(await found({ sort: "budget" })).toEqual([rich, poor]);
    expect(await found({ format: "csv", posted_since: "2026-01-01" })).toEqual([rich, poor]);
    expect(await found({ posted_since: "2999" })).toEqual([]);
    expect(await found({ expires_before: "2020-06" })).toEqual([]);
    await poster.close();
  });
});
