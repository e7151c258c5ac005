/**
 * Fetches what an import names, and attaches it as its seller would. It may be killed at any point: the
 * upload has the import's id, parts that have arrived stay in the store, and attaching twice is once.
 */
import { findAgent } from "../../db/queries/agents/agents.ts";
import type { ImportRow } from "../../db/queries/imports/imports.ts";
import { beginFileParts } from "../../db/queries/listings/upload-file-parts.ts";
import { eachUploadFiles, type UploadFileRow } from "../../db/queries/listings/upload-files.ts";
import { findUpload } from "../../db/queries/listings/uploads.ts";
import type { AgentActor } from "../../db/vocabulary/actor.ts";
import type { Context } from "../../market/context.ts";
import { MarketError } from "../../market/errors.ts";
import { issueFolderUrls } from "../../market/listing/folder/issue-folder-urls.ts";
import { type CroissantFile, s3ObjectOf } from "../../market/listing/import/rules.ts";
import {
  endCancelledImport,
  failImport,
  finishImport,
  giveImportBack,
  type ImportProgress,
  renewImport,
} from "../../market/listing/import/run-claims.ts";
import { type ImportSource, readSource } from "../../market/listing/import/stored-source.ts";
import { IMPORT_HOURS_MAX, UPLOAD_PARTS_MAX } from "../../market/listing/limits.ts";
import { updateDraft } from "../../market/listing/update-draft.ts";
import { endUpload } from "../../market/listing/upload/end-upload.ts";
import { issueUploadUrls } from "../../market/listing/upload/issue-upload-urls.ts";
import { planOf, stateOf } from "../../market/listing/upload/upload-view.ts";
import type { TransferFailure } from "../../market/transfer-claims.ts";
import type { Logger } from "../../platform/log.ts";
import { hourMs } from "../../platform/time.ts";
import type { RemoteFile, RemoteFiles } from "../../platform/transfers/remote-files.ts";
import { signS3Read } from "../../platform/transfers/s3-source.ts";
import { fetchObject, ImportRefusal } from "./fetch-object.ts";
import { listCroissantFiles } from "./list-croissant-files.ts";
import { partBytesFor } from "./part-bytes.ts";
import {
  runTransfer,
  type Transfer,
  type TransferOutcome,
  TransferRefusal,
} from "./run-transfer.ts";

export type ImportDeps = { ctx: Context; remote: RemoteFiles; log: Logger };
export type ImportOutcome = TransferOutcome | "cancelled";

/** Sizes of a Croissant document's files asked for at once. */
const looksAtOnce = 8;
/** A part is held in memory; with the most parts it makes 320 GiB. */
const partBytesMax = 32 * 1024 ** 2;

/** Runs a claimed import until it has ended, failed or must stop. */
export async function runImport(
  deps: ImportDeps,
  row: ImportRow,
  signal: AbortSignal,
): Promise<ImportOutcome> {
  const { ctx, log } = deps;
  if (row.state === "cancelled") return cleanUp(ctx, row);
  const progress = progressOf(row);
  const bytesBefore = row.bytesDone;
  const transfer: Transfer = {
    id: row.id,
    work: ({ signal: stops, save }) =>
      inTime(ctx, row, stops, (inTimeSignal) =>
        fetchAndAttach({ ...deps, row, progress, save, signal: inTimeSignal }),
      ),
    renew: () => renewImport(ctx, row, progress),
    finish: () => finishImport(ctx, row, progress),
    fail: (attempt) => failImport(ctx, row, attempt),
    giveBack: () => giveImportBack(ctx, row),
    hasProgress: () => progress.bytesDone > bytesBefore,
    failureOf: refusalOf,
  };
  return runTransfer(transfer, log, signal);
}

const progressOf = (row: ImportRow): ImportProgress => ({
  bytesDone: 0,
  bytesTotal: row.bytesTotal,
  filesDone: 0,
  filesTotal: row.filesTotal,
  validator: row.validator,
});

/** Runs the work with a signal that also ends it when the import's time is over. */
async function inTime(
  { now }: Context,
  row: ImportRow,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const leftMs = row.createdAt.getTime() + IMPORT_HOURS_MAX * hourMs - now().getTime();
  const late = AbortSignal.timeout(Math.max(0, leftMs));
  try {
    await work(AbortSignal.any([signal, late]));
  } catch (error) {
    if (!late.aborted) throw error;
    throw new TransferRefusal("timeout", `It did not arrive within ${IMPORT_HOURS_MAX} hours.`);
  }
}

/** Refusals that another attempt may not meet. */
const passing = new Set(["rate_limited", "storage_unavailable"]);

function refusalOf(error: unknown): TransferFailure | null {
  if (!(error instanceof MarketError)) return null;
  const { code, message: detail, facts } = error;
  const { retryAfterSeconds = null } = facts;
  const isOurs = passing.has(code);
  return { code, detail, isFinal: !isOurs, isOurs, retryAfterSeconds };
}

async function cleanUp(ctx: Context, row: ImportRow): Promise<ImportOutcome> {
  await dropUpload(ctx, row);
  await endCancelledImport(ctx, row.id);
  return "cancelled";
}

/** Deletes what has arrived, if anything has and it is not attached. */
async function dropUpload(ctx: Context, { id, listingId, agentId }: ImportRow): Promise<void> {
  const actor: AgentActor = { kind: "agent", agentId, verified: false };
  await endUpload(ctx, actor, { listingId, uploadId: id }).catch((error: unknown) => {
    const gone = ["upload_not_found", "upload_not_open", "listing_not_found"];
    if (!(error instanceof MarketError) || !gone.includes(error.code)) throw error;
  });
}

type Run = ImportDeps & {
  row: ImportRow;
  progress: ImportProgress;
  /** Stores the progress. */
  save: () => Promise<void>;
  signal: AbortSignal;
};

async function fetchAndAttach(run: Run): Promise<void> {
  const { ctx, row } = run;
  const agent = await requireAgent(ctx, row.agentId);
  const source = readSource(ctx, row);
  if (source === null) {
    throw new MarketError("storage_unavailable", "Its stored address cannot be decrypted now.");
  }
  const upload = await findUpload(ctx.db, { listingId: row.listingId, uploadId: row.id });
  const state = upload === null ? "open" : stateOf(upload);
  if (state === "ended") {
    throw new ImportRefusal("upload_not_open", "Its upload was ended or replaced: start another.");
  }
  try {
    const path = state === "attached" ? null : await fetchAll(run, { agent, source });
    if (path === null) return;
    run.signal.throwIfAborted();
    await updateDraft(ctx, agent, row.listingId, { full_data_path: path });
  } catch (error) {
    if (error instanceof ImportRefusal && error.spoilsUpload) await dropUpload(ctx, row);
    throw error;
  }
}

async function requireAgent(ctx: Context, agentId: string): Promise<AgentActor> {
  const agent = await findAgent(ctx.db, agentId);
  if (agent === null || agent.state === "revoked" || agent.state === "rejected") {
    throw new ImportRefusal("token_revoked", "The agent that started it was revoked.");
  }
  return { kind: "agent", agentId, verified: agent.state === "verified" };
}

type Owned = { agent: AgentActor; source: ImportSource };
type Wanted = { address: string; sha256: string | null };

/** Returns the upload's path. */
async function fetchAll(run: Run, { agent, source }: Owned): Promise<string> {
  const { row } = run;
  const single = { address: source.address, sha256: row.statedSha256 };
  if (row.kind === "file") return fetchSingle(run, { agent, source }, single);
  const files = await listCroissantFiles(run, await urlOf(source, source.address), source.address);
  const [only] = files;
  if (files.length === 1 && only !== undefined) {
    return fetchSingle(run, { agent, source }, { ...only, sha256: only.sha256 ?? null });
  }
  return fetchFolder(run, { agent, source }, files);
}

/** An address to fetch: of an S3 object a signed one, fresh for each attempt. */
async function urlOf({ s3 }: ImportSource, address: string): Promise<string> {
  const object = s3ObjectOf(address);
  if (object === null) return address;
  if (s3 === undefined) {
    throw new ImportRefusal("url_not_allowed", "An s3:// address needs keys in `s3`.");
  }
  return signS3Read(s3, object);
}

async function fetchSingle(run: Run, owned: Owned, wanted: Wanted): Promise<string> {
  const { ctx, row, progress, signal } = run;
  const url = await urlOf(owned.source, wanted.address);
  const remote = await run.remote.look(url, signal);
  const { byteSize } = remote;
  if (byteSize === 0) throw new ImportRefusal("file_empty", "The file at the address is empty.");
  const bytesMax = bytesMaxOf(ctx);
  if (byteSize !== null && byteSize > bytesMax) throw tooLarge(bytesMax);
  const key = { listingId: row.listingId, uploadId: row.id };
  if ((await findUpload(ctx.db, key)) === null) {
    // Before the first part is stored, so that it is never joined with parts of another file.
    progress.validator = remote.validator;
    await run.save();
    const announced = byteSize === null ? {} : announce(byteSize);
    await issueUploadUrls(ctx, owned.agent, row.listingId, announced, row.id);
  }
  const upload = await findUpload(ctx.db, key);
  if (upload === null) throw new Error(`the upload ${row.id} was not written`);
  if (upload.fileCount !== null || upload.announcedBytes !== byteSize) throw sourceChanged();
  requireSame(progress, remote);
  progress.bytesTotal = byteSize;
  progress.filesTotal = 1;
  const plan = planOf(upload);
  await fetchObject(run, {
    url,
    key: upload.storagePath,
    byteSize,
    bytesMax,
    sha256: wanted.sha256,
    validator: remote.validator,
    parts:
      plan?.partBytes == null || upload.multipartId === null
        ? null
        : { partBytes: plan.partBytes, multipartId: async () => upload.multipartId ?? "" },
  });
  progress.filesDone = 1;
  return upload.storagePath;
}

function requireSame(progress: ImportProgress, remote: RemoteFile): void {
  if (progress.validator !== null && remote.validator !== progress.validator) throw sourceChanged();
}

const sourceChanged = () =>
  new ImportRefusal("source_changed", "The address now has another file: start another import.", {
    spoilsUpload: true,
  });

const tooLarge = (bytesMax: number) =>
  new ImportRefusal("file_too_large", `An import may have at most ${bytesMax} bytes.`);

const bytesMaxOf = ({ config }: Context) =>
  Math.min(config.UPLOAD_BYTES_MAX, partBytesMax * UPLOAD_PARTS_MAX);

function announce(byteSize: number) {
  const partBytes = partBytesFor(byteSize);
  return byteSize <= partBytes
    ? { byte_size: byteSize }
    : { byte_size: byteSize, part_byte_size: partBytes };
}

async function fetchFolder(run: Run, owned: Owned, files: CroissantFile[]): Promise<string> {
  const { ctx, row, progress } = run;
  const key = { listingId: row.listingId, uploadId: row.id };
  if ((await findUpload(ctx.db, key)) === null) {
    const announced = await announceFolder(run, owned.source, files);
    await issueFolderUrls(ctx, owned.agent, row.listingId, announced, row.id);
  }
  const upload = await findUpload(ctx.db, key);
  if (upload === null) throw new Error(`the upload ${row.id} was not written`);
  if (upload.fileCount !== files.length) throw sourceChanged();
  progress.filesTotal = upload.fileCount;
  progress.bytesTotal = upload.byteSizeMax;
  const byName = new Map(files.map((file) => [file.name, file]));
  for await (const some of eachUploadFiles(ctx.db, row.id)) {
    for (const file of some) {
      const named = byName.get(file.path);
      if (named === undefined || (named.sha256 ?? null) !== file.statedSha256) {
        throw sourceChanged();
      }
      await fetchFolderFile(run, owned.source, { file, named });
      progress.filesDone += 1;
    }
  }
  return upload.storagePath;
}

async function announceFolder(
  { ctx, remote, signal }: Run,
  source: ImportSource,
  files: CroissantFile[],
) {
  const announced: { name: string; byte_size: number; sha256?: string }[] = [];
  for (let from = 0; from < files.length; from += looksAtOnce) {
    const some = files.slice(from, from + looksAtOnce).map(async (file) => {
      const byteSize =
        file.byteSize ?? (await remote.look(await urlOf(source, file.address), signal)).byteSize;
      if (byteSize === null) {
        const detail = `The server does not state the size of ${file.name.slice(0, 200)}.`;
        throw new ImportRefusal("size_unknown", detail);
      }
      const { name, sha256 } = file;
      return { name, byte_size: byteSize, ...(sha256 === undefined ? {} : { sha256 }) };
    });
    announced.push(...(await Promise.all(some)));
  }
  const bytes = announced.reduce((sum, { byte_size: size }) => sum + size, 0);
  if (bytes > bytesMaxOf(ctx)) throw tooLarge(bytesMaxOf(ctx));
  return announced;
}

async function fetchFolderFile(
  run: Run,
  source: ImportSource,
  { file, named }: { file: UploadFileRow; named: CroissantFile },
): Promise<void> {
  const { ctx, progress } = run;
  const { byteSize, storagePath: key, statedSha256: sha256, isReused } = file;
  if (isReused) {
    progress.bytesDone += byteSize;
    return;
  }
  const partBytes = file.partBytes ?? partBytesFor(byteSize);
  await fetchObject(run, {
    url: await urlOf(source, named.address),
    key,
    byteSize,
    bytesMax: byteSize,
    sha256,
    validator: null,
    parts:
      byteSize <= partBytes
        ? null
        : { partBytes, multipartId: () => partsOf(ctx, file, partBytes) },
  });
}

async function partsOf(ctx: Context, file: UploadFileRow, partBytes: number): Promise<string> {
  if (file.multipartId !== null) return file.multipartId;
  const { uploadId, position, storagePath } = file;
  const multipartId = await ctx.storage.startMultipart(storagePath);
  const begun = { multipartId, partBytes, expectedMultipartId: null };
  if (await beginFileParts(ctx.db, { uploadId, position }, begun)) return multipartId;
  await ctx.storage.abortMultipart(storagePath, multipartId);
  throw new ImportRefusal("upload_not_open", "Its upload was ended or replaced: start another.");
}
