/** The marketplace pauses a saved search and notifies its owner. */
import type { Database } from "../../db/client.ts";
import { writeAudit } from "../../db/queries/journal/journal.ts";
import {
  type SavedSearchRow,
  updateSavedSearch,
} from "../../db/queries/saved-searches/saved-searches.ts";
import type { SystemActor } from "../../db/vocabulary/actor.ts";
import type { Principal } from "../../db/vocabulary/event.ts";
import type { PausedReason } from "../../db/vocabulary/saved-search.ts";
import { emitEvent } from "../event/emit-event.ts";
import { readParameters } from "./compile-search.ts";
import { SAVED_SEARCH_MATCHES_PER_DAY_MAX } from "./limits.ts";

const actor: SystemActor = { kind: "system", name: "matcher" };
const faultsNamedMax = 5;

type Pause = { reason: Exclude<PausedReason, "by_request">; detail: string; now: Date };

export function principalOfSearch(
  search: Pick<SavedSearchRow, "principalKind" | "principalId">,
): Principal {
  return { kind: search.principalKind, id: search.principalId };
}

/** The search is locked. Its matches so far stay, and are mailed. */
async function pauseSearch(
  tx: Database,
  search: SavedSearchRow,
  { reason, detail, now }: Pause,
): Promise<void> {
  const change = { pausedAt: now, pausedReason: reason, pausedDetail: detail, updatedAt: now };
  await updateSavedSearch(tx, search.id, change);
  const subject = { subjectKind: "saved_search", subjectId: search.id } as const;
  await writeAudit(
    tx,
    { actor, action: "saved_search.paused", ...subject, detail: { reason, name: search.name } },
    now,
  );
  const data = { saved_search_id: search.id, reason };
  const to = [principalOfSearch(search)];
  await emitEvent(tx, { type: "saved_search.paused", to, subjectId: search.id, data }, now);
}

/** Does nothing if {@link readParameters} accepts the parameters today. */
export async function pauseInvalid(tx: Database, search: SavedSearchRow, now: Date): Promise<void> {
  const read = readParameters(search.parameters, now);
  const faults = read.kind === "invalid" ? read.faults : [];
  const said = faults
    .slice(0, faultsNamedMax)
    .map(({ pointer, detail: why }) => `${pointer}: ${why}`);
  await pauseSearch(tx, search, { reason: "parameters_invalid", detail: said.join("; "), now });
}

/** For a search that found more in a day than is reported. */
export async function pauseOverrun(tx: Database, search: SavedSearchRow, now: Date): Promise<void> {
  const detail = `It matched more than ${SAVED_SEARCH_MATCHES_PER_DAY_MAX} datasets in a day: narrow it.`;
  await pauseSearch(tx, search, { reason: "too_many_matches", detail, now });
}
