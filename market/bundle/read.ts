import {
  type BundleDetail,
  bundlesCountedMax,
  findBundle,
  pageBundles,
} from "../../db/queries/bundles/bundles.ts";
import type { OwnerActor } from "../../db/vocabulary/actor.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import { encodeListCursor, idShape } from "../list-cursor.ts";
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
  agentId?: string | undefined;
};

const list = {
  name: "bundles",
  shape: idShape,
  keyOf: ({ bundle }: BundleDetail) => bundle.id,
  countedMax: bundlesCountedMax,
};

/**
 * Newest first. A page has fewer items than its limit, although there are more, if most bundles that were looked at
 * have another status.
 */
export async function listBundles(ctx: Context, { status, datasetId, agentId, ...page }: Asked) {
  const of = agentId === undefined ? undefined : { agentId };
  const filter = { status, listingId: datasetId, of };
  let scannedTo: string | null = null;
  const { rows, pagination } = await readPage(page, list, async (slice) => {
    const read = await pageBundles(ctx.db, filter, slice);
    scannedTo = read.scannedTo;
    return read;
  });
  const items = rows.map((row) => viewBundle(ctx.config, row));
  if (pagination.has_more || scannedTo === null) return { items, pagination };
  const next_cursor = encodeListCursor(list.name, scannedTo);
  return {
    items,
    pagination: { ...pagination, total_is_exact: false, has_more: true, next_cursor },
  };
}

/** `isSuspended`: an administrator hides it. */
export type OwnerBundleView = BundleView & { isSuspended: boolean };

/** Of all agents of a person's account, newest first. */
export async function listOwnerBundles(ctx: Context, { accountId }: OwnerActor, page: PageAsked) {
  const { rows, pagination } = await readPage(page, list, (slice) =>
    pageBundles(ctx.db, { of: { accountId } }, slice),
  );
  const items = rows.map((row): OwnerBundleView => {
    const isSuspended = row.bundle.suspendedAt !== null;
    return { ...viewBundle(ctx.config, row), isSuspended };
  });
  return { items, pagination };
}
