import type { StorageConfig } from "../config.ts";
import { traceCalls } from "../telemetry/trace-calls.ts";
import { reportAvailability } from "./availability.ts";
import { createDiskStorage } from "./disk.ts";
import type { Storage } from "./port.ts";
import { createS3Storage } from "./s3.ts";

/** The configured store, without checking whether it answers. */
export function createStorage(config: StorageConfig): Storage {
  const store = config.kind === "s3" ? createS3Storage(config) : createDiskStorage(config);
  return traceCalls(reportAvailability(store), {
    name: "store",
    attributes: { "market.store": config.kind },
    methods: [
      ...["startMultipart", "writePart", "listParts", "completeMultipart", "abortMultipart"],
      ...["findArrived", "listArrived", "admit", "discardArrived", "writeArrived"],
      ...["listMultiparts", "head", "list", "read", "write", "delete", "deleteAll"],
    ] as (keyof Storage)[],
  });
}

/**
 * The same, once it answers; rejects if it does not. Creates nothing except the disk store's
 * folder: a missing bucket is an error.
 */
export async function openStorage(config: StorageConfig): Promise<Storage> {
  const storage = createStorage(config);
  await storage.ping();
  return storage;
}
