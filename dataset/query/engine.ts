/** The entry to the query engine for the query process; it loads nothing native. */
export { TaskFailure } from "./child.ts";
export { readFault } from "./fault-mark.ts";
export { writeFooter } from "./footer-bytes.ts";
export { type ParquetIndex, readIndex } from "./parquet-index.ts";
export { QueryPool } from "./pool.ts";
export type { QueryTask, TaskAnswer } from "./protocol.ts";
export { pruneGroups } from "./prune.ts";
export { sumsMayBeWide } from "./wide-sums.ts";
