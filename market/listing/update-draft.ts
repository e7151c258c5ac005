import type { Database } from "../../db/client.ts";
import { pipelined } from "../../db/pipelined.ts";
import { enqueueJob, writeAudit } from "../../db/queries/journal/journal.ts";
import {
  findOwnListing,
  type ListingChange,
  type ListingRow,
  type ListingWithUpload,
  lockOwnListing,
  type UploadRow,
  updateListing,
} from "../../db/queries/listings/listings.ts";
import { keepFileEtags } from "../../db/queries/listings/upload-files.ts";
import { readPartChecksums } from "../../db/queries/listings/upload-parts.ts";
import {
  attachUpload,
  findUploadByPath,
  reopenUpload,
  supersedeUpload,
} from "../../db/queries/listings/uploads.ts";
import type { AgentActor } from "../../db/vocabulary/actor.ts";
import type { Config } from "../../platform/config.ts";
import type { Context } from "../context.ts";
import { type FieldFault, MarketError } from "../errors.ts";
import type { Precondition } from "../precondition.ts";
import { type ArrivedFolder, findArrivedFolder } from "./folder/find-arrived-folder.ts";
import { licenseColumns } from "./license-columns.ts";
import { viewListing } from "./listing-view.ts";
import { provenanceColumns } from "./provenance/rules.ts";
import {
  decideAttach,
  needsNewSample,
  noFactsYet,
  type UploadSlot,
  uploadSlot,
  versionFields,
} from "./rules.ts";
import type { DraftPatch, ListingView } from "./schemas.ts";
import { abortParts } from "./upload/abort-parts.ts";
import { joinParts } from "./upload/join-parts.ts";
import { sizeLimits } from "./upload/size-limits.ts";
import { requireRoom } from "./upload/storage-quota.ts";
import { planOf } from "./upload/upload-view.ts";

/**
 * Changes a draft. `full_data_path` names the uploaded file and starts a sample job, once. For a
 * published listing it changes only the file of the open version.
 * Errors: listing_not_found, listing_not_draft, path_not_issued, file_not_uploaded,
 * upload_superseded, file_too_large, quota_exceeded, precondition_failed.
 */
export async function updateDraft(
  ctx: Context,
  agent: AgentActor,
  listingId: string,
  patch: DraftPatch,
  precondition?: Precondition,
): Promise<ListingView> {
  const key = { listingId, agentId: agent.agentId };
  const arrived = await findArrivedFile(ctx, key, patch.full_data_path);
  const now = ctx.now();
  const updated = await ctx.db.transaction(async (tx) => {
    const [locked, named] = await pipelined([
      () => lockOwnListing(tx, key),
      arrived && (() => findUploadByPath(tx, { listingId, storagePath: arrived.path })),
    ]);
    const { slot, ...row } = requireChangeable(locked, patch);
    precondition?.(viewListing(ctx, row));
    const working = slot === "current" ? row.upload : row.next;
    const chosen = arrived === null ? working : chooseUpload(arrived, named ?? null, working);
    const isNew = arrived !== null && chosen !== null && chosen !== working;
    const change: ListingChange = { ...changedFields(patch), updatedAt: now };
    if (isNew) Object.assign(change, uploadChange[slot](chosen));
    const { agentId } = row.listing;
    const [attached, listing] = await pipelined([
      isNew && (() => attach(tx, ctx.config, { agentId, working, chosen, now, arrived })),
      () => updateListing(tx, listingId, change),
      () => auditUpdate(tx, agent, { listingId, patch, now }),
    ]);
    const upload = attached ?? chosen;
    const current = await refreshSample(tx, { before: row.listing, after: listing, upload, now });
    const { columnDescriptions = row.columnDescriptions, contract = row.contract } = change;
    const changed = { ...row, listing, columnDescriptions, contract };
    return slot === "current" ? { ...changed, upload: current } : { ...changed, next: current };
  });
  return viewListing(ctx, updated);
}

function auditUpdate(
  tx: Database,
  actor: AgentActor,
  { listingId, patch, now }: { listingId: string; patch: DraftPatch; now: Date },
): Promise<void> {
  const detail = { fields: Object.keys(patch) };
  const subject = { subjectKind: "listing", subjectId: listingId } as const;
  return writeAudit(tx, { actor, action: "listing.updated", ...subject, detail }, now);
}

type Changeable = ListingWithUpload & { slot: UploadSlot };

/** Accepts a draft, or a published listing with an open version, whose file only may change. */
function requireChangeable(row: ListingWithUpload | null, patch: DraftPatch): Changeable {
  if (row === null) throw new MarketError("listing_not_found", "You have no draft with this id.");
  const slot = uploadSlot(row.listing);
  if (slot === null) {
    throw new MarketError(
      "listing_not_draft",
      `The listing is ${row.listing.status}; only a draft can be changed.`,
    );
  }
  const terms = Object.keys(patch).filter((field) => !versionFields.includes(field));
  if (slot === "current" || terms.length === 0) return { ...row, slot };
  throw new MarketError(
    "listing_not_draft",
    `The listing is published: its open version accepts a file, but not ${terms.join(", ")}. ` +
      "To change the texts, licence or price on sale, change the listing, not the draft.",
  );
}

/** The facts found in a draft's earlier file do not apply to a new one. */
const uploadChange: Record<UploadSlot, (upload: UploadRow | null) => ListingChange> = {
  current: (upload) => ({ ...noFactsYet, currentUploadId: upload?.id ?? null }),
  next: (upload) => ({ nextUploadId: upload?.id ?? null }),
};

type PriceChange = {
  before: ListingRow;
  after: ListingRow;
  upload: UploadRow | null;
  now: Date;
};

/** If its price or distributions let the file show more or less, its job has to run again. */
async function refreshSample(tx: Database, change: PriceChange): Promise<UploadRow | null> {
  const { before, after, upload, now } = change;
  if (upload === null || !needsNewSample(before, after, upload.state)) return upload;
  await enqueueJob(tx, "jobs.profile", { upload_id: upload.id }, now);
  return reopenUpload(tx, upload.id);
}

function changedFields(patch: DraftPatch): ListingChange {
  const format = patch.schema?.format ?? patch["schema.format"];
  const fields: ListingChange = {
    title: patch.title,
    description: patch.description,
    category: patch.category,
    priceCents: patch.price_cents,
    tags: patch.tags,
    ...(patch.license === undefined ? {} : licenseColumns(patch.license)),
    ...provenanceColumns(patch),
    pricingType: patch.pricing_type,
    auctionTerms: patch.auction,
    plans: patch.plans,
    trial: patch.trial,
    distributions: patch.distributions,
    contract: patch.contract,
    schemaFormat: format,
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/**
 * Asks the store before the transaction, so that no lock waits for the network. Joins the parts of a
 * multipart upload, so that the seller needs no separate call.
 */
async function findArrivedFile(
  ctx: Context,
  key: { listingId: string; agentId: string },
  path: string | undefined,
): Promise<ArrivedFile | null> {
  if (path === undefined) return null;
  const [own, upload] = await Promise.all([
    findOwnListing(ctx.db, key),
    findUploadByPath(ctx.db, { listingId: key.listingId, storagePath: path }),
  ]);
  requireChangeable(own, { full_data_path: path });
  if (upload === null) {
    throw new MarketError(
      "path_not_issued",
      "Use a `path` that upload-urls issued for this draft.",
      {
        faults: [fault("path_not_issued", "was not issued to this draft")],
      },
    );
  }
  if (upload.state !== "issued" && upload.byteSize !== null && upload.objectEtag !== null) {
    const { byteSize, heldBytes, objectEtag } = upload;
    return { path, byteSize, heldBytes, objectEtag };
  }
  const { id, storagePath, fileCount } = upload;
  if (fileCount !== null) {
    return { path, ...(await findArrivedFolder(ctx, { id, storagePath, fileCount })) };
  }
  const faults = upload.multipartId === null ? [] : await joinArrivedParts(ctx, upload);
  const arrived = await ctx.storage.findArrived(path);
  if (arrived === null) throw notUploaded(faults);
  if (arrived.byteSize > ctx.config.UPLOAD_BYTES_MAX) {
    throw new MarketError(
      "file_too_large",
      `The file has ${arrived.byteSize} bytes; the limit is ${ctx.config.UPLOAD_BYTES_MAX}.`,
    );
  }
  const [object] = await ctx.storage.admit([arrived]);
  if (object === undefined) {
    throw new MarketError("file_not_uploaded", "Another PUT arrived in the meantime. Try again.", {
      faults: [fault("file_not_uploaded", "was replaced during the check")],
    });
  }
  // It arrived whole, so any parts are no longer needed.
  await abortParts(ctx.storage, [upload]);
  return { path, byteSize: object.byteSize, heldBytes: object.byteSize, objectEtag: object.etag };
}

async function joinArrivedParts(ctx: Context, upload: UploadRow): Promise<FieldFault[]> {
  const md5s = await readPartChecksums(ctx.db, upload.id);
  const joined = { ...upload, plan: planOf(upload), byteSize: upload.announcedBytes };
  return joinParts(ctx.storage, joined, { md5s, limits: sizeLimits(ctx.config) });
}

function notUploaded(partFaults: FieldFault[]): MarketError {
  if (partFaults.length === 0) {
    return new MarketError("file_not_uploaded", "PUT the whole file to the upload URL first.", {
      faults: [fault("file_not_uploaded", "no file has arrived there")],
    });
  }
  const named = partFaults.map(({ detail }) => detail).join("; ");
  return new MarketError("file_not_uploaded", `The parts cannot be joined: ${named}.`, {
    faults: partFaults,
  });
}

const fault = (code: string, detail: string) => ({ pointer: "/full_data_path", code, detail });

type ArrivedFile = {
  path: string;
  byteSize: number;
  heldBytes: number;
  objectEtag: string;
  /** The ETags of a folder's files. */
  etags?: ArrivedFolder["etags"];
};

/** The upload of the arrived file: the one that it was issued for, or the one already attached. */
function chooseUpload(
  { path }: ArrivedFile,
  named: UploadRow | null,
  working: UploadRow | null,
): UploadRow | null {
  if (named === null) throw new Error(`upload ${path} vanished under its listing's lock`);
  const decision = decideAttach(named, working?.id ?? null);
  if (decision === "already_attached") return working;
  if (decision === "superseded") {
    throw new MarketError(
      "upload_superseded",
      "A later upload has replaced this one. Request a new upload URL.",
    );
  }
  return named;
}

type Attachment = {
  agentId: string;
  working: UploadRow | null;
  chosen: UploadRow;
  now: Date;
  arrived: ArrivedFile;
};

async function attach(tx: Database, config: Config, attachment: Attachment): Promise<UploadRow> {
  const { agentId, working, chosen, now } = attachment;
  const { path: _path, etags, ...facts } = attachment.arrived;
  const [attached] = await pipelined([
    () => attachUpload(tx, chosen.id, { ...facts, attachedAt: now }),
    // A folder whose refused files were sent again keeps its own upload.
    working?.id !== chosen.id && working !== null && (() => supersedeUpload(tx, working.id, now)),
    etags && (() => keepFileEtags(tx, chosen.id, etags)),
    () => enqueueJob(tx, "jobs.profile", { upload_id: chosen.id }, now),
  ]);
  // The quota promised with the URLs applies, even if the limits are smaller now.
  if (facts.heldBytes > chosen.heldBytes) await requireRoom(tx, config, agentId);
  return attached;
}
