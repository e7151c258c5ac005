import { MarketError } from "../errors.ts";

export function jobNotFound(): MarketError {
  return new MarketError("job_not_found", "Nothing that could be stuck has this id.");
}
