/** The door of the query engine: what a query process needs of it, and nothing native. */
export { TaskFailure } from "./child.ts";
export { writeFooter } from "./footer-bytes.ts";
export { type ParquetIndex, readIndex } from "./parquet-index.ts";
export { QueryPool } from "./pool.ts";
export type { QueryTask, TaskAnswer } from "./protocol.ts";
export { pruneGroups } from "./prune.ts";
export { sumsMayBeWide } from "./wide-sums.ts";
