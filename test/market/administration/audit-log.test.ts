/** What owners can and cannot read in their audit log, and what administrators find. */
import { describe, expect, test } from "bun:test";
import { v7 } from "uuid";
import { writeAudit } from "../../../db/queries/journal/journal.ts";
import type { OperatorActor, OwnerActor } from "../../../db/vocabulary/actor.ts";
import { findSubject } from "../../../market/administration/find-subject.ts";
import { suspendAccount } from "../../../market/administration/suspend-account.ts";
import { suspendListing } from "../../../market/administration/suspend-listing.ts";
import { listAuditLog } from "../../../market/audit/list-audit-log.ts";
import { disputePurchase } from "../../../market/purchase/dispute-purchase.ts";
import { adminEmail, administrator } from "../../support/administrators.ts";
import { sellerAgent } from "../../support/agents.ts";
import { testApi } from "../../support/api.ts";
import { createDraft, publishedListing } from "../../support/listings.ts";
import {
  insertPurchase,
  newCard,
  newKey,
  newOwner,
  newSeller,
  refusalOf,
} from "../../support/operators.ts";

const reason = "It holds what its seller may not sell.";
const system = { kind: "system", name: "settlement" } as const;

const api = await testApi({ ADMIN_EMAILS: adminEmail });
const admin = await administrator(api);

async function sentences(owner: OwnerActor): Promise<string[]> {
  const { items } = await listAuditLog(api.ctx, owner, { limit: 100 });
  return items.map((item) => {
    const detail = item.detail.map(({ name, value }) => `${name} ${value}`).join(", ");
    const sentence = `${item.actor.label} ${item.action_label} ${item.subject.kind} "${item.subject.label}"`;
    return detail === "" ? sentence : `${sentence} (${detail})`;
  });
}

describe("the audit log", () => {
  test("lists acts of the person, its keys and its agents, newest first", async () => {
    const { token, owner } = await sellerAgent(api);
    await newKey(api, owner, { scopes: ["read"] });
    await createDraft(api, token, { title: "Tram stops" });
    const log = await sentences(owner);
    const [agent] = /the agent "[^"]+"/.exec(log[0] ?? "") ?? [];
    expect(log.slice(0, 3)).toEqual([
      `${agent} created listing "Tram stops"`,
      'you created api_key "research" (name research, scopes read)',
      expect.stringMatching(/^you verified agent "agent-/),
    ]);
    expect(log[3]).toMatch(/^the agent "agent-[^"]+" registered agent "agent-/);
  });

  test("lists acts on its property, without the administrator's identity", async () => {
    const { token, owner } = await sellerAgent(api);
    const id = await publishedListing(api, token, { title: "Tram stops" });
    await suspendListing(api.ctx, admin, id, { reason });
    await suspendAccount(api.ctx, admin, owner.accountId, { reason });
    const log = await listAuditLog(api.ctx, owner);
    expect(log.items.slice(0, 2)).toMatchObject([
      {
        actor: { kind: "administrator", label: "an administrator" },
        action: "account.suspended",
        subject: { kind: "account", label: "your account" },
      },
      { action: "listing.suspended", subject: { kind: "listing", id, label: "Tram stops" } },
    ]);
    expect(log.items[1]?.detail).toContainEqual({ name: "reason", value: reason });
    const text = JSON.stringify(log);
    expect(text).not.toContain(adminEmail);
    expect(text).not.toContain(admin.accountId);

    const adminAsOwner = { ...admin, kind: "owner", emailVerified: true } as const;
    const own = await listAuditLog(api.ctx, adminAsOwner);
    expect(own.items[0]).toMatchObject({
      actor: { kind: "you", label: "you" },
      subject: { label: `the account ${owner.accountId}` },
    });
    expect(JSON.stringify(own)).not.toContain(owner.email);
  });

  test("shows both sides of a purchase their own part, and neither the other's name", async () => {
    const [buyer, from, stranger] = [
      await newOwner(api),
      await newSeller(api),
      await newOwner(api),
    ];
    const { key } = await newKey(api, buyer, { name: "research bot" });
    const at = new Date(Date.now() - 60_000);
    const bought = {
      by: buyer,
      apiKeyId: key.id,
      paymentMethodId: await newCard(api, buyer),
      from,
      priceCents: 900,
      state: "in_escrow",
      at,
    } as const;
    const id = await insertPurchase(api, bought);
    const operator: OperatorActor = {
      kind: "operator",
      accountId: buyer.accountId,
      apiKeyId: key.id,
    };
    const subject = { subjectKind: "purchase", subjectId: id } as const;
    const before = new Date(at.getTime() - 1000);
    const detail = { price_cents: 900, payment_method: "pm_secret" };
    await writeAudit(
      api.db,
      { actor: operator, action: "purchase.opened", ...subject, detail },
      before,
    );
    await writeAudit(api.db, { actor: system, action: "purchase.captured", ...subject }, at);
    await disputePurchase(api.ctx, operator, id, { reason: "other", detail: "It is empty." });
    await writeAudit(
      api.db,
      { actor: system, action: "purchase.transferred", ...subject },
      new Date(),
    );

    const bySide = [await sentences(buyer), await sentences(from.owner), await sentences(stranger)];
    expect(bySide).toEqual([
      [
        'the key "research bot" disputed purchase "Prices" (reason other)',
        'the marketplace captured purchase "Prices"',
        'the key "research bot" opened purchase "Prices" (price_cents 900)',
        expect.stringContaining("you created api_key"),
      ],
      [
        'the marketplace transferred purchase "Prices"',
        'the buyer disputed purchase "Prices" (reason other)',
        'the marketplace captured purchase "Prices"',
      ],
      [],
    ]);
    const [ofBuyer, ofSeller] = [
      JSON.stringify(await listAuditLog(api.ctx, buyer)),
      JSON.stringify(await listAuditLog(api.ctx, from.owner)),
    ];
    for (const secret of [buyer.email, buyer.accountId, "research bot", key.id, "pm_secret"]) {
      expect(ofSeller).not.toContain(secret);
    }
    expect(ofBuyer).not.toContain(from.owner.email);
    expect(ofBuyer).not.toContain("pm_secret");
  });

  test("leaves out the mails that went out, however many lie between two acts", async () => {
    const owner = await newOwner(api);
    const actor = { kind: "system", name: "mail" } as const;
    const subject = { subjectKind: "account", subjectId: owner.accountId } as const;
    await newKey(api, owner, { name: "first" });
    for (let count = 0; count < 8; count += 1) {
      const action = count === 4 ? "message_mail.refused" : "message_mail.sent";
      await writeAudit(api.db, { actor, action, ...subject, detail: {} }, api.ctx.now());
    }
    await newKey(api, owner, { name: "second" });
    const seen: string[] = [];
    let before: string | undefined;
    for (;;) {
      const { items, next_before: next } = await listAuditLog(api.ctx, owner, { limit: 2, before });
      seen.push(...items.map(({ action }) => action));
      if (next === null) break;
      before = next;
    }
    expect(seen).toEqual(["api_key.created", "message_mail.refused", "api_key.created"]);
  });

  test("pages through every row once, and refuses a place that is none", async () => {
    const owner = await newOwner(api);
    for (let count = 0; count < 7; count += 1) await newKey(api, owner, { name: `key ${count}` });
    const seen: string[] = [];
    let before: string | undefined;
    for (let page = 0; page < 4; page += 1) {
      const { items, next_before: next } = await listAuditLog(api.ctx, owner, { limit: 3, before });
      seen.push(...items.map(({ subject }) => subject.label));
      if (next === null) break;
      before = next;
    }
    expect(seen).toEqual([6, 5, 4, 3, 2, 1, 0].map((count) => `key ${count}`));
    const refused = await refusalOf(listAuditLog(api.ctx, owner, { before: "yesterday" }));
    expect(refused.code).toBe("invalid_request");
  });
});

describe("a search for a subject", () => {
  const kinds = async (q: string) =>
    (await findSubject(api.ctx, admin, { q })).map(({ kind, id }) => [kind, id]);

  test("finds by id, address, agent's name and words of the title, in every state", async () => {
    const { token, agentId, owner } = await sellerAgent(api);
    const draft = await createDraft(api, token, { title: "Lichens of Fennoscandia" });
    await createDraft(api, token, { title: "Else", description: "Lichens of Fennoscandia, too." });
    const [agent] = await findSubject(api.ctx, admin, { q: agentId });
    const { accountId } = owner;

    expect(await kinds(draft)).toEqual([["listing", draft]]);
    expect(await kinds("lichens fennoscandia")).toEqual([["listing", draft]]);
    expect(await kinds(String(agent?.label))).toEqual([["agent", agentId]]);
    expect((await kinds(agentId)).map(([kind]) => kind)).toEqual(["agent", "listing", "listing"]);
    expect(await kinds(accountId.toUpperCase())).toEqual([
      ["account", accountId],
      ["agent", agentId],
    ]);
    expect(await kinds(` ${owner.email.toUpperCase()} `)).toEqual([
      ["account", accountId],
      ["agent", agentId],
    ]);
    for (const q of [v7(), "nobody@example.com", "zzzz", "the", `'";--`, "a & b | !c", "100%"]) {
      expect(await kinds(q)).toEqual([]);
    }
  });

  test("shows addresses masked, and a suspension with its reason", async () => {
    const { token, owner } = await sellerAgent(api);
    const id = await publishedListing(api, token);
    await suspendListing(api.ctx, admin, id, { reason });
    const found = await findSubject(api.ctx, admin, { q: owner.accountId });
    expect(found[0]).toMatchObject({ kind: "account", state: "active", suspension: null });
    expect(found[0]?.label).toMatch(/^o\*\*\*@example\.com$/);
    expect(JSON.stringify(found)).not.toContain(owner.email);
    const [listing] = await findSubject(api.ctx, admin, { q: id });
    expect(listing).toMatchObject({ state: "suspended", suspension: { by: "listing", reason } });
  });

  test("finds a purchase by its id, with its buyer masked", async () => {
    const buyer = await newOwner(api);
    const { key } = await newKey(api, buyer);
    const id = await insertPurchase(api, {
      by: buyer,
      apiKeyId: key.id,
      paymentMethodId: await newCard(api, buyer),
      from: await newSeller(api),
      priceCents: 900,
      state: "in_escrow",
    });
    const [found] = await findSubject(api.ctx, admin, { q: id });
    expect(found).toMatchObject({
      kind: "purchase",
      state: "in_escrow",
      owner: { kind: "account", id: buyer.accountId, label: "o***@example.com" },
    });
  });
});
