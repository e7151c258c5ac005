/** What one API key may do with resources saved by another key of its account. */
import { expect, test } from "bun:test";
import { revokeApiKey } from "../../../market/account/revoke-api-key.ts";
import { testApi } from "../../support/api.ts";
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
