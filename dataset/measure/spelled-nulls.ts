/** Finds how the missing values of text columns are written. */
import pl, { type DataFrame } from "nodejs-polars";
import type { ChunkFigures } from "./chunk-queries.ts";
import type { TextColumnType } from "./column-types.ts";
import type { SpelledNulls } from "./column-values.ts";

/**
 * For each text column with such texts, by position: the texts in the order of the file, so that the
 * same file always names the same ones first.
 */
export function spelledNullsOf(
  frame: DataFrame,
  typed: DataFrame,
  { rawNulls, typedNulls }: Pick<ChunkFigures, "rawNulls" | "typedNulls">,
  plans: readonly { text: TextColumnType | null }[],
): Map<number, SpelledNulls> {
  const found = new Map<number, SpelledNulls>();
  for (const [index, { text }] of plans.entries()) {
    if (!text || (typedNulls[index] ?? 0) <= (rawNulls[index] ?? 0)) continue;
    const name = frame.columns[index] ?? "";
    const pair = pl.DataFrame([
      frame.getColumn(name).rename("raw"),
      typed.getColumn(name).isNull().rename("lacks"),
    ]);
    const counts = pair
      .lazy()
      .filter(pl.col("lacks").and(pl.col("raw").isNotNull()))
      .groupBy(["raw"], true)
      .agg(pl.col("lacks").count().alias("count"))
      .collectSync();
    found.set(index, new Map(counts.rows() as [string, number][]));
  }
  return found;
}
