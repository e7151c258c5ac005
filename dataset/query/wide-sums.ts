/** Whether a sum of integers may pass 64 bits, by the bounds that the footer states. */
import type { ParquetIndex } from "./parquet-index.ts";

const int64Max = 2n ** 63n - 1n;

/** True where the bounds are not known, too. */
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
    // More than the larger of both, and no comparison.
    sum += BigInt(rows) * (abs(min.readBigInt64LE(0)) + abs(max.readBigInt64LE(0)));
  }
  return sum > int64Max;
}

function abs(value: bigint): bigint {
  return value < 0n ? -value : value;
}
