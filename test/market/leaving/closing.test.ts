/** An account is closed completely or not at all, and everyone waiting for it is dealt with. */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { and, eq, isNull, sql } from "drizzle-orm";
import {
  accounts,
  agents,
  apiKeys,
  auditLog,
  connections,
  dataRequests,
  listings,
  outbox,
  paymentMethods,
  purchases,
  savedSearches,
  sessions,
  webhookEndpoints,
} from "../../../db/schema/index.ts";
import type { OwnerActor } from "../../../db/vocabulary/actor.ts";
import { createApiKey } from "../../../market/account/create-api-key.ts";
import { removePaymentMethod } from "../../../market/account/remove-payment-method.ts";
import { signInAccount } from "../../../market/account/sign-in-account.ts";
import { closeAccount } from "../../../market/leaving/close-account.ts";
import { viewLeaving } from "../../../market/leaving/read.ts";
import { unsubscribeUrl } from "../../../market/mail/unsubscribe-code.ts";
import { bid, newAuction, newBidder } from "../../support/auctions.ts";
import {
  buy,
  newPaidSeller,
  newPayingBuyer,
  offer,
  readRow,
  runClock,
  testMoney,
} from "../../support/money.ts";
import { newDraft, newOwner, newSellerAgent, refusalOf } from "../../support/operators.ts";
import { eventually } from "../../support/stack.ts";
import { connectedBuyer } from "../purchase/waiting/support.ts";

setDefaultTimeout(60_000);

const money = await testMoney();
const { api, provider } = money;

const close = (owner: OwnerActor) =>
  closeAccount(api.ctx, owner, { confirmation: owner.email.toUpperCase() });
const isClosed = async ({ accountId }: OwnerActor) => {
  const [row] = await api.db.select().from(accounts).where(eq(accounts.id, accountId));
  return row?.closedAt != null;
};
const closings = ({ accountId }: OwnerActor) =>
  api.db.$count(
    auditLog,
    and(eq(auditLog.subjectId, accountId), eq(auditLog.action, "account.closed")),
  );
const openStates = async (owner: OwnerActor) =>
  (await viewLeaving(api.ctx, owner)).open.map(({ role, state }) => `${role} ${state}`).sort();

/** Bought, confirmed and paid out. */
async function settledSale(seller: typeof money.seller, buyer: typeof money.buyer) {
  const datasetId = await offer(api, seller);
  const { body } = await buy(api, buyer, datasetId);
  const path = `/purchases/${body.id}/confirm`;
  expect((await api.send("POST", path, { token: buyer.token })).status).toBe(200);
  const id = String(body.id);
  // Whoever tried it last may still hold it for a minute, so the clock runs later.
  await eventually(async () => {
    await runClock(api, 120);
    return (await readRow(api, id)).transferredAt !== null;
  });
  return { datasetId, purchaseId: String(body.id) };
}

describe("closing an account", () => {
  test("ends everything that acts for it, forgets the person, and keeps what others need", async () => {
    const seller = await newPaidSeller(api, provider);
    const { owner } = seller;
    const { accountId } = owner;
    const { datasetId, purchaseId } = await settledSale(seller, money.buyer);
    const draftId = await newDraft(api, seller.agentId);
    const { secret: token } = await createApiKey(api.ctx, owner, {
      name: "own",
      scopes: ["read", "message"],
    });
    const hook = { url: "https://example.com/hook", types: [] };
    expect((await api.send("POST", "/webhooks", { token, body: hook })).status).toBe(201);
    const search = { name: "prices", parameters: { query: "prices" } };
    expect((await api.send("POST", "/saved-searches", { token, body: search })).status).toBe(201);
    const wanted = {
      title: "Hourly prices",
      description: "Of any market, by the hour, since 2020.",
    };
    const posted = await api.send("POST", "/requests", { token, body: wanted });
    expect(posted.status).toBe(201);
    await connectedBuyer({ api }, { ...money.buyer, owner });

    await close(owner);

    expect((await api.send("GET", "/purchases", { token })).body.code).toBe("token_revoked");
    const [row] = await api.db.select().from(accounts).where(eq(accounts.id, accountId));
    expect(row).toMatchObject({
      email: `closed-${accountId}@closed.invalid`,
      subject: `closed:${accountId}`,
      emailVerified: false,
      closingMailTo: owner.email,
      payoutAccountId: seller.payoutAccountId,
    });
    const left = await Promise.all([
      api.db.$count(apiKeys, and(eq(apiKeys.accountId, accountId), isNull(apiKeys.revokedAt))),
      api.db.$count(agents, and(eq(agents.accountId, accountId), isNull(agents.deletedAt))),
      api.db.$count(agents, eq(agents.ownerEmail, owner.email)),
      api.db.$count(
        connections,
        and(eq(connections.accountId, accountId), isNull(connections.endedAt)),
      ),
      api.db.$count(webhookEndpoints, eq(webhookEndpoints.principalId, accountId)),
      api.db.$count(savedSearches, eq(savedSearches.accountId, accountId)),
      api.db.$count(sessions, eq(sessions.accountId, accountId)),
      api.db.$count(
        dataRequests,
        and(eq(dataRequests.accountId, accountId), eq(dataRequests.state, "open")),
      ),
    ]);
    expect(left).toEqual([0, 0, 0, 0, 0, 0, 0, 0]);
    const shown = await api.db.select().from(listings).where(eq(listings.id, datasetId));
    expect(shown[0]?.status).toBe("withdrawn");
    const draft = await api.db.select().from(listings).where(eq(listings.id, draftId));
    expect(draft[0]?.title).toBe("");
    // The buyer's purchase, its money and its review continue.
    const bought = await api.send("GET", `/purchases/${purchaseId}`, { token: money.buyer.token });
    expect([bought.status, bought.body.status]).toEqual([200, "released"]);
    expect(await api.db.$count(outbox, sql`payload->>'account_id' = ${accountId}`)).toBe(1);
    expect(await closings(owner)).toBe(1);
  });

  test("forgets the digits of cards that paid, and the next sign-in makes another account", async () => {
    const buyer = await newPayingBuyer(api, provider);
    const { owner } = buyer;
    await settledSale(money.seller, buyer);
    const [before] = await api.db.select().from(accounts).where(eq(accounts.id, owner.accountId));
    await removePaymentMethod(api.ctx, owner, buyer.cardId);
    await close(owner);
    const [card] = await api.db
      .select()
      .from(paymentMethods)
      .where(eq(paymentMethods.id, buyer.cardId));
    expect([card?.last4, card?.fingerprint]).toEqual(["0000", null]);
    const { issuer, subject, email } = before ?? { issuer: "", subject: "", email: "" };
    const anew = await signInAccount(api.ctx, { issuer, subject, email, emailVerified: true });
    expect(anew.accountId).not.toBe(owner.accountId);
    expect(await openStates(anew)).toEqual([]);
  });

  test("is not written to by the links of its old mails, which are answered as before", async () => {
    const owner = await newOwner(api);
    const { accountId: id } = owner;
    const url = unsubscribeUrl("", api.config.APPROVAL_SECRET, { kind: "messages", id });
    await close(owner);
    expect((await api.send("POST", url)).status).toBe(200);
    const [row] = await api.db.select().from(accounts).where(eq(accounts.id, id));
    expect(row?.mutedMails).toEqual([]);
  });

  test("needs the person's own address, typed", async () => {
    const owner = await newOwner(api);
    const refused = await refusalOf(closeAccount(api.ctx, owner, { confirmation: "yes" }));
    expect([refused.code, refused.faults[0]?.pointer]).toEqual([
      "invalid_request",
      "/confirmation",
    ]);
    expect(await isClosed(owner)).toBe(false);
  });

  test("is refused while others wait or money waits, and says for what; nothing has changed then", async () => {
    const seller = await newPaidSeller(api, provider, { payouts: false });
    const buyer = await newPayingBuyer(api, provider);
    const escrow = await offer(api, seller);
    await buy(api, buyer, escrow);
    const running = await newAuction(api, seller);
    const bidder = await newBidder(api);
    expect((await bid(api, bidder, running, 2000)).status).toBe(201);
    expect(await openStates(seller.owner)).toEqual(["seller has_bids", "seller in_escrow"]);
    expect(await openStates(buyer.owner)).toEqual(["buyer in_escrow"]);
    expect(await openStates(bidder.owner)).toEqual(["bidder own_bid"]);
    for (const { owner } of [seller, buyer, bidder]) {
      const refused = await refusalOf(close(owner));
      expect(refused.code).toBe("account_has_open_business");
      expect(refused.facts.open?.length).toBeGreaterThan(0);
      expect(await isClosed(owner)).toBe(false);
    }
    const kept = await api.db.select().from(agents).where(eq(agents.id, seller.agentId));
    expect(kept[0]).toMatchObject({ state: "verified", deletedAt: null });
    const [sale] = await api.db.select().from(purchases).where(eq(purchases.listingId, escrow));
    await api.send("POST", `/purchases/${sale?.id}/confirm`, { token: buyer.token });
    await runClock(api);
    expect(await openStates(seller.owner)).toEqual(["seller has_bids", "seller payout_owed"]);
    expect(await openStates(buyer.owner)).toEqual([]);
  });

  test("eight times at once closes it once", async () => {
    const owner = await newOwner(api);
    await newSellerAgent(api, owner);
    const results = await Promise.allSettled(Array.from({ length: 8 }, () => close(owner)));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await closings(owner)).toBe(1);
  });

  test("and buying, selling or making a key at once: one comes first, and the other knows", async () => {
    for (let round = 0; round < 6; round += 1) {
      const seller = await newPaidSeller(api, provider);
      const datasetId = await offer(api, seller);
      const [bought, , key] = await Promise.all([
        buy(api, money.buyer, datasetId),
        close(seller.owner).catch((error) => error.code),
        createApiKey(api.ctx, seller.owner, { name: "late", scopes: ["read"] }).catch(() => null),
      ]);
      const wasClosed = await isClosed(seller.owner);
      expect(wasClosed).toBe(bought.status >= 400);
      const { accountId } = seller.owner;
      const live = and(eq(apiKeys.accountId, accountId), isNull(apiKeys.revokedAt));
      expect(await api.db.$count(apiKeys, live)).toBe(wasClosed || key === null ? 0 : 1);
    }
  });

  test("whose connection dies in the middle changes nothing, and is done by the next try", async () => {
    const owner = await newOwner(api);
    const agentId = await newSellerAgent(api, owner);
    await createApiKey(api.ctx, owner, { name: "own", scopes: ["read"] });
    let killed = false;
    await api.db.transaction(async (tx) => {
      await tx.select().from(agents).where(eq(agents.id, agentId)).for("update");
      const closing = close(owner).catch((error: unknown) => error);
      await eventually(async () => {
        const rows = await api.db.execute<{ ended: boolean }>(sql`
          select pg_terminate_backend(pid) as ended from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' and query like '%agents%'`);
        killed = rows.some(({ ended }) => ended);
        return killed;
      });
      expect(await closing).toBeInstanceOf(Error);
    });
    expect([killed, await isClosed(owner), await closings(owner)]).toEqual([true, false, 0]);
    await close(owner);
    expect(await isClosed(owner)).toBe(true);
  });
});
