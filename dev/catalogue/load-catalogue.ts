/**
 * Loads the demo catalogue through the API, as a seller agent whose owner approved it. Each step
 * asks the API what is there already, so that a repeat changes nothing and a cut run is completed.
 */
import { randomUUID } from "node:crypto";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { z } from "zod";
import { dayMs, minuteMs } from "../../platform/time.ts";
import { signInHeadless } from "../parts/sign-in-headless.ts";
import { type DemoDataset, demoDatasets } from "./datasets.ts";
import { type FileMetadata, openPackageMetadata } from "./package-metadata.ts";
import {
  approveAgent,
  CallError,
  createSellerClient,
  type Listing,
  registerAgent,
  type SellerClient,
} from "./seller-client.ts";

export type CatalogueOptions = {
  baseUrl: string;
  identity: { issuer: string; clientId: string; clientSecret: string };
  /** Keeps the agent's token for the next start. */
  agentFile: string;
  datasets?: DemoDataset[];
  onProgress: (line: string) => void;
};

const OWNER_EMAIL = "demo-seller@example.com";
const AGENT_NAME = "demo-catalogue";
const AT_A_TIME = 4;
const SAMPLE_WAIT_MS_MAX = 2 * minuteMs;

const contentTypes: Record<DemoDataset["format"], string> = {
  csv: "text/csv",
  tsv: "text/tab-separated-values",
  json: "application/json",
  geojson: "application/geo+json",
  parquet: "application/vnd.apache.parquet",
};

const agentSchema = z.object({ registrationKey: z.string(), token: z.string().optional() });

/** Returns the id of a free dataset, to show. Rejects with what the API answered to a failed step. */
export async function loadCatalogue(options: CatalogueOptions): Promise<string | undefined> {
  const seller = await openSeller(options);
  const listings = new Map((await seller.listListings()).map((one) => [one.title, one]));
  const wanted = options.datasets ?? demoDatasets;
  const missing = wanted.filter(({ title }) => isUnfinished(listings.get(title)));
  if (missing.length === 0) {
    options.onProgress(`all ${wanted.length} demo datasets are there`);
  } else {
    await loadMissing(seller, { wanted, missing, listings }, options.onProgress);
  }
  const shown = wanted.find(({ priceCents, auction }) => !priceCents && !auction)?.title ?? "";
  const known = listings.get(shown) ?? (await seller.listListings()).find((l) => l.title === shown);
  return known?.id;
}

function isUnfinished(listing: Listing | undefined): boolean {
  return listing === undefined || listing.status === "draft";
}

/** A kept token may be of another database: then the agent registers again. */
async function openSeller(options: CatalogueOptions): Promise<SellerClient> {
  const kept = readAgent(options.agentFile);
  if (kept?.token !== undefined) {
    const seller = createSellerClient(options.baseUrl, kept.token);
    try {
      if (!(await seller.isVerified())) await approve(options, kept.token);
      return seller;
    } catch (error) {
      if (!(error instanceof CallError && error.status === 401)) throw error;
    }
  }
  // Written before the call: after a kill in between, the same key gets the same token.
  const registrationKey = kept?.token === undefined && kept ? kept.registrationKey : randomUUID();
  writeAgent(options.agentFile, { registrationKey });
  const names = { owner_email: OWNER_EMAIL, agent_name: AGENT_NAME };
  const token = await registerAgent(options.baseUrl, names, registrationKey);
  writeAgent(options.agentFile, { registrationKey, token });
  await approve(options, token);
  return createSellerClient(options.baseUrl, token);
}

async function approve(options: CatalogueOptions, agentToken: string): Promise<void> {
  const { idToken } = await signInHeadless({
    ...options.identity,
    redirectUri: `${options.baseUrl}/auth/callback`,
    email: OWNER_EMAIL,
  });
  await approveAgent(options.baseUrl, agentToken, idToken);
  options.onProgress(`agent ${AGENT_NAME} registered, and approved by ${OWNER_EMAIL}`);
}

async function loadMissing(
  seller: SellerClient,
  load: { wanted: DemoDataset[]; missing: DemoDataset[]; listings: Map<string, Listing> },
  onProgress: (line: string) => void,
): Promise<void> {
  const metadataOf = openPackageMetadata();
  const queue = [...load.missing];
  let doneCount = load.wanted.length - load.missing.length;
  const work = async () => {
    for (let dataset = queue.shift(); dataset !== undefined; dataset = queue.shift()) {
      const metadata = metadataOf(dataset.file);
      await loadOne(seller, dataset, metadata, load.listings.get(dataset.title));
      doneCount += 1;
      onProgress(`${doneCount}/${load.wanted.length} ${dataset.title} (${dataset.file})`);
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, work));
}

async function loadOne(
  seller: SellerClient,
  dataset: DemoDataset,
  metadata: FileMetadata,
  existing: Listing | undefined,
): Promise<void> {
  const id = existing?.id ?? (await seller.createDraft(draftBody(dataset, metadata)));
  if (!existing?.full_data_path) {
    const path = await seller.uploadFile(id, metadata.path, contentTypes[dataset.format]);
    await seller.attachFile(id, path);
  }
  await untilSampled(seller, id, dataset.title);
  await seller.publish(id);
}

function draftBody(dataset: DemoDataset, metadata: FileMetadata) {
  return {
    title: dataset.title,
    description: `${dataset.description} ${metadata.sources}`,
    category: dataset.category,
    tags: dataset.tags,
    price_cents: dataset.priceCents ?? 0,
    license: metadata.license,
    ...pricing(dataset),
    schema: { format: dataset.format },
  };
}

function pricing({ auction, priceCents }: DemoDataset) {
  if (auction === undefined) return { pricing_type: "buy_it_now" };
  const { startPriceCents, reservePriceCents, licenses, days } = auction;
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

function readAgent(file: string): z.infer<typeof agentSchema> | undefined {
  if (!existsSync(file)) return undefined;
  const parsed = agentSchema.safeParse(JSON.parse(readFileSync(file, "utf8")));
  return parsed.success ? parsed.data : undefined;
}

function writeAgent(file: string, agent: z.infer<typeof agentSchema>): void {
  writeFileSync(`${file}.new`, JSON.stringify(agent), { mode: 0o600 });
  renameSync(`${file}.new`, file);
}
