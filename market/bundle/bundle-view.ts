import type { BundleDetail } from "../../db/queries/bundles/bundles.ts";
import type { Config } from "../../platform/config.ts";
import { viewShownSeller } from "../seller/shown-seller.ts";
import { view } from "../view.ts";
import { bundleStatus, separateCents, splitPrice } from "./rules.ts";
import { type BundleView, bundleView } from "./schemas.ts";

export function viewBundle(
  config: Pick<Config, "PUBLIC_BASE_URL" | "CURRENCY">,
  { bundle, seller, listings }: BundleDetail,
): BundleView {
  const state = { ...bundle, datasets: listings };
  const status = bundleStatus(state);
  const prices = listings.map(({ priceCents }) => priceCents);
  const shares = status === "open" ? splitPrice(bundle.priceCents, prices) : [];
  const self = `${config.PUBLIC_BASE_URL}/bundles/${bundle.id}`;
  return view(bundleView, bundle, {
    status,
    separate_cents: listings.every(({ isOnSale }) => isOnSale) ? separateCents(listings) : null,
    currency: config.CURRENCY,
    seller: viewShownSeller(seller),
    datasets: listings.map(({ id, title, priceCents, isOnSale }, at) => ({
      dataset_id: id,
      title: isOnSale ? title : null,
      price_cents: isOnSale ? priceCents : null,
      share_cents: shares[at] ?? null,
    })),
    links: { self, ...(status === "open" ? { buy: `${self}/buy` } : {}) },
  });
}
