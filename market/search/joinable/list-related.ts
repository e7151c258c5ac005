/** Related datasets for a dataset's page: joinable ones, and the same file elsewhere. */
import {
  findNamedDatasets,
  findSameBytes,
  type NamedDataset,
} from "../../../db/queries/catalogue/related-datasets.ts";
import type { DatasetDetail } from "../../catalogue/schemas.ts";
import type { Context } from "../../context.ts";
import { viewOffers } from "../../listing/pricing/auction-view.ts";
import type { Offers } from "../../listing/pricing/offers.ts";
import { joinKeysOf } from "../../profile/join/join-key.ts";
import { RELATED_DATASETS_MAX } from "../limits.ts";
import { findJoinable } from "./find-joinable.ts";
import type { JoinableColumn } from "./schemas.ts";

type RelatedDataset = Pick<NamedDataset, "id" | "title" | "sellerName"> & { offers: Offers };

export type RelatedDatasets = {
  /** With the columns for joining; most useful first. */
  joinable: (RelatedDataset & { pairs: JoinableColumn[] })[];
  /** The same file at an equal or higher price, or in an auction: `identical_to` has the cheaper ones. */
  sameFile: RelatedDataset[];
};

/** For an active dataset. Errors: dataset_not_found. */
export async function listRelated(
  ctx: Context,
  { id, sha256, identical_to: cheaper }: Pick<DatasetDetail, "id" | "sha256" | "identical_to">,
): Promise<RelatedDatasets> {
  const exceptIds = [id, ...cheaper.map((one) => one.id)];
  const rowsMax = RELATED_DATASETS_MAX;
  const [joinable, sameFile] = await Promise.all([
    listJoinable(ctx, id),
    sha256 === null ? [] : findSameBytes(ctx.db, { sha256, exceptIds, rowsMax }),
  ]);
  // Identical files share every key, so they are listed only once.
  const same = new Set([...exceptIds, ...sameFile.map((one) => one.id)]);
  return {
    joinable: joinable.filter((one) => !same.has(one.id)),
    sameFile: sameFile.map((one) => viewRelated(ctx, one)),
  };
}

function viewRelated({ config, now }: Context, { listing, auction, ...named }: NamedDataset) {
  return { ...named, offers: viewOffers(config, { listing, auction }, now()) };
}

async function listJoinable(ctx: Context, id: string): Promise<RelatedDatasets["joinable"]> {
  const { ids, pairs } = await findJoinable(ctx.db, id, joinKeysOf(ctx.config));
  const named = await findNamedDatasets(ctx.db, ids.slice(0, RELATED_DATASETS_MAX));
  const byId = new Map(named.map((one) => [one.id, one]));
  return ids.flatMap((found) => {
    const one = byId.get(found);
    return one === undefined ? [] : [{ ...viewRelated(ctx, one), pairs: pairs.get(found) ?? [] }];
  });
}
