import {
  type BundleDetail,
  type BundlesOf,
  bundlesCountedMax,
  findBundle,
  pageBundles,
} from "../../db/queries/bundles/bundles.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import { idShape } from "../list-cursor.ts";
import { type PageAsked, readPage } from "../pagination.ts";
import { viewBundle } from "./bundle-view.ts";
import type { BundleStatus } from "./rules.ts";
import type { BundleView } from "./schemas.ts";

/** Errors: bundle_not_found. */
export async function getBundle(ctx: Context, id: string): Promise<BundleView> {
  const found = await findBundle(ctx.db, id);
  if (found === null) throw new MarketError("bundle_not_found", "No bundle has this id.");
  return viewBundle(ctx.config, found);
}

type Asked = PageAsked & {
  /** Undefined: bundles of every status. */
  status?: BundleStatus | undefined;
  datasetId?: string | undefined;
  of?: BundlesOf | undefined;
};

const list = {
  name: "bundles",
  shape: idShape,
  keyOf: ({ bundle }: BundleDetail) => bundle.id,
  countedMax: bundlesCountedMax,
};

/** Newest first. */
export async function listBundles(ctx: Context, { status, datasetId, of, ...page }: Asked) {
  const filter = { status, listingId: datasetId, of };
  const { rows, pagination } = await readPage(page, list, (slice) =>
    pageBundles(ctx.db, filter, slice),
  );
  return { items: rows.map((row) => viewBundle(ctx.config, row)), pagination };
}
