/**
 * The consent page: who may see it, the effect of the first answer, and that later answers have
 * none.
 */
import { describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { accounts, agents, apiKeys, connections } from "../../../db/schema/index.ts";
import type { OwnerActor } from "../../../db/vocabulary/actor.ts";
import { testApi } from "../../support/api.ts";
import { forFile } from "../../support/for-file.ts";
import { newCard, newOwner } from "../../support/operators.ts";
import { formOf, openConsentSite } from "./support.ts";

const api = await testApi();
const site = await forFile(openConsentSite(api));

const connectionsOf = ({ accountId }: OwnerActor) =>
  api.db.select().from(connections).where(eq(connections.accountId, accountId));
const keysOf = ({ accountId }: OwnerActor) =>
  api.db.select().from(apiKeys).where(eq(apiKeys.accountId, accountId));

async function begin(more: Parameters<typeof site.ask>[0] = {}, owner?: OwnerActor) {
  const person = owner ?? (await newOwner(api));
  const asked = site.ask(more);
  return { owner: person, ...asked, visitor: await site.visit(person, asked.cookie) };
}

describe("the page", () => {
  test("leads who is not signed in to the sign-in and back", async () => {
    const { path, cookie } = site.ask();
    const answer = await fetch(site.baseUrl + path, { redirect: "manual", headers: { cookie } });
    expect(answer.status).toBe(303);
    const back = encodeURIComponent(path);
    expect(answer.headers.get("location")).toBe(`/auth/sign-in?return_to=${back}`);
  });

  test("shows the host before the name, and what was asked for, ticked, and nothing more", async () => {
    const { path, visitor } = await begin({ scopesAsked: ["read", "bid"] });
    const { status, text } = await visitor.open(path);
    expect(status).toBe(200);
    expect(text.indexOf("assistant.example")).toBeLessThan(text.indexOf("Research assistant"));
    const ticked = [...text.matchAll(/name="scopes" value="(\w+)" checked/g)].map(
      ([, name]) => name,
    );
    expect(ticked).toEqual(["read", "bid"]);
    expect(text).not.toContain('value="sell"');
    expect(text).not.toContain("agent_name");
    expect(text).not.toContain("Unverified");
  });

  test("cannot be framed or stored, and allows no script", async () => {
    const { path, visitor } = await begin();
    const { headers } = await visitor.open(path);
    const policy = headers.get("content-security-policy") ?? "";
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain("script-src");
    expect(headers.get("x-frame-options")).toBe("DENY");
    expect(headers.get("cache-control")).toBe("no-store");
  });

  const strangers: [string, Parameters<typeof site.ask>[0], string[]][] = [
    [
      "one that registered itself",
      { isRegisteredDynamically: true },
      ["Unverified", "registered itself"],
    ],
    [
      "one on this computer",
      { isRegisteredDynamically: true, clientHost: "this computer", redirectHost: "this computer" },
      ["Unverified", "any program on this computer"],
    ],
    [
      "a look-alike",
      { clientName: "Сlaude", clientHost: "evil.example" },
      ["evil.example", "several alphabets"],
    ],
    [
      "a host in other letters",
      { clientHost: "xn--laude-9ye.example" },
      ["xn--laude-9ye.example", "another alphabet"],
    ],
    [
      "one that leads elsewhere",
      { redirectHost: "other.example" },
      ["other.example", "a different host"],
    ],
    ["markup", { clientName: '"><script>alert(1)</script>' }, ["&lt;script&gt;alert(1)"]],
  ];
  for (const [what, more, words] of strangers) {
    test(`warns about ${what}`, async () => {
      const { path, visitor } = await begin(more);
      const { text } = await visitor.open(path);
      for (const word of words) expect(text).toContain(word);
      expect(text).not.toContain("<script");
    });
  }

  test("is over for another browser, for another address and for who comes too late", async () => {
    const { path, uid, owner } = await begin();
    const other = await site.visit(owner, "consent_test=other");
    for (const address of [path, "/oauth/consent/short", `/oauth/consent/${crypto.randomUUID()}`]) {
      expect((await other.open(address)).status).toBe(404);
      expect((await other.submit(address, formOf())).status).toBe(404);
    }
    const waiting = site.waiting.get(uid);
    if (waiting !== undefined) waiting.ended = true;
    expect((await (await site.visit(owner, `consent_test=${uid}`)).open(path)).status).toBe(404);
    expect(await connectionsOf(owner)).toEqual([]);
  });
});

describe("a yes", () => {
  test("makes the connection with its limits, and goes on to the program by a page", async () => {
    const { owner, path, uid, visitor } = await begin();
    const card = await newCard(api, owner);
    const fields = {
      max_per_purchase_cents: "9",
      confirm_above_cents: "5",
      payment_method_id: card,
    };
    const answer = await visitor.submit(path, formOf(fields));
    expect([answer.status, answer.headers.get("location")]).toEqual([303, `${path}/done`]);
    const [connection] = await connectionsOf(owner);
    expect(connection).toMatchObject({
      scopes: ["read", "purchase", "sell"],
      clientHost: "assistant.example",
    });
    const grant = site.grants.find(({ accountId }) => accountId === owner.accountId);
    expect(grant).toEqual({
      grantId: connection?.grantId ?? "",
      accountId: owner.accountId,
      scopes: ["read", "purchase", "sell"],
    });
    const days = ((connection?.expiresAt?.getTime() ?? 0) - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(90);
    expect(await keysOf(owner)).toMatchObject([
      {
        budgetCents: 5000,
        maxPerPurchaseCents: 900,
        confirmAboveCents: 500,
        paymentMethodId: card,
      },
    ]);
    const done = await visitor.open(`${path}/done`);
    expect(done.text).toContain(`http-equiv="refresh" content="0; url=/resume/${uid}"`);
    await visitor.open(`/resume/${uid}`);
    const later = await visitor.open(`${path}/done`);
    expect(later.text).not.toContain("http-equiv");
    expect((await visitor.open(path)).headers.get("location")).toBe(`${path}/done`);
  });

  test("of what was unticked grants less, and never more than was asked for", async () => {
    const { owner, path, visitor } = await begin({ scopesAsked: ["read", "message"] });
    await visitor.submit(path, formOf({}, ["read", "purchase", "sell"]));
    expect((await connectionsOf(owner))[0]?.scopes).toEqual(["read"]);
    expect(await api.db.$count(agents, eq(agents.accountId, owner.accountId))).toBe(0);
  });

  const faults: [string, Record<string, string>, string[], string][] = [
    ["no scope", {}, [], "Choose at least one"],
    ["an unknown scope", {}, ["admin"], "What it may do"],
    ["no budget", { budget_cents: "" }, ["purchase"], "Enter an amount such as"],
    ["a budget of nothing", { budget_cents: "0" }, ["bid"], "Enter an amount from"],
    ["another period", { budget_period: "hour" }, ["purchase"], "Budget period"],
    ["somebody else's card", { payment_method_id: "pm_1" }, ["purchase"], "no such card"],
    ["an unheard time", { valid_days: "100000" }, ["read"], "Choose one of these"],
    ["no seller's name", { agent_name: "" }, ["sell"], "Enter the name"],
    [
      "a seller's name like an address",
      { agent_name: "shop.com" },
      ["sell"],
      "Looks like an address",
    ],
  ];
  for (const [what, more, scopes, words] of faults) {
    test(`with ${what} comes back with what was typed, and makes no grant`, async () => {
      const { owner, path, visitor } = await begin();
      const grants = site.grants.length;
      const answer = await visitor.submit(path, formOf(more, scopes));
      expect(answer.status).toBe(400);
      expect(answer.text).toContain(words);
      expect(answer.text).toContain('value="25.00"');
      expect(site.grants.length).toBe(grants);
      expect(await connectionsOf(owner)).toEqual([]);
      expect((await visitor.submit(path, formOf())).status).toBe(303);
    });
  }

  test("sent ten times at once, from two tabs and after a no, is one answer", async () => {
    const { owner, path, visitor } = await begin();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, at) =>
        visitor.submit(path, formOf({ budget_cents: `${at + 1}` })),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([303]));
    expect(await connectionsOf(owner)).toHaveLength(1);
    expect(await keysOf(owner)).toHaveLength(1);
    expect(site.grants.filter(({ accountId }) => accountId === owner.accountId)).toHaveLength(1);
    await visitor.submit(path, [["decision", "deny"]]);
    expect((await visitor.open(`${path}/done`)).text).toContain("The program is connected");
  });

  test("that fails on its way leaves nothing, and can be given again", async () => {
    const { owner, path, visitor } = await begin();
    const { allow } = site.authorizations;
    site.authorizations.allow = () => Promise.reject(new Error("the connection died"));
    expect((await visitor.submit(path, formOf())).status).toBe(500);
    site.authorizations.allow = allow;
    expect(await connectionsOf(owner)).toEqual([]);
    expect(await keysOf(owner)).toEqual([]);
    expect((await visitor.submit(path, formOf())).status).toBe(303);
    expect(await connectionsOf(owner)).toHaveLength(1);
  });

  test("of another site, without the form's token or of another session is refused", async () => {
    const { owner, path, visitor } = await begin();
    for (const token of ["", "x".repeat(43)]) {
      const forged: [string, string][] = [...formOf(), ["form_token", token]];
      expect((await visitor.submit(path, forged)).status).toBe(403);
    }
    expect(await connectionsOf(owner)).toEqual([]);
  });

  test("of a suspended account is refused; it may still say no", async () => {
    const { owner, path, visitor, uid } = await begin();
    const suspension = { suspendedAt: new Date(), suspendedReason: "An open question" };
    await api.db.update(accounts).set(suspension).where(eq(accounts.id, owner.accountId));
    expect((await visitor.open(path)).text).toContain("An open question");
    expect((await visitor.submit(path, formOf())).status).toBe(403);
    expect((await visitor.submit(path, [["decision", "deny"]])).status).toBe(303);
    expect((await visitor.open(`${path}/done`)).text).toContain(
      `/resume/${uid}?error=access_denied`,
    );
    expect(await connectionsOf(owner)).toEqual([]);
  });
});

describe("a program that comes again", () => {
  test("continues its connection: new permissions are marked, limits and agent stay", async () => {
    const first = await begin({ scopesAsked: ["read", "purchase"] });
    const { owner } = first;
    await first.visitor.submit(first.path, formOf({ budget_cents: "7" }, ["read", "purchase"]));
    const [before] = await connectionsOf(owner);
    const again = await begin({ scopesAsked: ["read", "purchase", "bid", "sell"] }, owner);
    const { text } = await again.visitor.open(again.path);
    expect(text).toContain("Buy datasets (as now)");
    expect(text).toContain("Bid in auctions (new)");
    expect(text).toContain("$7.00 a month");
    expect(text).not.toContain('name="budget_cents"');
    const fields = [
      ["decision", "allow"],
      ["renewed", before?.id ?? ""],
      ["agent_name", "seller"],
    ];
    const scopes = ["read", "purchase", "bid", "sell"].map((scope) => ["scopes", scope]);
    await again.visitor.submit(again.path, [...fields, ...scopes] as [string, string][]);
    const [after, ...more] = await connectionsOf(owner);
    expect(more).toEqual([]);
    expect(after).toMatchObject({
      id: before?.id ?? "",
      apiKeyId: before?.apiKeyId ?? "",
      consentCount: 2,
    });
    expect(after?.scopes).toEqual(["read", "purchase", "bid", "sell"]);
    expect(site.ended).toContain(before?.grantId ?? "");
    expect(await keysOf(owner)).toMatchObject([{ budgetCents: 700 }]);
  });

  test("is asked for limits once it may spend, and may be connected beside the first", async () => {
    const first = await begin({ scopesAsked: ["read"] });
    const { owner } = first;
    await first.visitor.submit(first.path, formOf({}, ["read"]));
    const again = await begin({}, owner);
    expect((await again.visitor.open(again.path)).text).toContain('name="budget_cents"');
    const beside = await again.visitor.open(`${again.path}?as=new`);
    expect(beside.text).toContain("creates a second connection");
    await again.visitor.submit(again.path, formOf());
    expect(await connectionsOf(owner)).toHaveLength(2);
  });

  test("gets a seller's name that its owner's other agents do not have, and may keep it", async () => {
    const clientName = "Same program";
    const first = await begin({ clientName, scopesAsked: ["sell"] });
    const { owner } = first;
    const proposed = async ({ path, visitor }: typeof first) => {
      const { text } = await visitor.open(path);
      return /name="agent_name"[^>]* value="([^"]*)"/.exec(text)?.[1] ?? "none";
    };
    expect(await proposed(first)).toBe(clientName);
    await first.visitor.submit(first.path, formOf({ agent_name: clientName }, ["sell"]));
    const asked = { clientName, clientId: "two", scopesAsked: ["sell"] } as const;
    const second = await begin({ ...asked, scopesAsked: [...asked.scopesAsked] }, owner);
    const name = await proposed(second);
    expect(name).toBe(`${clientName} no 2`);
    const answer = await second.visitor.submit(second.path, formOf({ agent_name: name }, ["sell"]));
    expect(answer.headers.get("location")).toBe(`${second.path}/done`);
    const stranger = await begin(
      { clientName, scopesAsked: ["sell"] },
      { ...(await newOwner(api)), email: owner.email, emailVerified: false },
    );
    expect(await proposed(stranger)).toBe(clientName);
  });

  test("under another identity of the same name is new, unless the person says that it is the same", async () => {
    const first = await begin({ clientId: "one", isRegisteredDynamically: true });
    const { owner } = first;
    await first.visitor.submit(first.path, formOf());
    const [before] = await connectionsOf(owner);
    const again = await begin({ clientId: "two", isRegisteredDynamically: true }, owner);
    const fresh = await again.visitor.open(again.path);
    expect(fresh.text).toContain(`?as=${before?.id}`);
    expect(fresh.text).toContain('name="budget_cents"');
    const stranger = await begin({ clientId: "two" });
    await stranger.visitor.submit(stranger.path, formOf({ renewed: before?.id ?? "" }));
    expect(await connectionsOf(stranger.owner)).toEqual([]);
  });
});
