/** Webhooks through the API: created, shown, changed, tested and deleted, only by their owners. */
import { describe, expect, test } from "bun:test";
import { asc, eq, sql } from "drizzle-orm";
import { auditLog, idempotencyKeys, webhookEndpoints } from "../../../db/schema/index.ts";
import { revokeApiKey } from "../../../market/account/revoke-api-key.ts";
import { fanOutEvents } from "../../../market/webhook/fan-out-events.ts";
import { WEBHOOK_TESTS_PER_HOUR_MAX } from "../../../market/webhook/limits.ts";
import { registerAgent, verifiedAgent } from "../../support/agents.ts";
import { type Json, openTestApi, testApi } from "../../support/api.ts";
import { newBuyer } from "../../support/market.ts";
import { newKey } from "../../support/operators.ts";

const url = "https://agents.example.com/market-events";

const api = await testApi();
const buyer = await newBuyer(api);

const send = (method: string, path: string, body?: Json, token = buyer.token) =>
  api.send(method, path, { token, ...(body === undefined ? {} : { body }) });

async function make(token = buyer.token, fields: Json = {}): Promise<Json> {
  const answer = await send("POST", "/webhooks", { url, ...fields }, token);
  expect({ status: answer.status, text: answer.text }).toMatchObject({ status: 201 });
  return answer.body;
}

const codeOf = (answer: { status: number; body: Json }) => [answer.status, answer.body.code];

describe("a webhook", () => {
  test("shows its secret when it is made, and never again; nothing stores it", async () => {
    const made = await make(buyer.token, { types: ["bid.outbid"], description: "mine" });
    const secret = String(made.secret);
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(made).toMatchObject({ url, types: ["bid.outbid"], description: "mine", enabled: true });
    const path = `/webhooks/${made.id}`;
    const answers = [
      await send("GET", path),
      await send("GET", "/webhooks"),
      await send("PATCH", path, { description: null }),
      await send("GET", `${path}/deliveries`),
    ];
    for (const { status, text } of answers) {
      expect([status, text.includes("whsec_")]).toEqual([200, false]);
    }
    for (const table of [webhookEndpoints, auditLog, idempotencyKeys]) {
      const rows = JSON.stringify(await api.db.select().from(table));
      expect(rows).not.toContain(secret.slice(6, 20));
    }
    await send("DELETE", path);
  });

  test("is made once for one Idempotency-Key, and the repeat shows the same secret", async () => {
    const { token } = await newBuyer(api);
    const call = { token, body: { url }, headers: { "idempotency-key": "make-one" } };
    const [first, second] = [
      await api.send("POST", "/webhooks", call),
      await api.send("POST", "/webhooks", call),
    ];
    expect(second.headers.get("idempotent-replayed")).toBe("true");
    expect(second.body).toEqual(first.body);
    const path = `/webhooks/${first.body.id}/rotate-secret`;
    const rotate = { token, headers: { "idempotency-key": "rotate-one" } };
    const rotated = await api.send("POST", path, rotate);
    expect(rotated.body.secret).not.toBe(first.body.secret);
    expect((await api.send("POST", path, rotate)).body.secret).toBe(rotated.body.secret ?? "");
    expect((await api.send("POST", "/webhooks", call)).body.secret).toBe(first.body.secret ?? "");
    expect((await send("GET", "/webhooks", undefined, token)).body.items).toHaveLength(1);
  });

  test("belongs only to the account or agent that created it", async () => {
    const { id } = await make();
    const other = (await newBuyer(api)).token;
    const agent = (await verifiedAgent(api)).token;
    const own = await newKey(api, buyer.owner, { scopes: ["read"] });
    const path = `/webhooks/${id}`;
    for (const token of [other, agent]) {
      for (const [method, suffix, body] of [
        ["GET", "", undefined],
        ["PATCH", "", { enabled: false }],
        ["DELETE", "", undefined],
        ["POST", "/test", undefined],
        ["POST", "/rotate-secret", undefined],
        ["GET", "/deliveries", undefined],
        ["POST", `/deliveries/${id}/retry`, undefined],
      ] as const) {
        const answer = await send(method, `${path}${suffix}`, body, token);
        expect([method, suffix, ...codeOf(answer)]).toEqual([
          ...[method, suffix, 404, "webhook_not_found"],
        ]);
      }
      expect((await send("GET", "/webhooks", undefined, token)).body.items).toEqual([]);
    }
    expect((await send("GET", path, undefined, own.secret)).status).toBe(200);
    await send("DELETE", path);
  });

  test("needs the scope `read`, or an agent that is approved", async () => {
    const bidder = await newKey(api, buyer.owner, { scopes: ["bid"] });
    const pending = await registerAgent(api);
    const as = async (token: string) => codeOf(await send("POST", "/webhooks", { url }, token));
    expect(await as(bidder.secret)).toEqual([403, "scope_missing"]);
    expect(await as(pending.token)).toEqual([403, "agent_not_verified"]);
    expect(codeOf(await api.send("POST", "/webhooks", { body: { url } }))).toEqual([
      401,
      "token_missing",
    ]);
  });

  test("is one of ten at most, also when twenty are made at once", async () => {
    const { token } = await newBuyer(api);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => send("POST", "/webhooks", { url }, token)),
    );
    const codes = answers.map(({ body }) => body.code);
    expect(codes.filter((code) => code === "limit_reached").length).toBe(10);
    const { body } = await send("GET", "/webhooks?limit=3", undefined, token);
    expect(body.pagination).toMatchObject({ total: 10, has_more: true });
  });
});

describe("an address", () => {
  test.each([
    ["http://agents.example.com/"],
    ["https://10.0.0.1/"],
    ["https://169.254.169.254/latest/meta-data"],
    ["https://[fd00:ec2::254]/"],
    ["https://user:secret@agents.example.com/"],
    ["ftp://agents.example.com/"],
    ["agents.example.com"],
    ["https://agents.example.com/\u0000"],
    [`https://agents.example.com/${"x".repeat(2048)}`],
  ])("%s is refused when a webhook is made, and when it is changed", async (bad) => {
    const strict = await openTestApi({
      DATABASE_URL: api.databaseUrl,
      ALLOW_INSECURE_LOOPBACK: "false",
      OIDC_ISSUER: "https://identity.example",
    });
    const { id } = await make();
    const made = await strict.send("POST", "/webhooks", { token: buyer.token, body: { url: bad } });
    const call = { token: buyer.token, body: { url: bad } };
    const changed = await strict.send("PATCH", `/webhooks/${id}`, call);
    for (const answer of [made, changed]) {
      expect(codeOf(answer)).toEqual([400, "invalid_request"]);
      expect((answer.body.errors as Json[])[0]).toMatchObject({ pointer: "/url" });
    }
    await send("DELETE", `/webhooks/${id}`);
    await strict.close();
  });

  test.each([
    [{ types: ["bid.outbids"] }],
    [{ types: ["bid.outbid", "bid.outbid"] }],
    [{ description: "" }],
    [{ description: "x".repeat(201) }],
    [{ secret: "mine" }],
  ])("a body with %j is refused", async (fields) => {
    const answer = await send("POST", "/webhooks", { url, ...(fields as Json) });
    expect(codeOf(answer)).toEqual([400, "invalid_request"]);
  });
});

test("60 tests in an hour are sent for one account, over all of its webhooks", async () => {
  const buyer = await newBuyer(api);
  const { token } = buyer;
  const made = [await make(token), await make(token)];
  const ask = (index: number) =>
    send("POST", `/webhooks/${made[index % 2]?.id}/test`, undefined, token);
  const answers = await Promise.all(
    Array.from({ length: WEBHOOK_TESTS_PER_HOUR_MAX - 1 }, (_, index) => ask(index)),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
  expect((await ask(0)).status).toBe(202);
  const refused = await ask(1);
  expect(codeOf(refused)).toEqual([429, "rate_limited"]);
  expect(Number(refused.headers.get("retry-after"))).toBeWithin(3500, 3601);
  api.clock.skewMs = 3_601_000;
  expect((await ask(1)).status).toBe(202);
  api.clock.skewMs = 0;
});

describe("changes", () => {
  test("of another key's webhook are refused while that key is in use; every key reads it", async () => {
    const made = await make();
    const path = `/webhooks/${made.id}`;
    await send("POST", `${path}/test`);
    await fanOutEvents(api.ctx);
    const { body: log } = await send("GET", `${path}/deliveries`);
    const [delivery] = log.items as Json[];
    for (const scopes of [["read"], ["read", "purchase", "bid", "message"]] as const) {
      const { secret } = await newKey(api, buyer.owner, { scopes: [...scopes] });
      for (const [method, suffix, body] of [
        ["PATCH", "", { url: "https://elsewhere.example.com/" }],
        ["PATCH", "", { enabled: false }],
        ["POST", "/rotate-secret", undefined],
        ["POST", "/test", undefined],
        ["POST", `/deliveries/${delivery?.id}/retry`, undefined],
        ["DELETE", "", undefined],
      ] as const) {
        const answer = await send(method, `${path}${suffix}`, body, secret);
        expect(codeOf(answer)).toEqual([403, "held_by_another_key"]);
      }
      expect((await send("GET", path, undefined, secret)).body).toMatchObject({
        url,
        enabled: true,
      });
      expect((await send("GET", `${path}/deliveries`, undefined, secret)).status).toBe(200);
    }
    await send("DELETE", path);
  });

  test("only given fields change, and an ended key's webhook moves to the key that changed it", async () => {
    const old = await newKey(api, buyer.owner, { scopes: ["read"] });
    const made = await make(old.secret, { types: ["bid.outbid"], description: "first" });
    const { key, secret } = await newKey(api, buyer.owner, { scopes: ["read"] });
    const path = `/webhooks/${made.id}`;
    await revokeApiKey(api.ctx, buyer.owner, old.key.id);
    const changed = await send("PATCH", path, { description: "second" }, secret);
    expect(changed.body).toMatchObject({
      url,
      types: ["bid.outbid"],
      description: "second",
      api_key_id: key.id,
    });
    const all = await send("PATCH", path, { types: [] }, secret);
    expect(all.body).toMatchObject({ types: [], description: "second" });
    await send("DELETE", path, undefined, secret);
  });

  test("disabled, it drops pending events; enabled, it starts with the next event", async () => {
    const { id } = await make();
    const path = `/webhooks/${id}`;
    await send("POST", `${path}/test`);
    await fanOutEvents(api.ctx);
    const stopped = await send("PATCH", path, { enabled: false });
    expect(stopped.body).toMatchObject({ enabled: false, disabled_reason: "by_request" });
    expect(codeOf(await send("POST", `${path}/test`))).toEqual([409, "webhook_disabled"]);
    const enabled = await send("PATCH", path, { enabled: true });
    expect(enabled.body).toMatchObject({ enabled: true, disabled_reason: null });
    const log = await send("GET", `${path}/deliveries`);
    expect(log.body.items).toMatchObject([
      { status: "failed", attempts: 0, error: "webhook_disabled: by_request" },
    ]);
    const [delivery] = log.body.items as Json[];
    const retried = await send("POST", `${path}/deliveries/${delivery?.id}/retry`);
    expect([retried.status, retried.body.status]).toEqual([202, "pending"]);
    await send("DELETE", path);
  });

  test("a deleted one leaves nothing but the audit log", async () => {
    const made = await make();
    const path = `/webhooks/${made.id}`;
    await send("POST", `${path}/test`);
    await fanOutEvents(api.ctx);
    expect((await send("DELETE", path)).body).toEqual({ id: made.id, deleted: true });
    expect(codeOf(await send("GET", path))).toEqual([404, "webhook_not_found"]);
    const left = sql`select 1 from webhook_deliveries where endpoint_id = ${String(made.id)}`;
    expect((await api.db.execute(left)).length).toBe(0);
    const audits = await api.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.subjectId, String(made.id)))
      .orderBy(asc(auditLog.id));
    expect(audits.map(({ action }) => action)).toEqual(["webhook.created", "webhook.deleted"]);
  });
});
