/** Buyers can read a bought dataset after it has left the catalogue. */
import {
  type FileScope,
  findProfileText,
  findStructure,
} from "../../../db/queries/catalogue/catalogue.ts";
import { countFollowers } from "../../../db/queries/follows/follows.ts";
import { type BoughtFile, readBoughtFiles } from "../../../db/queries/purchases/bought-files.ts";
import type { OperatorActor } from "../../../db/vocabulary/actor.ts";
import type { Context } from "../../context.ts";
import { MarketError } from "../../errors.ts";
import { viewProvenance } from "../../listing/provenance/rules.ts";
import { explainNoSample } from "../../profile/no-sample.ts";
import type { Profile } from "../../profile/schemas.ts";
import { FOLLOWERS_COUNTED_MAX } from "../../seller/limits.ts";
import { serviceTitle } from "../../service.ts";
import { describeAsCroissant } from "../croissant.ts";
import { addProvenance } from "../croissant-provenance.ts";
import { describeColumns, describedBy } from "../describe-columns.ts";
import { viewPriceStanding } from "../price-history/view-standing.ts";
import { type RenderedSample, readProfile, readSample } from "../read-file.ts";
import type { SampleWish } from "../rules.ts";
import type { Croissant, DatasetDetail } from "../schemas.ts";
import { readTableColumns } from "../tables.ts";
import { isReadByBuyer } from "./rules.ts";
import { viewBought } from "./view-bought.ts";

/** An account's versions of one listing that are checked, the latest ones. */
const purchasesReadMax = 20;

type BoughtDatasetRequest = { operator: OperatorActor; datasetId: string };

/** The latest purchase that lets the account read the dataset. Errors: dataset_not_found. */
async function findBought(
  { db }: Pick<Context, "db">,
  { operator, datasetId }: BoughtDatasetRequest,
): Promise<BoughtFile> {
  const { accountId } = operator;
  const asked = { accountId, listingId: datasetId, rowsMax: purchasesReadMax };
  const found = await readBoughtFiles(db, asked);
  const bought = found.find(({ listing, purchase }) => isReadByBuyer(listing, purchase));
  if (bought !== undefined) return bought;
  throw new MarketError("dataset_not_found", "No active dataset has this id.");
}

const scopeOf = ({ listing, file }: BoughtFile): FileScope => ({
  listingId: listing.id,
  uploadId: file.id,
});

/** The id of that purchase, for downloading its file. Errors: dataset_not_found. */
export async function findBoughtPurchase(
  ctx: Context,
  asked: BoughtDatasetRequest,
): Promise<string> {
  return (await findBought(ctx, asked)).purchase.id;
}

/** The detail as of the purchase. Errors: dataset_not_found. */
export async function getBoughtDataset(
  ctx: Context,
  asked: BoughtDatasetRequest,
): Promise<DatasetDetail> {
  const bought = await findBought(ctx, asked);
  const { listing, purchase, file, noSampleCode } = bought;
  const [structure, priceHistory, followers] = await Promise.all([
    findStructure(ctx.db, file.id),
    viewPriceStanding(ctx.db, listing),
    countFollowers(ctx.db, { kind: "dataset", id: listing.id }, FOLLOWERS_COUNTED_MAX),
  ]);
  const noSample =
    noSampleCode === null ? null : { code: noSampleCode, detail: explainNoSample(noSampleCode) };
  return {
    ...viewBought(ctx, bought),
    status: listing.status === "draft" ? "withdrawn" : listing.status,
    purchase_id: purchase.id,
    followers,
    plans: [],
    trial: null,
    price_history: priceHistory,
    identical_to: [],
    identical_count: 0,
    bundles: [],
    access_questions: null,
    contract: null,
    contract_checked_at: null,
    no_sample: noSample,
    ...viewProvenance({ ...bought.listing, licenseUrl: null }),
    ...describeColumns(structure),
    changes: null,
  };
}

/** The sample of the purchased file. Errors: those of `getSample`. */
export async function getBoughtSample(
  ctx: Context,
  {
    wish,
    table,
    ...asked
  }: BoughtDatasetRequest & { wish: SampleWish; table?: string | undefined },
): Promise<RenderedSample> {
  return readSample(ctx, scopeOf(await findBought(ctx, asked)), wish, table);
}

/** The profile of the purchased file. Errors: those of `getProfile`. */
export async function getBoughtProfile(
  ctx: Context,
  { table, ...asked }: BoughtDatasetRequest & { table?: string | undefined },
): Promise<string> {
  return readProfile(ctx, scopeOf(await findBought(ctx, asked)), table);
}

/** Croissant of the purchased version. Errors: dataset_not_found, storage_unavailable. */
export async function getBoughtCroissant(
  ctx: Context,
  asked: BoughtDatasetRequest,
): Promise<Croissant> {
  const bought = await findBought(ctx, asked);
  const stored = await findProfileText(ctx.db, scopeOf(bought));
  const text = stored?.profile ?? null;
  const profile = text === null ? null : (JSON.parse(text) as Profile);
  const samplePath = stored?.samplePath ?? null;
  const isSeveral = profile?.tables !== undefined && samplePath !== null;
  const columns = isSeveral ? await readTableColumns(ctx, samplePath) : [];
  const marketplace = { name: serviceTitle, url: ctx.config.PUBLIC_BASE_URL };
  const croissant = describeAsCroissant(viewBought(ctx, bought), profile, marketplace, columns);
  const said = viewProvenance({ ...bought.listing, licenseUrl: null });
  return addProvenance(croissant, {
    ...said,
    columnDescriptions: describedBy(profile, stored?.described ?? null),
  });
}
