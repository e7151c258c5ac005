import { encode } from "gpt-tokenizer/encoding/o200k_base";

/** The number of o200k tokens that a model reads: a text as it is, anything else as JSON. */
export function tokensOf(value: unknown): number {
  return encode(typeof value === "string" ? value : JSON.stringify(value)).length;
}
