/** Lets as many searches run as the database answers at once: what it cannot answer soon is refused soon. */
import type { Config } from "../../platform/config.ts";
import { Turns } from "../../platform/limits/turns.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";

const retryAfterSeconds = 1;
/** All wait in one line: what one caller may ask is counted by the rate limits. */
const caller = "all";

/** Of a process: more at once than it has connections only wait for each other in their midst. */
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
 * Runs a search when its turn has come. Without it, searches that were begun and then given up use the
 * time of those that could be answered. Errors: database_unavailable at once where too many wait, or
 * when its turn does not come in `SEARCH_WAIT_MS_MAX`.
 */
export async function inTurn<Result>(
  { searchTurns, config }: Pick<Context, "searchTurns" | "config">,
  search: () => Promise<Result>,
): Promise<Result> {
  if (searchTurns === undefined) return await search();
  const inTime = AbortSignal.timeout(config.SEARCH_WAIT_MS_MAX);
  const turn = await searchTurns.take(caller, inTime, async () => ({ result: await search() }));
  if (turn !== null && typeof turn === "object") return turn.result;
  const detail = "More searches are asked for than can be answered now. Try again in a moment.";
  throw new MarketError("database_unavailable", detail, { retryAfterSeconds });
}
