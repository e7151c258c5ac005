/** The overview's money and the notification centre, over a real service. */
import { expect, setDefaultTimeout, test } from "bun:test";
import type { OwnerActor } from "../../../db/vocabulary/actor.ts";
import { actOnSite } from "../../../market/account/built-in/act-on-site.ts";
import { emitEvent } from "../../../market/event/emit-event.ts";
import { viewOverview } from "../../../market/overview/view-overview.ts";
import { feeCents, paidListing, priceCents, purchaseOf, testMarket } from "../../support/market.ts";
import { newOwner } from "../../support/operators.ts";
import { visitorOf } from "../visitor.ts";

setDefaultTimeout(60_000);

const market = await testMarket();
const { api, buyer, seller } = market;

test("a person without an API key is not told that keys cannot buy", async () => {
  const owner = await newOwner(api);
  await actOnSite(api.ctx, owner);
  expect(await viewOverview(api.ctx, owner)).toMatchObject({ activeKeys: 0, cards: 0 });
  const { text } = await (await visitorOf(api, owner)).open("/account");
  expect(text).not.toContain("cannot buy");
  expect(text).toContain("Create an API key");
});

test("months and balances are the ledger's: paid, by whom, returned and earned", async () => {
  const person = await actOnSite(api.ctx, buyer.owner);
  const byPerson = { ...market, buyer: { ...buyer, operator: person } };
  const states = ["in_escrow", "released", "payment_failed"] as const;
  for (const state of states) {
    await purchaseOf(market, await paidListing(market, `a,b\n1,${state}\n`), state);
  }
  await purchaseOf(byPerson, await paidListing(market, "a,b\n2,2\n"), "in_escrow");

  const bought = await viewOverview(api.ctx, buyer.owner);
  expect(bought.months).toHaveLength(12);
  expect(bought.months.at(-1)).toMatchObject({
    month: api.ctx.now().toISOString().slice(0, 7),
    paidByAgentsCents: 2 * priceCents,
    paidByPersonCents: priceCents,
    returnedCents: 0,
    earnedCents: 0,
  });
  expect(bought.heldCents).toBe(2 * priceCents);
  expect(bought.dueConfirmations).toHaveLength(2);

  const sold = await viewOverview(api.ctx, seller.owner);
  expect(sold.months.at(-1)).toMatchObject({
    earnedCents: priceCents - feeCents,
    paidByPersonCents: 0,
  });
  expect(sold.payableCents).toBe(priceCents - feeCents);
});

/** The ids in the links of the page's notifications, and which are unread. */
function rowsOf(html: string): { id: string; isUnread: boolean }[] {
  const found = html.matchAll(
    /<li( class="unread")?><a href="\/account\/notifications\/([0-9a-f-]{36})"/g,
  );
  return [...found].map(([, unread, id]) => ({ id: String(id), isUnread: unread !== undefined }));
}

test("notifications are one's own, newest first, become read by opening, and in pages", async () => {
  const { ids, owner } = await ownerWithNotifications(23);
  const visitor = await visitorOf(api, owner);
  const first = await visitor.open("/account/notifications");
  expect(first.text).toContain("23</span>");
  const shown = rowsOf(first.text);
  expect(shown.map(({ id }) => id)).toEqual(ids.toReversed().slice(0, 20));
  const next = /href="(\/account\/notifications\?cursor=[^"]+)"/.exec(first.text)?.[1] ?? "";
  expect(rowsOf((await visitor.open(next)).text).map(({ id }) => id)).toEqual(
    ids.toReversed().slice(20),
  );

  const [one, two] = [ids.at(-1) ?? "", ids.at(-2) ?? ""];
  const opened = await visitor.open(`/account/notifications/${one}`);
  expect([opened.status, opened.headers.get("location")]).toEqual([303, `/account/agents`]);
  const unread = rowsOf((await visitor.open("/account/notifications?show=unread")).text);
  expect(unread[0]?.id).toBe(two);

  const stranger = await visitorOf(api, await newOwner(api));
  expect((await stranger.open(`/account/notifications/${two}`)).status).toBe(404);
  expect(rowsOf((await stranger.open("/account/notifications")).text)).toEqual([]);
  expect((await stranger.submit("/account/notifications/read", { newest: one })).status).toBe(303);
  expect(rowsOf((await visitor.open("/account/notifications?show=unread")).text)).toHaveLength(20);

  const late = await notify(owner);
  expect((await visitor.submit("/account/notifications/read", { newest: one })).status).toBe(303);
  const left = rowsOf((await visitor.open("/account/notifications?show=unread")).text);
  expect(left.map(({ id }) => id)).toEqual([late]);
});

test("a wrong cursor or id is refused with a page", async () => {
  const visitor = await visitorOf(api, await newOwner(api));
  for (const cursor of ["x", "WyJub3RpZmljYXRpb25zIiwiMTsgZHJvcCJd"]) {
    expect((await visitor.open(`/account/notifications?cursor=${cursor}`)).status).toBe(400);
  }
  expect((await visitor.open("/account/notifications/x")).status).toBe(404);
  expect((await visitor.submit("/account/notifications/read", { newest: "x" })).status).toBe(303);
});

async function notify(owner: OwnerActor): Promise<string> {
  const event = {
    type: "agent.deleted" as const,
    to: [{ kind: "account" as const, id: owner.accountId }],
    subjectId: crypto.randomUUID(),
    data: { agent_id: crypto.randomUUID(), agent_name: "x", withdrawn: 0, drafts_deleted: 1 },
  };
  const [id] = await api.db.transaction((tx) => emitEvent(tx, event, api.ctx.now()));
  return String(id);
}

async function ownerWithNotifications(count: number) {
  const owner = await newOwner(api);
  const ids: string[] = [];
  for (let at = 0; at < count; at += 1) ids.push(await notify(owner));
  return { owner, ids };
}
