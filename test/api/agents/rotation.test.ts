/**
 * An agent replaces its token: the old one ends at once, and registering again does not restore it.
 */
import { expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { auditLog } from "../../../db/schema/index.ts";
import { verifiedAgent } from "../../support/agents.ts";
import { testApi } from "../../support/api.ts";

const api = await testApi();
const me = (token: string) => api.send("GET", "/agent/me", { token });
const rotate = (token: string) => api.send("POST", "/agent/rotate-token", { token });

test("the new token acts as the agent did, until the same end; the old one is revoked", async () => {
  const { token: old } = await verifiedAgent(api);
  const before = (await me(old)).body;
  const { status, body } = await rotate(old);
  expect(status).toBe(200);
  expect(body).toMatchObject({ id: before.id, expires_at: before.expires_at });
  expect((await me(String(body.token))).body).toEqual(before);
  expect([(await me(old)).status, (await me(old)).body.code]).toEqual([401, "token_revoked"]);
  expect((await rotate(old)).body.code).toBe("token_revoked");
  const again = await rotate(String(body.token));
  expect((await me(String(again.body.token))).status).toBe(200);
  const rows = await api.db
    .select()
    .from(auditLog)
    .where(eq(auditLog.subjectId, String(before.id)));
  expect(rows.filter(({ action }) => action === "agent.token_rotated")).toHaveLength(2);
});

test("of six rotations at once one replaces the token", async () => {
  const { token } = await verifiedAgent(api);
  const answers = await Promise.all([1, 2, 3, 4, 5, 6].map(() => rotate(token)));
  const codes = answers.map(({ status, body }) => String(body.code ?? status)).sort();
  expect(codes).toEqual(["200", ...Array.from({ length: 5 }, () => "token_revoked")]);
});

test("registering again returns the token only to the holder of the current one", async () => {
  const headers = { "idempotency-key": crypto.randomUUID() };
  const body = { owner_email: "rotates@example.com", agent_name: "rotating" };
  const register = (more: object = {}) => api.send("POST", "/agent/register", { body, ...more });
  const first = await register({ headers });
  const old = String(first.body.token);
  expect((await register()).body.token).toBe(old);
  const { token } = (await rotate(old)).body;
  const replay = await register({ headers });
  expect(replay.body).toMatchObject({ id: first.body.id, token_withheld: expect.any(String) });
  expect(replay.body).not.toHaveProperty("token");
  const others = [await register(), await register({ token: old })];
  for (const { body: other } of others) expect(other.id).not.toBe(first.body.id);
  expect((await register({ token: String(token) })).body.token).toBe(token);
});
