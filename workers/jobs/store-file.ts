import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { Readable } from "node:stream";
import type { Storage } from "../../platform/storage/port.ts";
import { StoreFailedError } from "./fetch-file.ts";

type Target = { key: string; type: string; failure: string };

/** Stores a file of this machine under `key`. Errors: StoreFailedError, with `failure` as its message. */
export async function storeFile(
  storage: Storage,
  path: string,
  { key, type, failure }: Target,
): Promise<{ byteSize: number; sha256: string }> {
  const { size: byteSize } = await stat(path);
  const hash = createHash("sha256");
  const bytes = createReadStream(path).on("data", (chunk) => hash.update(chunk));
  const body = Readable.toWeb(bytes) as unknown as ReadableStream<Uint8Array>;
  try {
    await storage.write(key, body, type);
  } catch (error) {
    throw new StoreFailedError(failure, { cause: error });
  } finally {
    // A store that fails before it reads would leave the file open.
    bytes.destroy();
  }
  return { byteSize, sha256: hash.digest("hex") };
}
