/** Counts what waits for a person, for every page of their account. */
import { sql } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { purchaseOf } from "../private-offers/private-offers.ts";
import { isConfirmable } from "../purchases/spending.ts";

export type Attention = {
  /** Threads with unread messages from the other side. */
  unreadThreads: number;
  /** Awards, won or offered in auctions, that must be paid by hand. */
  openOffers: number;
  /** Purchases that are neither confirmed nor disputed yet. */
  dueConfirmations: number;
  /** Live private offers that wait for the account's answer, as a buyer and as a seller. */
  buyersPrivateOffers: number;
  sellersPrivateOffers: number;
  /** Live accepted private offers whose price the account can pay now. */
  acceptedPrivateOffers: number;
  /** Unread notifications, counted up to a maximum. */
  unreadNotifications: number;
};

/** One query, because every page needs it. Each part uses an index of the account's own rows. */
export async function countAttention(
  db: Database,
  accountId: string,
  { notificationsMax, now }: { notificationsMax: number; now: Date },
): Promise<Attention> {
  const unread = (side: "buyer" | "seller", isOwn: ReturnType<typeof sql>) => sql`
    (select count(*)::int from threads t
      join thread_sides own on own.thread_id = t.id and own.side = ${side}
      where ${isOwn} and t.message_count > own.read_position and exists (
        select from messages m
          where m.thread_id = t.id and m.position > own.read_position and m.side <> ${side}))`;
  const isBuyer = sql`t.buyer_account_id = ${accountId}`;
  const isSeller = sql`t.seller_agent_id in (select id from agents where account_id = ${accountId})
    and t.buyer_account_id <> ${accountId}`;
  const offered = (isOwn: ReturnType<typeof sql>) => sql`
    (select count(*)::int from private_offers
      where ${isOwn} and state = 'open' and expires_at > ${now.toISOString()}::timestamptz)`;
  const [row] = await db.execute<Attention>(sql`
    select ${unread("buyer", isBuyer)} + ${unread("seller", isSeller)} as "unreadThreads",
      (select count(*)::int from auction_awards
        where account_id = ${accountId} and state in ('unpaid', 'offered')) as "openOffers",
      (select count(*)::int from purchases
        where account_id = ${accountId} and ${isConfirmable}) as "dueConfirmations",
      ${offered(sql`buyer_account_id = ${accountId} and turn = 'buyer'`)} as "buyersPrivateOffers",
      ${offered(sql`seller_agent_id in (select id from agents where account_id = ${accountId})
        and turn = 'seller'`)} as "sellersPrivateOffers",
      (select count(*)::int from private_offers join listings on listings.id = listing_id
        where buyer_account_id = ${accountId} and state = 'accepted'
          and expires_at > ${now.toISOString()}::timestamptz and listings.status = 'active'
          and not exists ${purchaseOf(db)}) as "acceptedPrivateOffers",
      (select count(*)::int from (
        select from events where principal_kind = 'account' and principal_id = ${accountId}
          and read_at is null limit ${notificationsMax}) unread) as "unreadNotifications"`);
  if (row === undefined) throw new Error("a query of counts returned no row");
  return row;
}
