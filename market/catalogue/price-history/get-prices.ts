import { type PriceSpan, pagePrices } from "../../../db/queries/listings/listing-changes.ts";
import type { Context } from "../../context.ts";
import { MarketError } from "../../errors.ts";
import { cursorFault } from "../../list-cursor.ts";
import type { PricesQuery, PricesView } from "./schemas.ts";

/**
 * Every price of an active dataset since publication, the current one first.
 * Errors: dataset_not_found, invalid_request for an invalid cursor.
 */
export async function getPrices(
  ctx: Context,
  datasetId: string,
  { limit, cursor }: PricesQuery,
): Promise<PricesView> {
  const before = cursor === undefined ? null : positionOf(cursor);
  const page = await pagePrices(ctx.db, { listingId: datasetId, before, limit: limit + 1 });
  if (page === null) throw new MarketError("dataset_not_found", "No active dataset has this id.");
  const shown = page.rows.slice(0, limit);
  const hasMore = page.rows.length > limit;
  return {
    dataset_id: datasetId,
    currency: ctx.config.CURRENCY,
    items: shown.map(({ priceCents, from, until }) => ({
      price_cents: priceCents,
      from: from.toISOString(),
      until: until?.toISOString() ?? null,
    })),
    pagination: {
      limit,
      offset: 0,
      total: page.total,
      total_is_exact: true,
      has_more: hasMore,
      next_cursor: hasMore ? cursorAfter(shown.at(-1)) : null,
    },
  };
}

/** Position 0 is the price at publication, so no page continues before it. */
const cursorPattern = /^p[1-9]\d{0,8}$/;

function positionOf(cursor: string): number {
  if (!cursorPattern.test(cursor)) throw cursorFault("is not a valid cursor");
  return Number(cursor.slice(1));
}

const cursorAfter = (last: PriceSpan | undefined) =>
  last === undefined ? null : `p${last.position}`;
