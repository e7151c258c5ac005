/** Checks that a stored file is the one that was sold. */
import { createHash } from "node:crypto";
import { replaceObjectEtag } from "../../db/queries/purchases/deliveries.ts";
import { ObjectNotFoundError, type Storage } from "../../platform/storage/port.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";

/** The file as it was put on sale. */
export type SoldFile = {
  storagePath: string;
  objectEtag: string | null;
  byteSize: number | null;
  /** Null: the worker never read the whole file. */
  sha256: string | null;
  samplePath: string | null;
};

/** intact: `etag` is the object's current one. The other two are the file's faults, never the store's. */
export type FileCheck =
  | { kind: "intact"; etag: string }
  | { kind: "file_missing" }
  | { kind: "file_changed" };

const retryAfterSeconds = 5;

/**
 * Whether the stored object is still the sold file. A different ETag proves nothing, because a moved or
 * restored store has new ones, so the bytes are hashed then.
 * Errors: storage_unavailable if the store does not answer or looks lost as a whole.
 */
export async function checkFile(storage: Storage, file: SoldFile): Promise<FileCheck> {
  try {
    return await check(storage, file);
  } catch (error) {
    if (error instanceof MarketError) throw error;
    if (error instanceof ObjectNotFoundError) throw storeMoves();
    throw new MarketError("storage_unavailable", "The file store does not answer. Try again.", {
      retryAfterSeconds,
    });
  }
}

/** Checks a version's single file. Stores a new ETag, so that the file is hashed once. */
export async function checkUpload(
  { db, storage }: Pick<Context, "db" | "storage">,
  upload: SoldFile & { id: string },
): Promise<FileCheck> {
  const check = await checkFile(storage, upload);
  if (check.kind === "intact" && check.etag !== upload.objectEtag) {
    await replaceObjectEtag(db, upload.id, { from: upload.objectEtag, to: check.etag });
  }
  return check;
}

async function check(storage: Storage, file: SoldFile): Promise<FileCheck> {
  const head = await storage.head(file.storagePath);
  if (head === null) {
    await requireWholeStore(storage, file);
    return { kind: "file_missing" };
  }
  if (head.etag === file.objectEtag) return { kind: "intact", etag: head.etag };
  if (file.sha256 === null) return { kind: "file_changed" };
  if (file.byteSize !== null && head.byteSize !== file.byteSize) return { kind: "file_changed" };
  const sha256 = await hashOnce(storage, file.storagePath, head.etag);
  const after = await storage.head(file.storagePath);
  if (after?.etag !== head.etag) throw storeMoves();
  return sha256 === file.sha256 ? { kind: "intact", etag: head.etag } : { kind: "file_changed" };
}

/** An emptied or unmounted store has lost the sample too: nobody is refunded for that. */
async function requireWholeStore(storage: Storage, file: SoldFile): Promise<void> {
  await storage.ping();
  if (file.samplePath === null || (await storage.head(file.samplePath)) !== null) return;
  throw new MarketError("storage_unavailable", "The file store is incomplete. Try again later.", {
    retryAfterSeconds,
  });
}

function storeMoves(): MarketError {
  return new MarketError("storage_unavailable", "The file is being replaced. Try again.", {
    retryAfterSeconds,
  });
}

const hashing = new Map<string, Promise<string>>();

/** Concurrent requests share one read of the object. */
function hashOnce(storage: Storage, key: string, etag: string): Promise<string> {
  const object = `${key} ${etag}`;
  const running = hashing.get(object);
  if (running !== undefined) return running;
  const started = hashObject(storage, key).finally(() => hashing.delete(object));
  hashing.set(object, started);
  return started;
}

async function hashObject(storage: Storage, key: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of await storage.read(key)) hash.update(chunk);
  return hash.digest("hex");
}
