/** Checks that all files of a folder are in the store. */

import { readFilePartChecksums } from "../../../db/queries/listings/upload-file-parts.ts";
import { eachUploadFiles, type UploadFileRow } from "../../../db/queries/listings/upload-files.ts";
import type { ArrivedObject, Storage } from "../../../platform/storage/port.ts";
import type { Context } from "../../context.ts";
import { agreeing } from "../../counted.ts";
import { type FieldFault, MarketError } from "../../errors.ts";
import { FILE_FAULTS_MAX } from "../limits.ts";
import { joinParts } from "../upload/join-parts.ts";
import { sizeLimits } from "../upload/size-limits.ts";
import { fileKey, filePlan } from "./rules.ts";

const listedKeysMax = 1000;

export type ArrivedFolder = {
  byteSize: number;
  heldBytes: number;
  objectEtag: string;
  etags: { position: number; value: string }[];
};

/** Placeholder for the manifest's ETag until the worker has written it. */
const noManifestYet = "no-manifest-yet";

/** Files whose parts are joined concurrently; each takes a few calls to the store. */
const joinedAtOnce = 8;

type ArrivalCheck = {
  row: UploadFileRow;
  /** A complete object that still has to be admitted. */
  arrived: ArrivedObject | null;
  etag: string | null;
  faults: FieldFault[];
};

/**
 * Joins files that came in parts, and admits files that came whole. Errors: file_not_uploaded, with a
 * fault for each missing file or part, up to FILE_FAULTS_MAX.
 */
export async function findArrivedFolder(
  ctx: Pick<Context, "db" | "storage" | "config">,
  upload: { id: string; storagePath: string; fileCount: number },
): Promise<ArrivedFolder> {
  const { db, storage } = ctx;
  const found: ArrivedFolder = { byteSize: 0, heldBytes: 0, objectEtag: noManifestYet, etags: [] };
  const faults: FieldFault[] = [];
  let missing = 0;
  for await (const rows of eachUploadFiles(db, upload.id, listedKeysMax)) {
    found.byteSize += rows.reduce((sum, { byteSize }) => sum + byteSize, 0);
    const objects = await listObjects(storage, upload.storagePath, rows);
    const own = rows.filter(({ isReused }) => !isReused);
    for (const { row, etag, faults: some } of await lookAtEach(ctx, own, objects)) {
      if (etag === null) {
        missing++;
        faults.push(...some.slice(0, FILE_FAULTS_MAX - faults.length));
      } else {
        found.heldBytes += row.byteSize;
        found.etags.push({ position: row.position, value: etag });
      }
    }
  }
  if (missing === 0) return found;
  const detail = `${missing} of ${upload.fileCount} files ${agreeing(missing, "has", "have")} not arrived completely; list those in state \`awaited\`.`;
  throw new MarketError("file_not_uploaded", detail, { faults });
}

/** Joins the parts of files that are not yet whole, some files at a time. */
async function lookAtEach(
  ctx: Pick<Context, "db" | "storage" | "config">,
  rows: readonly UploadFileRow[],
  objects: ReadonlyMap<string, ArrivedObject>,
): Promise<ArrivalCheck[]> {
  const looks = rows.map((row) => lookAt(row, objects.get(row.storagePath)));
  await admitWhole(ctx.storage, looks);
  const inParts = looks.filter(({ row, etag }) => etag === null && row.multipartId !== null);
  for (let first = 0; first < inParts.length; first += joinedAtOnce) {
    const some = inParts.slice(first, first + joinedAtOnce);
    await Promise.all(some.map(async (look) => Object.assign(look, await joinFile(ctx, look))));
  }
  return looks;
}

function lookAt(row: UploadFileRow, object: ArrivedObject | undefined): ArrivalCheck {
  const isWhole = object !== undefined && object.byteSize === row.byteSize;
  if (!isWhole) return { row, arrived: null, etag: null, faults: [faultOf(row, object)] };
  if (object.isAdmitted) return { row, arrived: null, etag: object.etag, faults: [] };
  return { row, arrived: object, etag: null, faults: [changedFault(row)] };
}

/** Sets the ETags of the files that were admitted. */
async function admitWhole(storage: Storage, looks: readonly ArrivalCheck[]): Promise<void> {
  const whole = looks.flatMap(({ arrived }) => arrived ?? []);
  const admitted = new Map((await storage.admit(whole)).map((object) => [object.key, object]));
  for (const look of looks) {
    const object = admitted.get(look.row.storagePath);
    if (object?.byteSize === look.row.byteSize)
      Object.assign(look, { etag: object.etag, faults: [] });
  }
}

async function joinFile(
  { db, storage, config }: Pick<Context, "db" | "storage" | "config">,
  look: ArrivalCheck,
): Promise<Pick<ArrivalCheck, "etag" | "faults">> {
  const { row } = look;
  const limits = sizeLimits(config);
  const md5s = await readFilePartChecksums(db, row);
  const joined = { ...row, plan: filePlan(row, limits) };
  const faults = await joinParts(storage, joined, { md5s, limits });
  const named = faults.map((fault) => ({ ...fault, detail: `${row.path}: ${fault.detail}` }));
  if (named.length > 0) return { etag: null, faults: named };
  const head = await storage.head(row.storagePath);
  return head?.byteSize === row.byteSize ? { etag: head.etag, faults: [] } : look;
}

/** The stored objects of a range of files, listed by key in the order of the files. */
async function listObjects(
  storage: Storage,
  folderPath: string,
  rows: readonly UploadFileRow[],
): Promise<Map<string, ArrivedObject>> {
  const first = rows[0]?.position ?? 0;
  const after = first === 0 ? undefined : fileKey(folderPath, first - 1);
  const objects = await storage.listArrived(`${folderPath}/`, { after, keysMax: rows.length });
  return new Map(objects.map((object) => [object.key, object]));
}

function changedFault({ path }: UploadFileRow): FieldFault {
  const detail = `${path}: another PUT arrived during the check`;
  return { pointer: "/full_data_path", code: "file_not_uploaded", detail };
}

function faultOf({ path, byteSize }: UploadFileRow, object: ArrivedObject | undefined): FieldFault {
  const found = object === undefined ? "nothing has arrived" : `${object.byteSize} bytes arrived`;
  const detail = `${path}: ${found}, of ${byteSize} bytes`;
  return { pointer: "/full_data_path", code: "file_not_uploaded", detail };
}
