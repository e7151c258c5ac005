/** The resource of a token: ours in any spelling, one at a time, and no other. */
import { expect, test } from "bun:test";
import * as openid from "openid-client";
import { testApi } from "../../support/api.ts";
import { newOwner } from "../../support/operators.ts";
import { connect, post } from "./support.ts";

const mcpUrl = "http://localhost:3998/mcp";
const api = await testApi({ MCP_PUBLIC_URL: mcpUrl });
const apiUrl = api.config.PUBLIC_BASE_URL;

const read = (token: unknown, headers: Record<string, string> = {}) =>
  api.send("GET", "/purchases", { token: String(token), headers });
const opensMcp = async (token: unknown) =>
  (await read(token, { "x-presented-at": mcpUrl })).status === 200;
const opensApi = async (token: unknown) => (await read(token)).status === 200;

type Connected = Awaited<ReturnType<typeof connect>>;

function refresh({ config, tokens }: Connected, more: Record<string, string> = {}) {
  const { client_id = "" } = config.clientMetadata() as { client_id?: string };
  const refresh_token = tokens.refresh_token ?? "";
  return post(api, "/oauth/token", {
    grant_type: "refresh_token",
    client_id,
    refresh_token,
    ...more,
  });
}

test.each([`${mcpUrl}/`, `${mcpUrl}?tools=buy`, mcpUrl.replace("localhost", "LOCALHOST")])(
  "%j is the MCP endpoint, at the consent and at a refresh",
  async (spelt) => {
    const asked = await connect(api, await newOwner(api), { resource: spelt });
    expect(await opensMcp(asked.tokens.access_token)).toBe(true);
    expect(await opensApi(asked.tokens.access_token)).toBe(false);
    const bare = await refresh(asked, { resource: mcpUrl });
    expect(bare.status).toBe(200);
    const plain = await connect(api, await newOwner(api), { resource: mcpUrl });
    const again = await refresh(plain, { resource: spelt });
    expect([again.status, await opensMcp(again.body.access_token)]).toEqual([200, true]);
  },
);

test.each([apiUrl, "https://evil.example/", `${mcpUrl}/more`, "http://x@localhost:3998/mcp"])(
  "a refresh for %j, which was not granted, is refused and takes nothing away",
  async (resource) => {
    const asked = await connect(api, await newOwner(api), { resource: mcpUrl });
    const refused = await refresh(asked, { resource });
    expect(refused).toMatchObject({ status: 400, body: { error: "invalid_target" } });
    expect(await opensMcp(asked.tokens.access_token)).toBe(true);
    const next = await refresh(asked);
    expect([next.status, await opensMcp(next.body.access_token)]).toEqual([200, true]);
  },
);

test("a grant for both resources gives tokens for one resource at a time", async () => {
  const { config, tokens } = await connect(api, await newOwner(api), {
    resource: apiUrl,
    alsoFor: mcpUrl,
  });
  expect([await opensApi(tokens.access_token), await opensMcp(tokens.access_token)]).toEqual([
    true,
    false,
  ]);
  const other = await openid.refreshTokenGrant(config, tokens.refresh_token ?? "", {
    resource: mcpUrl,
  });
  expect([await opensApi(other.access_token), await opensMcp(other.access_token)]).toEqual([
    false,
    true,
  ]);
});
