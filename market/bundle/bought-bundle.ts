import type { PurseRow } from "../../db/queries/purchases/charged.ts";
import { readPurchasesOfPurse } from "../../db/queries/purchases/purses.ts";
import type { Context } from "../context.ts";
import { PURSE_PURCHASES_MAX } from "../purchase/limits.ts";
import { viewNextAction } from "../purchase/next-action.ts";
import { view } from "../view.ts";
import { boughtBundleState } from "./rules.ts";
import { type BoughtBundleView, boughtBundleView } from "./schemas.ts";

/** The one charge of a bundle and the purchases that it pays; the caller has checked access. */
export async function loadBoughtBundle(
  { db, config }: Pick<Context, "db" | "config">,
  purse: PurseRow,
): Promise<BoughtBundleView> {
  const { id, bundleId } = purse;
  if (bundleId === null) throw new Error(`purse ${id} buys no bundle`);
  const rows = await readPurchasesOfPurse(db, id, PURSE_PURCHASES_MAX);
  const base = config.PUBLIC_BASE_URL;
  return view(boughtBundleView, purse, {
    status: boughtBundleState(purse.state),
    bundle_id: bundleId,
    purchases: rows.map((row) => {
      return {
        id: row.id,
        dataset_id: row.listingId,
        price_cents: row.priceCents,
      };
    }),
    next_action: viewNextAction(base, { ...purse, purseId: id }),
    links: {
      self: `${base}/purchases?bundle_purchase_id=${id}`,
      bundle: `${base}/bundles/${bundleId}`,
    },
  });
}
