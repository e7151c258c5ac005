/** Reasons that prevent closing an account: obligations to others, or its own pending money. */
import { sql } from "drizzle-orm";
import type { Database } from "../../client.ts";

/** The account's role in it. */
type MatterRole = "buyer" | "seller" | "bidder";

export type AccountMatterRow = {
  kind: "auction" | "purchase" | "bounty";
  /** For an auction, the id of its listing; for a bounty, of its data request. */
  id: string;
  /** For a bounty, the id of its data request. */
  listingId: string;
  title: string;
  role: MatterRole;
  state: string;
};

/**
 * Exact while the account's keys, agents and listings are locked; at most `rowsMax`, auctions
 * first.
 */
export async function readAccountMatters(
  db: Database,
  { accountId, rowsMax }: { accountId: string; rowsMax: number },
): Promise<AccountMatterRow[]> {
  const rows = await db.execute<AccountMatterRow>(sql`
    select * from (
      (select 'auction' as kind, a.listing_id as id, a.listing_id as "listingId", l.title,
          'seller' as role, case when a.closed_at is null then 'has_bids' else 'unsettled' end as state
        from agents g join listings l on l.agent_id = g.id
          join auctions a on a.listing_id = l.id and a.outcome is null
        where g.account_id = ${accountId} and (a.closed_at is not null or a.bid_count > 0)
        order by a.listing_id limit ${rowsMax})
      union all
      (select 'auction', b.listing_id, b.listing_id, l.title, 'bidder',
          case when a.closed_at is null then 'own_bid' else 'unsettled' end
        from api_keys k join bids b on b.api_key_id = k.id and b.is_current
          join auctions a on a.listing_id = b.listing_id and a.outcome is null
          join listings l on l.id = b.listing_id
        where k.account_id = ${accountId}
        order by b.listing_id limit ${rowsMax})
      union all
      (select 'purchase', p.id, p.listing_id, p.title, 'buyer',
          case when p.chargeback = 'open' then 'bank_dispute'
            when p.state = 'refunded' then 'refund_owed' else p.state end
        from purchases p
        where p.account_id = ${accountId} and (p.state in ('payment_pending', 'in_escrow', 'disputed')
          or p.chargeback = 'open'
          or (p.state = 'refunded' and p.refund_paid_at is null and p.chargeback is null))
        order by p.id limit ${rowsMax})
      union all
      (select 'bounty', b.request_id, b.request_id, p.title, 'buyer',
          case when p.chargeback = 'open' then 'bank_dispute'
            when p.state = 'refunded' then 'refund_owed'
            when p.state = 'in_escrow' then 'bounty_held' else p.state end
        from purses p join bounties b on b.purse_id = p.id
        where p.account_id = ${accountId} and (p.state in ('payment_pending', 'in_escrow')
          or p.chargeback = 'open'
          or (p.state = 'refunded' and p.refund_paid_at is null and p.chargeback is null))
        order by b.request_id limit ${rowsMax})
      union all
      (select 'purchase', p.id, p.listing_id, p.title, 'seller',
          case when p.chargeback = 'open' then 'bank_dispute'
            when p.state = 'released' then 'payout_owed' else p.state end
        from purchases p
        where p.seller_account_id = ${accountId}
          and (p.state in ('payment_pending', 'in_escrow', 'disputed') or p.chargeback = 'open'
          or (p.state = 'released' and p.transferred_at is null
            and p.price_cents - p.fee_cents > p.set_off_cents + p.kept_cents))
        order by p.id limit ${rowsMax})
    ) matters limit ${rowsMax}`);
  return [...rows];
}
