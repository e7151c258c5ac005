/** Finds cheaper offers of the same bytes. */
import { sql } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { auctions, listings } from "../../schema/index.ts";
import type { PricingType } from "../../vocabulary/listing.ts";

type IdenticalDataset = {
  id: string;
  title: string;
  priceCents: number;
  pricingType: PricingType;
};
export type IdenticalDatasets = {
  datasets: IdenticalDataset[];
  /** Counted up to a maximum. */
  count: number;
  /** When the first hybrid among them stops being buyable; null if time changes nothing. */
  changesAt: Date | null;
};

type IdenticalDatasetQuery = {
  sha256: string;
  exceptListingId: string;
  belowCents: number;
  /**
   * The smallest amount that a card can be charged; a lower price other than zero cannot be paid.
   */
  paidFromCents: number;
  now: Date;
  rowsMax: number;
  countedMax: number;
};

/** Active listings of these bytes that are free or cheaper to buy, cheapest first. */
export async function findCheaperIdentical(
  db: Database,
  wanted: IdenticalDatasetQuery,
): Promise<IdenticalDatasets> {
  const { sha256, exceptListingId, belowCents, paidFromCents, now, rowsMax, countedMax } = wanted;
  const isFree = sql`${listings.priceCents} = 0 and ${listings.pricingType} = 'buy_it_now'`;
  const isOpen = sql`${auctions.closedAt} is null and not ${auctions.reserveMet}
    and ${auctions.endsAt} > ${now.toISOString()}::timestamptz`;
  const isBuyable = sql`${listings.priceCents} >= ${paidFromCents} and (
    ${listings.pricingType} = 'buy_it_now' or ${listings.pricingType} = 'hybrid' and ${isOpen})`;
  const rows = await db.execute<Row>(sql`
    select id, title, price_cents, pricing_type, count(*) over ()::int as count,
      min(ends_at) over () as changes_at
    from (
      select ${listings.id} as id, ${listings.title} as title, ${listings.priceCents} as price_cents,
        ${listings.pricingType} as pricing_type, ${auctions.endsAt} as ends_at
      from ${listings} left join ${auctions} on ${auctions.listingId} = ${listings.id}
      where ${listings.status} = 'active' and ${listings.sha256} = ${sha256}
        and ${listings.id} <> ${exceptListingId} and ${listings.priceCents} < ${belowCents}
        and (${isFree} or ${isBuyable})
      order by ${listings.priceCents}, ${listings.id}
      limit ${countedMax}
    ) as cheaper
    order by price_cents, id
    limit ${rowsMax}`);
  const [first] = rows;
  return {
    datasets: rows.map((row) => ({
      id: row.id,
      title: row.title,
      priceCents: row.price_cents,
      pricingType: row.pricing_type,
    })),
    count: first?.count ?? 0,
    changesAt: first?.changes_at == null ? null : new Date(first.changes_at),
  };
}

type Row = {
  id: string;
  title: string;
  price_cents: number;
  pricing_type: PricingType;
  count: number;
  changes_at: string | Date | null;
};
