/** The operator's terms: public, accepted at sign-in, and requested again when they change. */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { and, eq } from "drizzle-orm";
import { accounts, agents, apiKeys, approvals, auditLog } from "../../../db/schema/index.ts";
import { createApiKey } from "../../../market/account/create-api-key.ts";
import { approvalCode } from "../../../market/agent/approval-code.ts";
import { acceptTerms, findDueTerms } from "../../../market/terms/accept-terms.ts";
import { termsDue } from "../../../market/terms/rules.ts";
import { ConfigError, loadConfig } from "../../../platform/config.ts";
import { readLegalTexts } from "../../../site/terms/read-legal-texts.ts";
import { openTestApi, testApi } from "../../support/api.ts";
import { forFile } from "../../support/for-file.ts";
import { newOwner, refusalOf } from "../../support/operators.ts";
import { testEnv } from "../../support/stack.ts";
import { visitorOf } from "../visitor.ts";

setDefaultTimeout(60_000);

const folder = await mkdtemp(join(tmpdir(), "terms-"));
await forFile(Promise.resolve({ close: () => rm(folder, { recursive: true, force: true }) }));
const termsFile = join(folder, "terms.md");
await writeFile(termsFile, "# Our terms\n\nBe *kind*. <script>alert(1)</script>\n");
const configured = {
  TERMS_FILE: termsFile,
  TERMS_VERSION: "2026-11",
  SECURITY_CONTACT: "mailto:security@example.com, https://example.com/hole",
};
const plain = await testApi();
const api = await testApi(configured);
const key = { name: "own", scopes: "read", no_budget: "yes" };
const keysOf = (accountId: string) =>
  api.db.$count(apiKeys, and(eq(apiKeys.accountId, accountId), eq(apiKeys.name, "own")));

describe("which version is due", () => {
  const account = { termsVersion: null, suspendedReason: null };
  test.each([
    [undefined, account, null],
    ["2", account, "2"],
    ["2", { ...account, termsVersion: "1" }, "2"],
    ["2", { ...account, termsVersion: "2" }, null],
    ["2", { ...account, suspendedReason: "Fraud." }, null],
    ["2", null, "2"],
  ] as const)("of %p for %o: %p", (current, given, due) => {
    expect(termsDue(current, given)).toBe(due);
  });
});

describe("where the operator has named nothing", () => {
  test("the pages say that this is a trial, and nobody is asked for anything", async () => {
    for (const path of ["/terms", "/privacy"]) {
      const { status, text } = await plain.send("GET", path);
      expect([status, text.includes("<strong>trial</strong>")]).toEqual([200, true]);
      expect(text).toContain('<a href="/privacy">Privacy</a>');
    }
    const owner = await newOwner(plain);
    expect(await findDueTerms(plain.ctx, owner.accountId)).toBeNull();
    const { text } = await (await visitorOf(plain, owner)).open("/account");
    expect(text).not.toContain("not accepted the current terms");
    expect((await plain.send("GET", "/.well-known/security.txt")).status).toBe(404);
  });
});

describe("where the operator has terms", () => {
  test("everybody reads them, and no markup of theirs runs", async () => {
    const { status, text } = await api.send("GET", "/terms");
    expect(status).toBe(200);
    expect(text).toContain("Version 2026-11");
    expect(text).toContain("Be <em>kind</em>.");
    expect(text).not.toContain("<script>alert");
  });

  test("a person who has not accepted them can read and leave, but do nothing binding", async () => {
    const owner = await newOwner(api);
    const visitor = await visitorOf(api, owner);
    expect((await visitor.open("/account/keys")).text).toContain("Read and accept them");
    for (const path of [
      "/account/keys/new",
      "/account/datasets/1/buy",
      "/account/datasets/1/bid",
      "/account/offers/1/pay",
      "/account/waiting/1/approve",
      "/account/listings/1/publish",
      "/account/agents/1/decision",
    ]) {
      const { status, text } = await visitor.submit(path, key);
      expect([path, status]).toEqual([path, 403]);
      expect(text).toContain("The terms have to be accepted first");
    }
    expect(await keysOf(owner.accountId)).toBe(0);
    expect((await visitor.submit("/account/leave/export")).status).toBe(200);
  });

  test("approving an agent by the mail's link requires acceptance, rejecting it does not", async () => {
    const owner = await newOwner(api);
    const visitor = await visitorOf(api, owner);
    const register = async (agent_name: string) => {
      const body = { owner_email: owner.email, agent_name };
      const id = String((await api.send("POST", "/agent/register", { body })).body.id);
      const [mailed] = await api.db.select().from(approvals).where(eq(approvals.agentId, id));
      const code = approvalCode(api.config.APPROVAL_SECRET[0], String(mailed?.id));
      return { id, path: `/approve/${code}` };
    };
    const stateOf = async (id: string) =>
      (await api.db.select().from(agents).where(eq(agents.id, id)))[0]?.state;
    const [wanted, unwanted] = [await register("wanted"), await register("unwanted")];
    const terms = `/account/terms?${new URLSearchParams({ return_to: wanted.path })}`;
    const refused = await visitor.submit(wanted.path, { decision: "approve" });
    expect([refused.status, refused.headers.get("location")]).toEqual([303, terms]);
    expect(await stateOf(wanted.id)).toBe("pending");
    await visitor.submit(unwanted.path, { decision: "reject" });
    expect(await stateOf(unwanted.id)).toBe("rejected");
    const accepted = { version: "2026-11", return_to: wanted.path };
    const back = await visitor.submit("/account/terms", accepted);
    expect(back.headers.get("location")).toBe(wanted.path);
    await visitor.submit(wanted.path, { decision: "approve" });
    expect(await stateOf(wanted.id)).toBe("verified");
  });

  test("accepts them once, by version and time, and goes on where they were", async () => {
    const owner = await newOwner(api);
    const visitor = await visitorOf(api, owner);
    const { text } = await visitor.open("/account/terms?return_to=/account/keys");
    expect(text).toContain('name="version" value="2026-11"');
    const old = { version: "2025-01", return_to: "/account/keys" };
    expect((await visitor.submit("/account/terms", old)).status).toBe(403);
    const held = { version: "2026-11", return_to: "/account/keys" };
    for (const _ of [1, 2]) {
      const accepted = await visitor.submit("/account/terms", held);
      expect(accepted.headers.get("location")).toBe("/account/keys?done=terms_accepted");
    }
    const away = await visitor.submit("/account/terms", { ...held, return_to: "//evil.example" });
    expect(away.headers.get("location")).toBe("/");
    const [row] = await api.db.select().from(accounts).where(eq(accounts.id, owner.accountId));
    expect([row?.termsVersion, row?.termsAcceptedAt instanceof Date]).toEqual(["2026-11", true]);
    const noted = and(
      eq(auditLog.subjectId, owner.accountId),
      eq(auditLog.action, "account.terms_accepted"),
    );
    expect(await api.db.$count(auditLog, noted)).toBe(1);
    expect((await visitor.open("/account/keys")).text).not.toContain("Read and accept them");
    await visitor.submit("/account/keys/new", key);
    expect(await keysOf(owner.accountId)).toBe(1);
  });

  test("another version is asked for again; keys that were made before go on", async () => {
    const owner = await newOwner(api);
    await acceptTerms(api.ctx, owner, "2026-11");
    const { secret: token } = await createApiKey(api.ctx, owner, {
      name: "agent",
      scopes: ["read"],
    });
    const next = await openTestApi({
      ...configured,
      TERMS_VERSION: "2027-01",
      DATABASE_URL: api.databaseUrl,
    });
    try {
      const { text } = await (await visitorOf(next, owner)).open("/account");
      expect(text).toContain("Read and accept them");
      expect(await findDueTerms(next.ctx, owner.accountId)).toBe("2027-01");
      expect((await next.send("GET", "/purchases", { token })).status).toBe(200);
      const late = await refusalOf(acceptTerms(next.ctx, owner, "2026-11"));
      expect(late.code).toBe("terms_not_accepted");
    } finally {
      await next.close();
    }
  });

  test("security.txt names the contact for vulnerabilities, for half a year", async () => {
    const { status, text, headers } = await api.send("GET", "/.well-known/security.txt");
    expect([status, headers.get("content-type")]).toEqual([200, "text/plain; charset=utf-8"]);
    expect(text.match(/^Contact: .+$/gm)).toEqual([
      "Contact: mailto:security@example.com",
      "Contact: https://example.com/hole",
    ]);
    const expires = new Date(/^Expires: (.+)$/m.exec(text)?.[1] ?? "").getTime();
    const days = (expires - Date.now()) / 86_400_000;
    expect([days > 178, days <= 180]).toEqual([true, true]);
    expect(text).toContain(`Canonical: ${api.config.PUBLIC_BASE_URL}/.well-known/security.txt`);
  });
});

describe("a wrong configuration", () => {
  test.each([
    [{ TERMS_VERSION: "1" }, "TERMS_FILE"],
    [{ TERMS_FILE: "/nowhere" }, "TERMS_VERSION"],
    [{ TERMS_FILE: "x", TERMS_VERSION: "a b" }, "TERMS_VERSION"],
    [{ SECURITY_CONTACT: "http://example.com" }, "SECURITY_CONTACT"],
    [{ SECURITY_CONTACT: "me@example.com" }, "SECURITY_CONTACT"],
  ])("%p names the variable", async (given, variable) => {
    const env = await testEnv({ ...given, DATABASE_URL: plain.databaseUrl });
    expect(() => loadConfig(env)).toThrow(ConfigError);
    expect(() => loadConfig(env)).toThrow(variable);
  });

  test("a file that is not there or too large is named by its variable", async () => {
    expect(() => readLegalTexts({ PRIVACY_FILE: join(folder, "none.md") })).toThrow("PRIVACY_FILE");
    const large = join(folder, "large.md");
    await writeFile(large, "a".repeat(256 * 1024 + 1));
    expect(() => readLegalTexts({ TERMS_FILE: large, TERMS_VERSION: "1" })).toThrow("TERMS_FILE");
  });
});
