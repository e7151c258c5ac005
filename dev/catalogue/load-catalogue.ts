/**
 * Loads the demo catalogue through the API, as seller agents whose owners approved them. Each step
 * checks what exists already, so a repeat changes nothing and an interrupted run is completed.
 */
import { dayMs, minuteMs } from "../../platform/time.ts";
import { demoDatasets } from "./datasets.ts";
import type { DemoDataset } from "./demo-dataset.ts";
import { type DemoFile, openDemoFiles } from "./demo-files.ts";
import type { Listing, SellerClient } from "./seller-client.ts";
import { openSellers, type Sellers, type SellersOptions } from "./sellers.ts";

export type CatalogueOptions = SellersOptions & {
  datasets?: DemoDataset[];
  /** Publishes a draft as an auction that has ended; if absent, such datasets are skipped. */
  publishEnded?: (draftId: string, dataset: DemoDataset) => Promise<void>;
};

export type LoadedCatalogue = {
  sellers: Sellers;
  /** By title. */
  listings: Map<string, Listing>;
  /** A free dataset, as an example. */
  exampleId: string | undefined;
};

const AT_A_TIME = 4;
const SAMPLE_WAIT_MS_MAX = 2 * minuteMs;

/** Rejects with the API's answer to a failed step. */
export async function loadCatalogue(options: CatalogueOptions): Promise<LoadedCatalogue> {
  const sellers = await openSellers(options);
  const listings = await listAll(sellers);
  const wanted = (options.datasets ?? demoDatasets).filter(
    (dataset) => options.publishEnded !== undefined || !hasEnded(dataset),
  );
  const missing = wanted.filter(({ title }) => isUnfinished(listings.get(title)));
  if (missing.length === 0) {
    options.onProgress(`all ${wanted.length} demo datasets are there`);
  } else {
    await loadMissing(options, { sellers, wanted, missing, listings });
  }
  const loaded = missing.length === 0 ? listings : await listAll(sellers);
  const shown = wanted.find(({ priceCents, auction }) => !priceCents && !auction)?.title ?? "";
  return { sellers, listings: loaded, exampleId: loaded.get(shown)?.id };
}

const hasEnded = ({ auction }: DemoDataset): boolean =>
  auction !== undefined && "endedHoursAgo" in auction;

async function listAll(sellers: Sellers): Promise<Map<string, Listing>> {
  const all = await Promise.all(Object.values(sellers).map((seller) => seller.listListings()));
  return new Map(all.flat().map((one) => [one.title, one]));
}

function isUnfinished(listing: Listing | undefined): boolean {
  return listing === undefined || listing.status === "draft";
}

type Load = {
  sellers: Sellers;
  wanted: DemoDataset[];
  missing: DemoDataset[];
  listings: Map<string, Listing>;
};

async function loadMissing(options: CatalogueOptions, load: Load): Promise<void> {
  const fileOf = openDemoFiles();
  const queue = [...load.missing];
  let doneCount = load.wanted.length - load.missing.length;
  const work = async () => {
    for (let dataset = queue.shift(); dataset !== undefined; dataset = queue.shift()) {
      const file = await fileOf(dataset);
      await loadOne(options, load, { dataset, file });
      doneCount += 1;
      options.onProgress(`${doneCount}/${load.wanted.length} ${dataset.title} (${dataset.file})`);
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, work));
}

async function loadOne(
  { publishEnded }: CatalogueOptions,
  { sellers, listings }: Load,
  { dataset, file }: { dataset: DemoDataset; file: DemoFile },
): Promise<void> {
  const seller = sellers[dataset.seller];
  const existing = listings.get(dataset.title);
  const id = existing?.id ?? (await seller.createDraft(draftBody(dataset, file)));
  if (!existing?.full_data_path) {
    const path = await seller.uploadFile(id, file.body, file.contentType);
    await seller.attachFile(id, path);
  }
  await untilSampled(seller, id, dataset.title);
  if (hasEnded(dataset) && publishEnded !== undefined) return await publishEnded(id, dataset);
  await seller.publish(id);
}

function draftBody(dataset: DemoDataset, { license, sources }: DemoFile) {
  return {
    title: dataset.title,
    description: `${dataset.description} ${sources}`,
    category: dataset.category,
    tags: dataset.tags,
    price_cents: dataset.priceCents ?? 0,
    license,
    ...pricing(dataset),
    schema: { format: dataset.format },
  };
}

/**
 * For an auction that has ended, `publishEnded` sets the end, because a draft's end must be in the
 * future.
 */
function pricing({ auction, priceCents, trial }: DemoDataset) {
  if (auction === undefined) {
    const offered = trial && { rows: trial.rows, price_cents: trial.priceCents };
    return { pricing_type: "buy_it_now", ...(offered && { trial: offered }) };
  }
  const { startPriceCents, reservePriceCents, licenses } = auction;
  const days = "days" in auction ? auction.days : 1;
  return {
    pricing_type: priceCents === undefined ? "auction" : "hybrid",
    auction: {
      ends_at: new Date(Date.now() + days * dayMs).toISOString(),
      start_price_cents: startPriceCents,
      ...(reservePriceCents === undefined ? {} : { reserve_price_cents: reservePriceCents }),
      licenses,
    },
  };
}

async function untilSampled(seller: SellerClient, id: string, title: string): Promise<void> {
  const deadline = performance.now() + SAMPLE_WAIT_MS_MAX;
  while (performance.now() < deadline) {
    const { data_profile } = await seller.waitForSample(id);
    if (data_profile.auto_sample_status !== undefined) return;
  }
  throw new Error(
    `The sample of "${title}" was not ready after ${SAMPLE_WAIT_MS_MAX / 1000} s: see the ` +
      "workers' log. A new start completes the catalogue.",
  );
}
