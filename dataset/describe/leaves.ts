/** How many single values a cell holds, so that a document is not taken for one cell. */

/** 0 for a missing value, 1 for a single one; of nested ones those inside, at least 1. */
export function leavesOf(value: unknown): number {
  if (value === null || value === undefined) return 0;
  return Math.max(1, countLeaves(value));
}

function countLeaves(value: unknown): number {
  if (value === null || value === undefined) return 0;
  if (typeof value !== "object" || value instanceof Date) return 1;
  let leaves = 0;
  for (const inner of Object.values(value)) leaves += countLeaves(inner);
  return leaves;
}
