/**
 * The aggregates of a column of words or texts, equal to the results of the queries in
 * `ChunkQueries`.
 */
import pl from "nodejs-polars";
import type { MeasuredNumbers, MeasuredTexts } from "../../kernel/cell-types.ts";
import type { Aggregates } from "../aggregates.ts";
import type { PresentValues } from "../column-values.ts";
import { holdsAddress, isShaped } from "../personal/counts.ts";
import { countBare } from "../personal/integers.ts";
import type { ChunkTexts } from "../text-figures.ts";
import { type NamedColumn, typedWords, WordValues } from "./word-values.ts";

type Figures = { aggregates: Aggregates; present: () => PresentValues };

/** Measures a column. */
export function figuresOf(named: NamedColumn): Figures {
  const { measured, trues } = named.column;
  if (!measured) return { aggregates: { trues }, present: noValues };
  return measured.kind === "texts"
    ? figuresOfTexts(named, measured)
    : figuresOfWords(named, measured);
}

function noValues(): PresentValues {
  throw new Error("There are none, or they are counted without their values.");
}

/** The values of the hashes, and all values if all hashes are included. */
function hashedValues(
  named: NamedColumn,
  { bound, places, kept }: MeasuredTexts | MeasuredNumbers,
): Pick<PresentValues, "values" | "hashes" | "hashed" | "counted"> {
  const { chunk, column } = named;
  const { kernel } = chunk;
  const isOfTexts = column.form === "string";
  const all = { toTypedArray: () => chunk.hashesOf(column) };
  if (column.counted) {
    const { hashes, counts, firsts, many } = column.counted;
    // When texts are counted, none of them is missing.
    const values = new WordValues(named, isOfTexts ? null : kernel.countsAt(places, kept));
    const counted = {
      values: new WordValues(named, kernel.countsAt(firsts, many)),
      hashes: kernel.hashesAt(hashes, many),
      counts: kernel.countsAt(counts, many),
    };
    return { values, hashes: all, hashed: values, counted };
  }
  const hashed = new WordValues(named, kernel.countsAt(places, kept));
  const values = bound === 0n ? hashed : new WordValues(named, null);
  return { values, hashes: all, hashed };
}

function figuresOfTexts(named: NamedColumn, measured: MeasuredTexts): Figures {
  const { chunk, column } = named;
  const { counts, doubted, shaped } = measured;
  const textsOf = ({ at, many }: { at: number; many: number }): string[] => {
    return chunk.textsAt(column, chunk.kernel.countsAt(at, many)).map((text) => text ?? "");
  };
  const emails = counts.addresses + textsOf(doubted).filter(holdsAddress).length;
  return {
    aggregates: { ...counts, near: 0, emails, shapes: 0 } satisfies ChunkTexts,
    present: () => ({
      ...hashedValues(named, measured),
      numbers: null,
      shaped: textsOf(shaped).filter(isShaped),
    }),
  };
}

function figuresOfWords(named: NamedColumn, measured: MeasuredNumbers): Figures {
  const { kernel } = named.chunk;
  const { floats, count } = named.column;
  return {
    aggregates: aggregatesOf(named, measured),
    present: () => ({
      ...hashedValues(named, measured),
      numbers: { toTypedArray: () => kernel.floatsAt(floats, count) },
    }),
  };
}

function aggregatesOf(
  { chunk, column, name, dtype }: NamedColumn,
  measured: MeasuredNumbers,
): Aggregates {
  const { form, floats, count } = column;
  const { least, most, counts } = measured;
  if (form === "number") return counts;
  if (form !== "integer") {
    const unsigned = [least, most].map((word) => BigInt.asUintN(64, word));
    const [min, max] = typedWords(name, unsigned, dtype).cast(pl.Utf8).toArray();
    return { min, max };
  }
  const { program } = chunk.kernel;
  const bare = countBare((from, end) => {
    return counts.max < from || counts.min >= end
      ? 0
      : program.countBetween(floats, count, from, end);
  });
  return { ...counts, min: least, max: most, ...bare };
}
