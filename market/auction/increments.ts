/** Bid increments by price. Pure; `GET /auctions/increments` publishes the table. */

/** Applies to prices from `fromCents` up to the next row. */
export type Increment = { fromCents: number; incrementCents: number };

/** The same as eBay's: https://www.ebay.com/help/buying/bidding/automatic-bidding?id=4014 */
export const increments: readonly Increment[] = [
  { fromCents: 0, incrementCents: 5 },
  { fromCents: 1_00, incrementCents: 25 },
  { fromCents: 5_00, incrementCents: 50 },
  { fromCents: 25_00, incrementCents: 1_00 },
  { fromCents: 100_00, incrementCents: 2_50 },
  { fromCents: 250_00, incrementCents: 5_00 },
  { fromCents: 500_00, incrementCents: 10_00 },
  { fromCents: 1000_00, incrementCents: 25_00 },
  { fromCents: 2500_00, incrementCents: 50_00 },
  { fromCents: 5000_00, incrementCents: 100_00 },
];

export function incrementCents(priceCents: number): number {
  return increments.findLast(({ fromCents }) => priceCents >= fromCents)?.incrementCents ?? 0;
}
