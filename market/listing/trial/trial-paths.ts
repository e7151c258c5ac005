/** The object keys of a trial's files. Pure. */
import { twinPath } from "../../profile/twin-path.ts";

/** The same for every attempt, so that a retry overwrites what a killed one left. */
export function trialPath(trialFileId: string): string {
  return `trials/${trialFileId}.csv`;
}

/** Its rows as Parquet, stored like every file's Parquet copy. */
export function trialParquetPath(trialFileId: string): string {
  return twinPath(trialFileId, 0);
}
