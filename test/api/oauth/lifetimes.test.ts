/** The lifetimes of issued codes and tokens, and the caller to whom their calls count. */
import { expect, test } from "bun:test";
import { and, eq } from "drizzle-orm";
import * as openid from "openid-client";
import { connections, oauthRecords } from "../../../db/schema/index.ts";
import { oauthIdHash } from "../../../market/connection/access-token.ts";
import { purgeOauthRecords } from "../../../market/upkeep/purge-oauth-records.ts";
import { testApi } from "../../support/api.ts";
import { newOwner } from "../../support/operators.ts";
import { agree, ask, connect, registerClient } from "./support.ts";

const api = await testApi();
const daySeconds = 86_400;

/** Seconds until a record of this kind expires, found by its grant or its id. */
async function lifeOf(kind: string, of: { grantId: string } | { id: string }): Promise<number> {
  const isIt =
    "id" in of ? eq(oauthRecords.idHash, oauthIdHash(of.id)) : eq(oauthRecords.grantId, of.grantId);
  const [row] = await api.db
    .select({ expiresAt: oauthRecords.expiresAt })
    .from(oauthRecords)
    .where(and(eq(oauthRecords.kind, kind), isIt));
  if (row === undefined) throw new Error(`there is no ${kind}`);
  return (row.expiresAt.getTime() - api.ctx.now().getTime()) / 1000;
}

/** Allows for a busy machine, where it was issued a while ago. */
const isAbout = (life: number, seconds: number) => life > seconds - 30 && life <= seconds + 1;

test("codes live a minute, access tokens an hour, refresh tokens 30 days, a consent a year", async () => {
  const owner = await newOwner(api);
  const config = await registerClient(api);
  const asked = await ask(config);
  const { callback, grantId } = await agree(api, owner, asked);
  expect(isAbout(await lifeOf("AuthorizationCode", { grantId }), 60)).toBe(true);
  const checks = { pkceCodeVerifier: asked.verifier, expectedState: "a-state" };
  await openid.authorizationCodeGrant(config, callback, checks);
  expect(isAbout(await lifeOf("AccessToken", { grantId }), 3600)).toBe(true);
  expect(isAbout(await lifeOf("RefreshToken", { grantId }), 30 * daySeconds)).toBe(true);
  expect(isAbout(await lifeOf("Grant", { grantId }), 365 * daySeconds)).toBe(true);
});

test("a client is forgotten 7 days after it came where it got nothing, else 90 days after its last token", async () => {
  const [idle, used] = [await registerClient(api), await connect(api, await newOwner(api))];
  const idOf = (config: openid.Configuration) => config.clientMetadata().client_id;
  expect(isAbout(await lifeOf("Client", { id: idOf(idle) }), 7 * daySeconds)).toBe(true);
  expect(isAbout(await lifeOf("Client", { id: idOf(used.config) }), 90 * daySeconds)).toBe(true);
  const later = new Date(api.ctx.now().getTime() + 8 * daySeconds * 1000);
  await purgeOauthRecords({ ...api.ctx, now: () => later });
  expect((await ask(idle)).response.status).toBe(400);
  expect((await ask(used.config)).response.status).toBe(303);
});

test("calls count for the key of a connection, and of one that only sells for its agent", async () => {
  const policyOf = async (scope: string) => {
    const { tokens, connection } = await connect(api, await newOwner(api), { scope });
    const path = scope === "sell" ? "/agent/me" : "/operator/me";
    const answer = await api.send("GET", path, { token: tokens.access_token });
    expect(answer.status).toBe(200);
    const [row] = await api.db.select().from(connections).where(eq(connections.id, connection.id));
    return [answer.headers.get("ratelimit-policy")?.split(";")[0], row?.apiKeyId === null];
  };
  expect(await policyOf("read sell")).toEqual(['"operator"', false]);
  expect(await policyOf("sell")).toEqual(['"agent"', true]);
});
