import type { ParquetIndex } from "./parquet-index.ts";

const int64Max = 2n ** 63n - 1n;

/**
 * Whether a sum of integers may exceed 64 bits, by the footer's bounds; true if the bounds are
 * unknown.
 */
export function sumsMayBeWide(
  { columns, groups }: Pick<ParquetIndex, "columns" | "groups">,
  name: string,
): boolean {
  const at = columns.findIndex((column) => column.name === name);
  const column = columns[at];
  if (column?.physical === 1) return false;
  let sum = 0n;
  for (const { rows, chunks } of groups) {
    const { min = null, max = null } = chunks[at]?.stats ?? {};
    if (min?.length !== 8 || max?.length !== 8 || column?.isUnsigned === true) return true;
    // The sum of both exceeds the larger one, which avoids a comparison.
    sum += BigInt(rows) * (abs(min.readBigInt64LE(0)) + abs(max.readBigInt64LE(0)));
  }
  return sum > int64Max;
}

function abs(value: bigint): bigint {
  return value < 0n ? -value : value;
}
