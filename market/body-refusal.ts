/** The refusal of a request whose body did not arrive completely. */
import { BrokenBodyError } from "../platform/read-body.ts";
import { MarketError } from "./errors.ts";

export const brokenBodyDetail =
  "The body did not arrive completely, or its HTTP framing is invalid. Nothing was done; send it again.";

/** Null for every error that is not a broken body. */
export function bodyRefusal(error: unknown): MarketError | null {
  if (!(error instanceof BrokenBodyError)) return null;
  return new MarketError("invalid_request", brokenBodyDetail);
}
