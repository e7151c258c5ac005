/** Which adapter of the storage port is used. */
import type { StorageConfig } from "../config.ts";
import { tellAvailability } from "./availability.ts";
import { createDiskStorage } from "./disk.ts";
import type { Storage } from "./port.ts";
import { createS3Storage } from "./s3.ts";

/**
 * Opens the store that the configuration names and checks that it answers. Nothing is created
 * but the folder of the disk store: a missing bucket is an error that says so.
 */
export async function openStorage(config: StorageConfig): Promise<Storage> {
  const storage = config.kind === "s3" ? createS3Storage(config) : createDiskStorage(config);
  await storage.ping();
  return tellAvailability(storage);
}
