import type { ParquetIndex } from "../../dataset/query/engine.ts";
import type { QueriedColumn } from "../../market/query/plan.ts";

/** A table's columns as a query sees them. */
export function queriedColumns({ columns }: ParquetIndex): QueriedColumn[] {
  return columns.map(({ name, kind, isDecimal, unit }) => {
    if (isDecimal) return { name, kind, storedAs: "decimal" };
    const isFine = kind === "datetime" && unit === "ns";
    return isFine ? { name, kind, storedAs: "nanoseconds" } : { name, kind };
  });
}
