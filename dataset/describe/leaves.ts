/**
 * Number of single values in a cell, so that a nested document does not count as one cell: 0 if
 * missing, 1 if single, at least 1 if nested.
 */
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
