/** Writes the end of a profile job into upload, profile, listing and audit log, in one transaction. */
import type { Database } from "../../db/client.ts";
import { pipelined } from "../../db/pipelined.ts";
import {
  enqueueHeldTwins,
  enqueueTwins,
  type NewTwin,
  storeTwins,
} from "../../db/queries/catalogue/twins.ts";
import { writeAudit } from "../../db/queries/journal/journal.ts";
import { copyFactsToListing } from "../../db/queries/listings/listing-facts.ts";
import {
  finishUpload,
  markListingUpdated,
  storeProfile,
  type UploadResult,
} from "../../db/queries/listings/profile-jobs.ts";
import { reopenFolder } from "../../db/queries/listings/upload-file-parts.ts";
import { keepFileHashes } from "../../db/queries/listings/upload-files.ts";
import {
  type ChangesFrom,
  storeVersionChanges,
} from "../../db/queries/listings/version-changes.ts";
import type { NewColumn } from "../../db/queries/search/join-columns.ts";
import type { AdminActor, SystemActor } from "../../db/vocabulary/actor.ts";
import type { Principal } from "../../db/vocabulary/event.ts";
import type { ProfileFacts } from "../../db/vocabulary/facts.ts";
import { emitEvent } from "../event/emit-event.ts";
import type { ProfileCharts } from "../profile/charts.ts";
import type { Profile } from "../profile/schemas.ts";

const errorDetailCharsMax = 1000;

/** Facts measured from the file; null if it never arrived completely. */
export type FileFacts = { sha256: string; byteSize: number; folder?: FolderFacts };

/** For a folder, whose hash is its manifest's: each file's hash, and the manifest's ETag. */
type FolderFacts = { objectEtag: string; hashes: { position: number; value: string }[] };

/** The end of a job, with its results. */
export type ProfileOutcome =
  | {
      state: "generated";
      file: FileFacts;
      /** Whether the sample was cut, and the profile masked, for a free file. */
      forFree: boolean;
      format: string;
      compression: string | null;
      samplePath: string;
      profile: Profile;
      charts: ProfileCharts;
      /** Profiles of the file's other tables. */
      otherProfiles?: Profile[];
      /** Changes since earlier versions of the listing. */
      changes: ChangesFrom[];
      /** Columns for finding joinable tables; absent if the file has no columns that may be keys. */
      joinColumns?: NewColumn[];
      /**
       * The Parquet files of its tables, or until when the profile's job holds the job that makes them.
       * Absent if another worker has to make them.
       */
      twins?: NewTwin[] | { heldUntil: Date };
    }
  | {
      state: "no_sample";
      file: FileFacts | null;
      format: string | null;
      profile: Profile | null;
      error: { code: string; detail: string };
      /** Files of the folder that have to be sent again; the upload reopens for them. */
      refusedFiles?: RefusedFile[];
    };

export type RefusedFile = { position: number; storagePath: string };

type Ending = {
  actor: SystemActor | AdminActor;
  uploadId: string;
  listingId: string;
  slot: "current" | "next";
  seller: readonly Principal[];
  outcome: ProfileOutcome;
  facts: ProfileFacts | null;
  /** Whether this deployment makes Parquet files. */
  makesTwins: boolean;
  now: Date;
};

/** Ends the job of a locked upload. Sends all statements at once, without waiting for each answer. */
export async function writeOutcome(tx: Database, ending: Ending): Promise<void> {
  const { uploadId, outcome, now } = ending;
  const { profile } = outcome;
  const charts = outcome.state === "generated" ? outcome.charts : null;
  const folder = outcome.file?.folder;
  const isGenerated = outcome.state === "generated";
  const refused = isGenerated ? [] : (outcome.refusedFiles ?? []);
  await pipelined([
    () => finishUpload(tx, uploadId, uploadResult(outcome), now),
    refused.length > 0 && (() => reopenFolder(tx, uploadId, refused, now)),
    profile && (() => storeProfile(tx, uploadId, { profile, facts: ending.facts, charts }, now)),
    // Reads the two above. An open version's facts are copied to the listing when it is published.
    ending.slot === "current"
      ? () => copyFactsToListing(tx, uploadId, now)
      : () => markListingUpdated(tx, ending.listingId, now),
    folder && (() => keepFileHashes(tx, uploadId, folder.hashes)),
    () => storeVersionChanges(tx, uploadId, isGenerated ? outcome.changes : [], now),
    isGenerated && ending.makesTwins && (() => writeTwins(tx, uploadId, outcome.twins, now)),
    () => auditOutcome(tx, ending),
    () => emitReady(tx, ending),
  ]);
}

function writeTwins(
  tx: Database,
  uploadId: string,
  made: NewTwin[] | { heldUntil: Date } | undefined,
  now: Date,
): Promise<void> {
  if (made === undefined) return enqueueTwins(tx, uploadId, now);
  if ("heldUntil" in made) return enqueueHeldTwins(tx, uploadId, made.heldUntil);
  return storeTwins(tx, uploadId, { rows: made, now });
}

function auditOutcome(tx: Database, ending: Ending): Promise<void> {
  const { actor, uploadId, listingId, outcome, now } = ending;
  const detail = {
    listing_id: listingId,
    state: outcome.state,
    sha256: outcome.file?.sha256 ?? null,
    error_code: outcome.state === "no_sample" ? outcome.error.code : null,
  };
  const subject = { subjectKind: "upload", subjectId: uploadId } as const;
  return writeAudit(tx, { actor, action: "profile.recorded", ...subject, detail }, now);
}

async function emitReady(tx: Database, { listingId, seller, outcome, now }: Ending): Promise<void> {
  const data = {
    listing_id: listingId,
    auto_sample_status: outcome.state,
    error_code: outcome.state === "no_sample" ? outcome.error.code : null,
  };
  const event = { type: "listing.sample_ready", subjectId: listingId, to: seller, data } as const;
  await emitEvent(tx, event, now);
}

function fileResult(file: FileFacts | null): Partial<UploadResult> {
  if (file === null) return {};
  const { sha256, byteSize, folder } = file;
  return { sha256, byteSize, ...(folder && { objectEtag: folder.objectEtag }) };
}

function uploadResult(outcome: ProfileOutcome): UploadResult {
  const generated = outcome.state === "generated";
  return {
    state: outcome.state,
    // If the file could not be read, the size that the seller's PATCH found stays.
    ...fileResult(outcome.file),
    format: outcome.format,
    compression: generated ? outcome.compression : null,
    samplePath: generated ? outcome.samplePath : null,
    errorCode: generated ? null : outcome.error.code,
    errorDetail: generated ? null : outcome.error.detail.slice(0, errorDetailCharsMax),
  };
}
