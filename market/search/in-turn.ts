/** Limits concurrent searches to what the database can answer, and refuses the rest early. */
import type { Config } from "../../platform/config.ts";
import { Turns } from "../../platform/limits/turns.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";

const retryAfterSeconds = 1;
/** One queue for all callers, because rate limits already apply to each caller. */
const caller = "all";

/** For one process: more concurrent searches than connections would only block each other. */
export function openSearchTurns(
  config: Pick<Config, "DATABASE_READ_POOL_MAX" | "SEARCHES_WAITING_MAX">,
): Turns {
  return new Turns({
    atOnce: config.DATABASE_READ_POOL_MAX,
    waitingMax: config.SEARCHES_WAITING_MAX,
    perCallerMax: Number.POSITIVE_INFINITY,
  });
}

/**
 * Runs a search when its turn has come. Otherwise, searches that start and then time out would use the
 * time of those that could finish. Errors: database_unavailable at once if too many wait, or
 * if its turn does not come within `SEARCH_WAIT_MS_MAX`.
 */
export async function inTurn<Result>(
  { searchTurns, config }: Pick<Context, "searchTurns" | "config">,
  search: () => Promise<Result>,
): Promise<Result> {
  if (searchTurns === undefined) return await search();
  const inTime = AbortSignal.timeout(config.SEARCH_WAIT_MS_MAX);
  const turn = await searchTurns.take(caller, inTime, async () => ({ result: await search() }));
  if (turn !== null && typeof turn === "object") return turn.result;
  const detail = "Too many searches are running. Try again in a moment.";
  throw new MarketError("database_unavailable", detail, { retryAfterSeconds });
}
