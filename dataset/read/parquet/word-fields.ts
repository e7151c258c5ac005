/** Determines which columns of a Parquet file are read as words, without Polars. */
import type { DataFrame } from "nodejs-polars";
import { allBits } from "../../kernel/kernel.ts";
import type { WordType } from "../../kernel/word-chunk.ts";
import { rangeOf } from "../polars-types.ts";
import type { StoredType, WordField } from "./plain-words.ts";
import type { ParquetField } from "./schema.ts";

const storedTypes: Readonly<Record<number, StoredType>> = {
  0: "BOOLEAN",
  1: "INT32",
  2: "INT64",
  4: "FLOAT",
  5: "DOUBLE",
  6: "BYTE_ARRAY",
};

const plain = { unit: 1n, mask: allBits, range: null };
const day = { ...plain, form: "date", mask: 0xffff_ffffn } as const;
const most = 0x7fff_ffff_ffff_ffffn;

function integer(bits: number): WordType {
  return { ...plain, form: "integer", mask: BigInt.asUintN(bits, allBits) };
}

function datetime(unit: bigint): WordType {
  return { ...plain, form: "datetime", unit };
}

/** By the stored type and Polars' type of a column. */
const wordTypes: readonly (readonly [stored: StoredType, dtype: RegExp, type: WordType])[] = [
  ["BOOLEAN", /^Bool/, { ...plain, form: "boolean" }],
  ["INT32", /^U?Int8$/, integer(8)],
  ["INT32", /^U?Int16$/, integer(16)],
  ["INT32", /^U?Int32$/, integer(32)],
  ["INT64", /^Int64$/, integer(64)],
  // Larger values are left to Polars, because words are compared as signed integers.
  ["INT64", /^UInt64$/, { ...integer(64), range: [0n, most] }],
  ["INT32", /^Date$/, day],
  ["INT64", /^Datetime\(ms/, datetime(1n)],
  ["INT64", /^Datetime\(us/, datetime(1000n)],
  ["INT64", /^Datetime\(ns/, datetime(1_000_000n)],
  ["FLOAT", /^Float32$/, { ...plain, form: "number" }],
  ["DOUBLE", /^Float64$/, { ...plain, form: "number" }],
  ["BYTE_ARRAY", /^(Utf8|String)$/, { ...plain, form: "string" }],
];

/** Null if some column needs Polars. `head` has the columns with Polars' types. */
export function wordFields(fields: readonly ParquetField[], head: DataFrame): WordField[] | null {
  const dtypes = typeNames(head);
  if (!dtypes) return null;
  const found: WordField[] = [];
  for (const [index, { meaning, leaf }] of fields.entries()) {
    const dtype = dtypes[index] ?? "";
    const stored = leaf ? storedTypes[leaf.type] : undefined;
    const known = wordTypes.find(([of, types]) => of === stored && types.test(dtype));
    if (!leaf || !stored || !known || meaning !== null) return null;
    const limits = rangeOf(dtype);
    const range = limits ? ([BigInt(limits.min), BigInt(limits.max)] as const) : known[2].range;
    const isSigned = !dtype.startsWith("U");
    found.push({ ...known[2], range, stored, isSigned, isOptional: leaf.isOptional });
  }
  return found;
}

/** Null if nodejs-polars has no name for one of the types. */
function typeNames(head: DataFrame): string[] | null {
  try {
    return head.dtypes.map((dtype) => String(dtype).replace(/^DataType\((.*)\)$/, "$1"));
  } catch {
    return null;
  }
}
