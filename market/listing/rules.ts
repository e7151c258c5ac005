/**
 * Rules for acts on a listing in each state. Pure; they return every refusal, not only the first.
 */

import type {
  DistributionLevel,
  ListingStatus,
  PricingType,
  UploadState,
} from "../../db/vocabulary/listing.ts";
import type { StorageQuotas } from "../agent/rules.ts";
import type { FieldFault } from "../errors.ts";
import { isFree, type Priced } from "../pricing.ts";
import { DRAFTS_PER_AGENT_MAX } from "./limits.ts";
import { hardEnd, offeringFaults } from "./pricing/rules.ts";
import type { AuctionBody } from "./pricing/schemas.ts";

const servicePauseBaseSeconds = 2;
const servicePauseSecondsMax = 7200;

/**
 * The next attempt after a service failure at `since`: in 2, 4, 8, … s, by the number of consecutive
 * failures, at most 2 hours.
 */
export function postponement(
  job: { serviceFailures: number },
  since: Date,
): { serviceFailures: number; retryAt: Date } {
  const serviceFailures = job.serviceFailures + 1;
  const doublings = Math.min(job.serviceFailures, 20);
  const waitSeconds = Math.min(servicePauseBaseSeconds * 2 ** doublings, servicePauseSecondsMax);
  return { serviceFailures, retryAt: new Date(since.getTime() + waitSeconds * 1000) };
}

type PublishableFile = {
  state: UploadState;
  errorCode: string | null;
  errorDetail: string | null;
  sha256: string | null;
};

type Publishable = { title: string; description: string; upload: PublishableFile | null };

const sendAgain = "Request an upload URL and send it again.";

/** The error of a job whose file is no longer in the store, so that nobody could ever download it. */
const lostFiles: Partial<Record<string, string>> = {
  file_missing: "The file is no longer in the store.",
  file_changed: "Another file has replaced the one that was attached.",
};

type Blocker = { code: string; detail: string };

/** Why the file cannot be put on sale; null if it can. A file without a SHA-256 is never sold. */
function fileBlocker({ state, errorCode, errorDetail, sha256 }: PublishableFile): Blocker | null {
  const detail = errorDetail ?? "";
  const lost = lostFiles[errorCode ?? ""];
  switch (state) {
    case "attached":
      return {
        code: "sample_job_running",
        detail: "The sample job is still running. Poll this listing every few seconds.",
      };
    case "issued":
      return {
        code: errorCode ?? "file_missing",
        detail:
          `${detail} Send only these files again: the upload's file list with state=awaited ` +
          "(MCP: request_upload with upload_id) has their URLs. Then attach the same path again.",
      };
    case "superseded":
    case "trial":
      return { code: "file_missing", detail: `The file was removed. ${sendAgain}` };
    case "generated":
    case "no_sample":
      if (lost !== undefined) return { code: errorCode ?? "", detail: `${lost} ${sendAgain}` };
      if (sha256 !== null) return null;
      return {
        code: "file_not_hashed",
        detail: `The file was not read completely, so its SHA-256 is unknown. ${detail} ${sendAgain}`,
      };
  }
}

/** Obstacles to publication (docs/interface.md, publishable); empty means publishable. */
export function publishBlockers(listing: Publishable): FieldFault[] {
  const blockers: FieldFault[] = [];
  if (listing.title.trim() === "") {
    blockers.push({ pointer: "/title", code: "missing", detail: "A title is required." });
  }
  if (listing.description.trim() === "") {
    blockers.push({
      pointer: "/description",
      code: "missing",
      detail: "A description is required.",
    });
  }
  if (listing.upload === null) {
    blockers.push({
      pointer: "/full_data_path",
      code: "file_missing",
      detail: "Request an upload URL, PUT the file there, then PATCH `full_data_path`.",
    });
    return blockers;
  }
  const ofFile = fileBlocker(listing.upload);
  if (ofFile === null) return blockers;
  const isRunning = listing.upload.state === "attached";
  const pointer = isRunning ? "/data_profile/auto_sample_status" : "/full_data_path";
  return [...blockers, { pointer, ...ofFile }];
}

type Draft = Publishable & {
  pricingType: PricingType;
  priceCents: number;
  auctionTerms: AuctionBody | null;
  plans: readonly unknown[] | null;
  trial: { rows: number; price_cents: number } | null;
  rowCount: number | null;
};

/** Obstacles to a draft's first publication: texts, file, and terms of sale. */
export function draftBlockers(draft: Draft, now: Date): FieldFault[] {
  const { pricingType, priceCents, auctionTerms, plans, trial, rowCount } = draft;
  const auction = auctionTerms === null ? null : offeredAuction(auctionTerms);
  const offering = { pricingType, priceCents, auction, plans, trial, rowCount };
  return [...publishBlockers(draft), ...offeringFaults(offering, now)];
}

/** The stated auction terms, with times parsed. */
export function offeredAuction(terms: AuctionBody) {
  return {
    startsAt: terms.starts_at === null ? null : new Date(terms.starts_at),
    endsAt: new Date(terms.ends_at),
    startPriceCents: terms.start_price_cents,
    reservePriceCents: terms.reserve_price_cents,
    licenses: terms.licenses,
  };
}

/** The auction's state at publication with these terms. */
export function openingOf(stated: AuctionBody, now: Date) {
  const { startsAt, endsAt, ...terms } = offeredAuction(stated);
  return {
    ...terms,
    startsAt: startsAt === null || startsAt < now ? now : startsAt,
    announcedEndsAt: endsAt,
    endsAt,
    hardEndsAt: hardEnd(endsAt),
    currentPriceCents: terms.startPriceCents,
    nextMinimumCents: terms.startPriceCents,
  };
}

type Priceable = Pick<Draft, "pricingType" | "priceCents" | "auctionTerms">;

/** An auction's start price is its initial price for searches; its standing updates it later. */
export function offeredPriceCents({ pricingType, priceCents, auctionTerms }: Priceable): number {
  if (pricingType !== "auction" || auctionTerms === null) return priceCents;
  return auctionTerms.start_price_cents;
}

/**
 * The possible causes of a suspension: the listing itself, its agent, its owner's account, or its
 * file at a delivery.
 */
export const listingSuspenders = ["listing", "agent", "account", "file"] as const;
export type ListingSuspender = (typeof listingSuspenders)[number];

type Offered = { status: ListingStatus; suspendedBy: ListingSuspender | null };

/** A seller can lift only a suspension caused by the file, by publishing a new version. */
export function takesChanges({ status, suspendedBy }: Offered): boolean {
  return status === "active" || (status === "suspended" && suspendedBy === "file");
}

/** Where a new file goes: into the draft, or into the published listing's open version. */
export type UploadSlot = "current" | "next";

export function uploadSlot(
  listing: Offered & { nextVersionOpenedAt: Date | null },
): UploadSlot | null {
  if (listing.status === "draft") return "current";
  if (takesChanges(listing) && listing.nextVersionOpenedAt !== null) return "next";
  return null;
}

export type OpenVersionDecision = "open" | "already_open" | "not_active";

/** A listing has one open version at a time, and only if it is on sale or the version can repair it. */
export function decideOpenVersion(
  listing: Offered & { nextVersionOpenedAt: Date | null },
): OpenVersionDecision {
  if (!takesChanges(listing)) return "not_active";
  return listing.nextVersionOpenedAt === null ? "open" : "already_open";
}

/** A new version may only change its file. Terms stay as buyers have seen them. */
export const versionFields: readonly string[] = ["full_data_path", "schema", "schema.format"];

/** A seller that may not sell a listing may still withdraw it. */
export function isWithdrawable(status: ListingStatus): boolean {
  return status === "active" || status === "suspended";
}

/** For example `suspended: the file is missing`: the state with its reason, if there is one. */
export function stateInWords(listing: {
  status: ListingStatus;
  suspendedReason: string | null;
}): string {
  const { status, suspendedReason } = listing;
  return suspendedReason === null ? status : `${status}: ${suspendedReason}`;
}

/** The listing's file facts before a job has found them, and after the file is gone. */
export const noFactsYet = {
  format: null,
  compression: null,
  byteSize: null,
  sha256: null,
  fileCount: null,
  rowCount: null,
  columnCount: null,
  qualityScore: null,
  columnNames: [] as string[],
  columnFacts: [] as string[],
};

/** A path starts a job once, and only if it was issued and not superseded. */
export type AttachDecision = "attach" | "already_attached" | "superseded";

export function decideAttach(
  upload: { id: string; state: UploadState },
  currentUploadId: string | null,
): AttachDecision {
  if (upload.state === "issued") return "attach";
  if (upload.id === currentUploadId) return "already_attached";
  return "superseded";
}

/**
 * Whether a finished job has to run again: a paid file's sample has fewer rows and no personal data,
 * so it has to change when a free file gets a price, and the reverse; a paid one's profile changes
 * with its distributions.
 */
export function needsNewSample(
  before: Shown,
  after: Shown,
  uploadState: UploadState | null,
): boolean {
  if (sampleStatus(uploadState) === undefined) return false;
  if (isFree(before) !== isFree(after)) return true;
  return !isFree(after) && before.distributions !== after.distributions;
}

type Shown = Priced & { distributions: DistributionLevel };

export function mayCreateDraft(draftCount: number): boolean {
  return draftCount < DRAFTS_PER_AGENT_MAX;
}

/** Whether the file's sample job is pending or running. */
export function isJobRunning(state: UploadState | null): boolean {
  return state === "attached";
}

/** Undefined until the job has ended (docs/interface.md, sample-status). */
export function sampleStatus(state: UploadState | null): "generated" | "no_sample" | undefined {
  if (state === "generated" || state === "no_sample") return state;
  return undefined;
}

type ScopeUsage = { bytes: number; files: number };
const holders = {
  agent: "This agent",
  account: "Its owner's account",
  deployment: "The marketplace",
} as const;

/** The first exceeded quota as text; null if none is exceeded. */
export function exceededQuota(
  held: Record<keyof StorageQuotas, ScopeUsage>,
  quotas: StorageQuotas,
): string | null {
  for (const scope of ["agent", "account", "deployment"] as const) {
    const { bytesMax, filesMax } = quotas[scope];
    const { bytes, files } = held[scope];
    if (bytes > bytesMax) {
      return `${holders[scope]} may store ${bytesMax} bytes; with this upload it would be ${bytes}.`;
    }
    if (files > filesMax) {
      return `${holders[scope]} may store ${filesMax} files; with this upload it would be ${files}.`;
    }
  }
  return null;
}
