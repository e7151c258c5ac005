/**
 * Auctions with real payments at the stand-in: bidders with valid cards, and a clock that tests
 * move.
 */
import { and, asc, eq, sql } from "drizzle-orm";
import { numberCommitted } from "../../db/notices/notifier.ts";
import { auctionAwards, events, listings, outbox, purchases } from "../../db/schema/index.ts";
import type { Context } from "../../market/context.ts";
import { settleDuePurchases } from "../../market/purchase/settlement/settle-due-purchases.ts";
import { auctionClockTasks } from "../../workers/clock/auctions.ts";
import type { TestApi } from "./api.ts";
import { bid, setDefaultCard } from "./auctions.ts";
import { silentLog } from "./log-lines.ts";
import { type MoneyBuyer, newPayingBuyer, type Provider } from "./money.ts";

/** An operator whose default card the provider knows. */
export async function newPayingBidder(
  api: TestApi,
  provider: Pick<Provider, "stripe">,
  options: Parameters<typeof newPayingBuyer>[2] = {},
): Promise<MoneyBuyer> {
  const buyer = await newPayingBuyer(api, provider, options);
  await setDefaultCard(api, buyer.owner.accountId, buyer.cardId);
  return buyer;
}

export async function bidOrThrow(
  api: TestApi,
  bidder: MoneyBuyer,
  id: string,
  maxCents: number,
): Promise<void> {
  const answer = await bid(api, bidder, id, maxCents);
  if (answer.status !== 201) throw new Error(`the bid failed: ${answer.text}`);
}

type TaskName = "close_auctions" | "close_idle_auctions" | "charge_winners" | "follow_charges";

/** Runs one task once, `hours` from now; returns how many items it processed. */
export async function runTask(
  api: TestApi,
  name: TaskName | "lapse_awards" | "settle_purchases",
  hours: number,
): Promise<number> {
  const ctx = moved(api, hours);
  if (name === "settle_purchases") return settleDuePurchases({ ctx, log: silentLog });
  const task = auctionClockTasks.find((one) => one.name === name);
  if (task === undefined) throw new Error(`no task ${name}`);
  return task.run({ ctx } as Parameters<typeof task.run>[0]);
}

function moved(api: TestApi, hours: number): Context {
  return { ...api.ctx, now: () => new Date(api.ctx.now().getTime() + hours * 3_600_000) };
}

/** Runs every task, `hours` from now, until nothing is due. */
export async function runOut(api: TestApi, hours: number): Promise<void> {
  const ctx = moved(api, hours);
  for (;;) {
    let done = 0;
    for (const task of auctionClockTasks) {
      done += await task.run({ ctx } as Parameters<typeof task.run>[0]);
    }
    done += await settleDuePurchases({ ctx, log: silentLog });
    if (done === 0) return;
  }
}

export async function readListing(api: TestApi, id: string) {
  const [row] = await api.db.select().from(listings).where(eq(listings.id, id));
  if (row === undefined) throw new Error(`no listing ${id}`);
  return row;
}

export const readAwards = (api: TestApi, listingId: string) =>
  api.db
    .select()
    .from(auctionAwards)
    .where(eq(auctionAwards.listingId, listingId))
    .orderBy(asc(auctionAwards.rank));

export const purchasesOf = (api: TestApi, listingId: string) =>
  api.db
    .select()
    .from(purchases)
    .where(eq(purchases.listingId, listingId))
    .orderBy(asc(purchases.id));

/** The auction notices enqueued for an account, such as `won`, in order. */
export async function noticesTo(
  api: TestApi,
  listingId: string,
  accountId: string,
): Promise<string[]> {
  const rows = await api.db
    .select({ notice: sql<string>`${outbox.payload}->>'notice'` })
    .from(outbox)
    .where(
      sql`${outbox.payload}->>'listing_id' = ${listingId} and ${outbox.payload}->>'account_id' = ${accountId}`,
    )
    .orderBy(asc(outbox.id));
  return rows.map(({ notice }) => notice);
}

/** An account's events about an auction, in order: `auction.closed won`. */
export async function eventsTo(
  api: TestApi,
  listingId: string,
  principalId: string,
): Promise<string[]> {
  await numberCommitted(api.db);
  const rows = await api.db
    .select()
    .from(events)
    .where(and(eq(events.subjectId, listingId), eq(events.principalId, principalId)))
    .orderBy(asc(events.position));
  return rows.map(({ type, data }) => `${type} ${data.result ?? data.status ?? ""}`.trim());
}
