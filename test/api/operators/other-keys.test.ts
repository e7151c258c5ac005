/** What one API key may do with resources saved by another key of its account. */
import { expect, test } from "bun:test";
import { revokeApiKey } from "../../../market/account/revoke-api-key.ts";
import { sellerAgent } from "../../support/agents.ts";
import { type Json, testApi } from "../../support/api.ts";
import { newBuyer } from "../../support/market.ts";
import { newKey } from "../../support/operators.ts";

const api = await testApi();

test("a saved search is changed and deleted by the key that saved it, and read by every key", async () => {
  const buyer = await newBuyer(api);
  const other = await newKey(api, buyer.owner, { scopes: ["read"] });
  const body = { name: "Weather", parameters: { query: "seattle weather" } };
  const made = await api.send("POST", "/saved-searches", { token: buyer.token, body });
  const path = `/saved-searches/${made.body.id}`;
  const change = { body: { paused: true } };
  for (const [method, call] of [
    ["PATCH", change],
    ["DELETE", {}],
  ] as const) {
    const refused = await api.send(method, path, { token: other.secret, ...call });
    expect([refused.status, refused.body.code]).toEqual([403, "held_by_another_key"]);
    expect(String(refused.body.detail)).toContain(buyer.operator.apiKeyId);
  }
  expect((await api.send("GET", path, { token: other.secret })).body.paused).toBe(false);
  expect((await api.send("PATCH", path, { token: buyer.token, ...change })).status).toBe(200);
  await revokeApiKey(api.ctx, buyer.owner, buyer.operator.apiKeyId);
  expect((await api.send("DELETE", path, { token: other.secret })).status).toBe(200);
});

test("a follow and a collection are changed by the key that made them, and read by every key", async () => {
  const buyer = await newBuyer(api);
  const other = await newKey(api, buyer.owner, { scopes: ["read"] });
  const { agentId } = await sellerAgent(api);
  const { token } = buyer;
  const body = { seller_id: agentId, mail: "none" };
  const follow = await api.send("POST", "/follows", { token, body });
  const made = await api.send("POST", "/collections", { token, body: { title: "Rain" } });
  const collection = `/collections/${made.body.id}`;
  const dataset = `${collection}/datasets/${agentId}`;
  const acts: [method: string, path: string, body?: Json][] = [
    ["POST", "/follows", { ...body, mail: "daily" }],
    ["DELETE", `/follows/${follow.body.id}`],
    ["PATCH", collection, { title: "Snow" }],
    ["PUT", dataset, {}],
    ["DELETE", dataset],
    ["DELETE", collection],
  ];
  for (const [method, path, given] of acts) {
    const call = { token: other.secret, ...(given && { body: given }) };
    const refused = await api.send(method, path, call);
    expect([method, path, refused.status, refused.body.code]).toEqual([
      method,
      path,
      403,
      "held_by_another_key",
    ]);
    expect(String(refused.body.detail)).toContain(buyer.operator.apiKeyId);
  }
  expect((await api.send("POST", "/follows", { token: other.secret, body })).status).toBe(200);
  const listed = await api.send("GET", "/follows", { token: other.secret });
  expect(listed.body.items).toMatchObject([{ mail: "none" }]);
  expect((await api.send("GET", collection, { token: other.secret })).body.title).toBe("Rain");
  await revokeApiKey(api.ctx, buyer.owner, buyer.operator.apiKeyId);
  const ended = { token: other.secret };
  expect((await api.send("DELETE", `/follows/${agentId}`, ended)).status).toBe(200);
  expect((await api.send("DELETE", collection, ended)).status).toBe(200);
});
