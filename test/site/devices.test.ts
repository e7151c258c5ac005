/** A person's sessions: listed, ended from the list or by signing out, and purged in time. */
import { describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { auditLog, sessions } from "../../db/schema/index.ts";
import { SESSIONS_PER_ACCOUNT_MAX } from "../../market/account/limits.ts";
import { deviceName } from "../../market/account/session/device-name.ts";
import { beginSession, listOwnSessions } from "../../market/account/session/sessions.ts";
import { purgeSessions } from "../../market/upkeep/purge-sessions.ts";
import { testApi } from "../support/api.ts";
import { newOwner } from "../support/operators.ts";
import { visitorOf } from "./visitor.ts";

const api = await testApi();

const sessionsOf = (accountId: string) =>
  api.db.select().from(sessions).where(eq(sessions.accountId, accountId));
const auditOf = (accountId: string) =>
  api.db.select().from(auditLog).where(eq(auditLog.actorId, accountId));

describe("signing out", () => {
  test("ends the session: a copy of its cookie opens nothing, on the site and at the API", async () => {
    const owner = await newOwner(api);
    const visitor = await visitorOf(api, owner);
    expect((await visitor.open("/account")).status).toBe(200);
    expect((await visitor.submit("/auth/sign-out")).status).toBe(303);
    expect(await sessionsOf(owner.accountId)).toEqual([]);

    const { status, headers } = await visitor.open("/account");
    expect([status, headers.get("location")]).toEqual([303, "/auth/sign-in?return_to=%2Faccount"]);
    expect((await visitor.submit("/account/keys/new", { name: "late" })).status).toBe(403);
    const verify = await api.send("POST", "/agent/verify", {
      headers: visitor.headers,
      body: { code: "x".repeat(43), decision: "approve" },
    });
    expect([verify.status, verify.body.code]).toEqual([403, "not_the_owner"]);
    const audit = await auditOf(owner.accountId);
    expect(audit.map(({ action }) => action)).toContain("account.signed_out");
  });
});

describe("the devices of an account", () => {
  test("are listed, and signed out one by one or all others at once", async () => {
    const owner = await newOwner(api);
    const [here, second, third] = await Promise.all([
      visitorOf(api, owner),
      visitorOf(api, owner),
      visitorOf(api, owner),
    ]);
    const { text } = await here.open("/account/devices");
    expect(text.split("This browser")).toHaveLength(2);
    await here.submit(`/account/devices/${second.sessionId}/sign-out`);
    expect((await second.open("/account")).status).toBe(303);
    expect((await third.open("/account")).status).toBe(200);

    await here.submit("/account/devices/others/sign-out");
    expect((await third.open("/account")).status).toBe(303);
    expect((await here.open("/account")).status).toBe(200);
    const actions = (await auditOf(owner.accountId)).map(({ action }) => action);
    expect(actions).toContain("account.signed_out");
    expect(actions).toContain("account.signed_out_elsewhere");
  });

  test("of another account are neither seen nor signed out", async () => {
    const visitor = await visitorOf(api, await newOwner(api));
    const stranger = await visitorOf(api, await newOwner(api));
    await stranger.submit(`/account/devices/${visitor.sessionId}/sign-out`);
    expect((await stranger.open("/account/devices")).text).not.toContain(visitor.sessionId);
    expect((await visitor.open("/account")).status).toBe(200);
  });

  test("are bounded in number, and expired ones go", async () => {
    const owner = await newOwner(api);
    const first = await beginSession(api.ctx, owner.accountId, null);
    const later = { ...api.ctx, now: () => new Date(Date.now() + 60_000) };
    for (let more = 0; more < SESSIONS_PER_ACCOUNT_MAX; more += 1) {
      await beginSession(later, owner.accountId, null);
    }
    const ids = (await listOwnSessions(later, owner)).map(({ id }) => id);
    expect(ids).toHaveLength(SESSIONS_PER_ACCOUNT_MAX);
    expect(ids).not.toContain(first);
    const nextDay = { ...api.ctx, now: () => new Date(Date.now() + 24 * 3_600_000) };
    await purgeSessions(nextDay);
    expect(await sessionsOf(owner.accountId)).toEqual([]);
  });
});

test.each([
  ["Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Firefox/140.0", "Firefox on Windows"],
  ["Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/604.1", "Safari on an iPhone"],
  ["Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0 Safari/537.36", "Chrome on Linux"],
  ["<script>", "A browser"],
  [null, "A browser"],
])("the browser %p is called %p", (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name);
});
