import {
  beginFileParts,
  readFilePartChecksums,
  writeFilePartChecksums,
} from "../../../db/queries/listings/upload-file-parts.ts";
import type { UploadFileRow } from "../../../db/queries/listings/upload-files.ts";
import type { AgentActor } from "../../../db/vocabulary/actor.ts";
import type { ArrivedPart } from "../../../platform/storage/port.ts";
import type { Context } from "../../context.ts";
import { MarketError } from "../../errors.ts";
import { chooseParts } from "../upload/choose-parts.ts";
import { joinParts } from "../upload/join-parts.ts";
import { missingParts, type PartPlan, recommendParts, type SizeLimits } from "../upload/rules.ts";
import type { PartUrlsBody } from "../upload/schemas.ts";
import { type PartToSign, signParts } from "../upload/sign-urls.ts";
import { sizeLimits } from "../upload/size-limits.ts";
import { unlessOvertaken } from "../upload/unless-overtaken.ts";
import { type FolderFileKey, findFolderFile } from "./find-folder-file.ts";
import { keepFolderOpen } from "./keep-folder-open.ts";
import type { FilePartUrlsView } from "./part-schemas.ts";
import { filePlan } from "./rules.ts";

type Running = { multipartId: string; plan: PartPlan; arrived: ArrivedPart[] };

/**
 * Signs URLs for parts of one file of an open folder, at any time. A file planned for a single PUT uses the
 * recommended parts from now on. If no part is missing, it joins the file instead.
 * Errors: invalid_request, listing_not_found, listing_not_draft, upload_superseded,
 * upload_not_found, upload_not_open, file_not_uploaded, quota_exceeded.
 */
export async function signFilePartUrls(
  ctx: Context,
  agent: AgentActor,
  key: FolderFileKey,
  body: PartUrlsBody,
): Promise<FilePartUrlsView> {
  return unlessOvertaken(() => signOnce(ctx, agent, key, body));
}

/** Null if another call started the file's parts, or ended the upload, at the same moment. */
async function signOnce(
  ctx: Context,
  agent: AgentActor,
  key: FolderFileKey,
  body: PartUrlsBody,
): Promise<FilePartUrlsView | null> {
  const { upload, file } = await findFolderFile(ctx, agent, key);
  if (upload.state !== "issued") throw notOpen("The folder was attached");
  if (file.isReused) throw notOpen("An earlier version has the file, so it need not be sent");
  const limits = sizeLimits(ctx.config);
  const running = await begin(ctx, file, limits);
  if (running === null) return viewArrived(ctx, file, limits);
  const { plan, arrived, multipartId } = running;
  const md5s = () => readFilePartChecksums(ctx.db, key);
  const parts = await chooseParts({ plan, arrived, byteSize: file.byteSize }, body, md5s);
  if (parts.length === 0) {
    await joinFile(ctx, file, { plan, limits, md5s: await md5s() });
    return viewArrived(ctx, file, limits);
  }
  const { storagePath, byteSize } = file;
  const abort = async () => {
    if (multipartId !== file.multipartId)
      await ctx.storage.abortMultipart(storagePath, multipartId);
  };
  const isKept = await keepOpen(ctx, agent, { key, file, running, parts }).catch(
    async (error: unknown) => {
      await abort();
      throw error;
    },
  );
  if (!isKept) {
    await abort();
    return null;
  }
  const ttlSeconds = ctx.config.UPLOAD_URL_TTL_SECONDS;
  const target = { storagePath, multipartId, plan, byteSize, byteSizeMax: byteSize };
  const missing = missingParts(plan.parts, arrived);
  return {
    ...describe(file, plan, "awaited"),
    expires_in: ttlSeconds,
    parts_missing: missing.reduce((sum, { first, last }) => sum + last - first + 1, 0),
    parts: await signParts({ storage: ctx.storage, limits, ttlSeconds }, target, parts),
  };
}

/** The file's state at the store, with a multipart upload started; null if the file is already complete. */
async function begin(
  { storage }: Context,
  file: UploadFileRow,
  limits: SizeLimits,
): Promise<Running | null> {
  const { storagePath, byteSize, multipartId } = file;
  const isThere = async () => (await storage.findArrived(storagePath))?.byteSize === byteSize;
  if (await isThere()) return null;
  if (byteSize === 0) throw notOpen("An empty file takes a single PUT");
  const plan = filePlan(file, limits) ?? recommendParts(byteSize, limits);
  const arrived = multipartId === null ? null : await storage.listParts(storagePath, multipartId);
  if (multipartId !== null && arrived !== null) return { multipartId, plan, arrived };
  // Another call may have joined the parts since. An aborted multipart upload is started again.
  if (multipartId !== null && (await isThere())) return null;
  return { multipartId: await storage.startMultipart(storagePath), plan, arrived: [] };
}

async function joinFile(
  { storage }: Context,
  file: UploadFileRow,
  joining: { plan: PartPlan; limits: SizeLimits; md5s: ReadonlyMap<number, string> },
): Promise<void> {
  const faults = await joinParts(storage, { ...file, plan: joining.plan }, joining);
  if (faults.length > 0) {
    const named = faults.map(({ detail }) => detail).join("; ");
    throw new MarketError("file_not_uploaded", `The parts cannot be joined: ${named}.`);
  }
  if ((await storage.head(file.storagePath))?.byteSize === file.byteSize) return;
  throw notOpen("Its parts changed during this call: try again");
}

type Keeping = {
  key: FolderFileKey;
  file: UploadFileRow;
  running: Running;
  parts: PartToSign[];
};

async function keepOpen(
  ctx: Context,
  agent: AgentActor,
  { key, file, running: { multipartId, plan }, parts }: Keeping,
): Promise<boolean> {
  const { multipartId: expectedMultipartId, byteSize } = file;
  const { partBytes } = plan;
  return keepFolderOpen(ctx, agent, key, async (tx) => {
    const begun = { multipartId, partBytes: partBytes ?? byteSize, expectedMultipartId };
    if (!(await beginFileParts(tx, key, begun))) return false;
    await writeFilePartChecksums(tx, key, parts);
    return true;
  });
}

function viewArrived(ctx: Context, file: UploadFileRow, limits: SizeLimits): FilePartUrlsView {
  return {
    ...describe(file, filePlan(file, limits), "arrived"),
    expires_in: ctx.config.UPLOAD_URL_TTL_SECONDS,
    parts_missing: 0,
    parts: [],
  };
}

function describe(file: UploadFileRow, plan: PartPlan | null, state: FilePartUrlsView["state"]) {
  return {
    name: file.path,
    position: file.position,
    byte_size: file.byteSize,
    state,
    parts_expected: plan?.parts ?? null,
    part_byte_size: plan?.partBytes ?? null,
  };
}

function notOpen(reason: string): MarketError {
  return new MarketError("upload_not_open", `${reason}.`);
}
