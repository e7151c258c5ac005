/** Whether all files of a folder are in the store, as its seller says. */
import type { Database } from "../../../db/client.ts";
import { eachUploadFiles, type UploadFileRow } from "../../../db/queries/listings/upload-files.ts";
import type { Storage, StoredObject } from "../../../platform/storage/port.ts";
import { type FieldFault, MarketError } from "../../errors.ts";
import { FILE_FAULTS_MAX } from "../../limits.ts";
import { fileKey } from "./rules.ts";

const listedKeysMax = 1000;

export type ArrivedFolder = {
  byteSize: number;
  heldBytes: number;
  objectEtag: string;
  etags: { position: number; value: string }[];
};

/** Stands for the manifest's ETag until the worker has written it. */
const noManifestYet = "no-manifest-yet";

/** Errors: file_not_uploaded, with a fault for each file that is missing, up to FILE_FAULTS_MAX. */
export async function findArrivedFolder(
  { db, storage }: { db: Database; storage: Storage },
  upload: { id: string; storagePath: string; fileCount: number },
): Promise<ArrivedFolder> {
  const found: ArrivedFolder = { byteSize: 0, heldBytes: 0, objectEtag: noManifestYet, etags: [] };
  const faults: FieldFault[] = [];
  let missing = 0;
  for await (const rows of eachUploadFiles(db, upload.id, listedKeysMax)) {
    const objects = await listObjects(storage, upload.storagePath, rows);
    for (const row of rows) {
      found.byteSize += row.byteSize;
      if (row.isReused) continue;
      const object = objects.get(row.storagePath);
      if (object?.byteSize === row.byteSize) {
        found.heldBytes += row.byteSize;
        found.etags.push({ position: row.position, value: object.etag });
        continue;
      }
      missing++;
      if (faults.length < FILE_FAULTS_MAX) faults.push(faultOf(row, object));
    }
  }
  if (missing === 0) return found;
  const detail = `${missing} of ${upload.fileCount} files have not arrived whole; ask for those in state \`awaited\`.`;
  throw new MarketError("file_not_uploaded", detail, { faults });
}

/** The objects of a run of files, by their keys: they are listed in the order of the files. */
async function listObjects(
  storage: Storage,
  folderPath: string,
  rows: readonly UploadFileRow[],
): Promise<Map<string, StoredObject>> {
  const first = rows[0]?.position ?? 0;
  const after = first === 0 ? undefined : fileKey(folderPath, first - 1);
  const objects = await storage.list(`${folderPath}/`, { after, keysMax: rows.length });
  return new Map(objects.map((object) => [object.key, object]));
}

function faultOf({ path, byteSize }: UploadFileRow, object: StoredObject | undefined): FieldFault {
  const found = object === undefined ? "nothing has arrived" : `${object.byteSize} bytes arrived`;
  const detail = `${path}: ${found}, of ${byteSize} bytes`;
  return { pointer: "/full_data_path", code: "file_not_uploaded", detail };
}
