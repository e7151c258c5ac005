/**
 * Causes on our side that kept a profile job from completing: a label for alerts, not a verdict
 * about the file.
 */
import { ChildFailure } from "../../dataset/child/pool.ts";
import { databaseTrouble } from "../../db/trouble.ts";
import { StorageUnavailableError } from "../../platform/storage/port.ts";
import { DiskFailedError, StoreFailedError } from "./fetch-file.ts";

/**
 * `disk`: the work folder. `storage`: the file store. `database`: Postgres. `child`: the host ended
 * the job's process, or could not start it. `worker`: the worker died. `unexpected`: a fault of
 * this program.
 */
export type ServiceCause = "disk" | "storage" | "database" | "child" | "worker" | "unexpected";

const diskCodes = new Set(["ENOSPC", "EDQUOT", "EROFS", "EIO", "EMFILE", "ENFILE", "EACCES"]);

/** For an error that is not the file's fault. */
export function serviceCause(error: unknown): ServiceCause {
  if (error instanceof DiskFailedError) return "disk";
  if (error instanceof StoreFailedError || error instanceof StorageUnavailableError) {
    return "storage";
  }
  if (databaseTrouble(error) !== null) return "database";
  if (error instanceof ChildFailure) return error.kind === "machine_fault" ? "disk" : "child";
  const isOfDisk = error instanceof Error && "code" in error && diskCodes.has(String(error.code));
  return isOfDisk ? "disk" : "unexpected";
}
