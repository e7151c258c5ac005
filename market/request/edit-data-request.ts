import { writeAudit } from "../../db/queries/journal/journal.ts";
import { findAnswerers } from "../../db/queries/requests/answers.ts";
import {
  type DataRequestChange,
  type DataRequestRow,
  findOwnDataRequest,
  findPublicDataRequest,
  updateDataRequest,
} from "../../db/queries/requests/data-requests.ts";
import type { AccountActor } from "../../db/vocabulary/actor.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import { emitEvent } from "../event/emit-event.ts";
import type { Precondition } from "../precondition.ts";
import { throwRefusals } from "../refusal.ts";
import { bountyRefusal, lockOwnDataRequest } from "./actors.ts";
import { viewDataRequest, viewOwnDataRequest } from "./request-view.ts";
import { actRefusal, columnName, countChange, expiryFaults } from "./rules.ts";
import type { DataRequestPatch, OwnDataRequestView } from "./schemas.ts";

/**
 * Changes an open request and notifies the sellers who answered. Unchanged values have no effect and
 * notify nobody. Errors: data_request_not_found, data_request_not_open,
 * precondition_failed (for the poster's view), invalid_request (its end), rate_limited.
 */
export async function editDataRequest(
  ctx: Context,
  poster: AccountActor,
  requestId: string,
  patch: DataRequestPatch,
  precondition?: Precondition,
): Promise<OwnDataRequestView> {
  const { accountId } = poster;
  const now = ctx.now();
  return ctx.db.transaction(async (tx) => {
    const before = await lockOwnDataRequest(tx, { requestId, accountId });
    throwRefusals([actRefusal(before, "edit", now), await bountyRefusal(tx, requestId, "edit")]);
    if (precondition !== undefined) {
      const shown = await findPublicDataRequest(tx, requestId);
      const by = { config: ctx.config, now };
      precondition(shown === null ? null : viewDataRequest(by, shown, { isOwn: true }));
    }
    const change = changeOf(before, patch);
    const fields = changedFields(before, change);
    if (fields.length > 0) {
      requireEnd(change, fields, now);
      const { changes, refusal } = countChange(before, now);
      throwRefusals([refusal]);
      await updateDataRequest(tx, requestId, { ...change, ...changes, updatedAt: now });
      const subject = { subjectKind: "data_request", subjectId: requestId } as const;
      const entry = { actor: poster, action: "data_request.changed", detail: { fields } };
      await writeAudit(tx, { ...entry, ...subject }, now);
      const to = await findAnswerers(tx, requestId);
      const data = { data_request_id: requestId };
      await emitEvent(tx, { type: "request.changed", to, subjectId: requestId, data }, now);
    }
    const after = await findOwnDataRequest(tx, { requestId, accountId });
    if (after === null) throw new Error(`data request ${requestId} vanished under its lock`);
    return viewOwnDataRequest({ config: ctx.config, now }, after);
  });
}

/** The columns for the patch's fields. */
function changeOf(before: DataRequestRow, patch: DataRequestPatch): DataRequestChange {
  const columns = patch.columns ?? before.columns;
  return {
    title: patch.title ?? before.title,
    description: patch.description ?? before.description,
    category: patch.category === undefined ? before.category : patch.category,
    columns,
    columnNames: columns.map(columnName),
    formats: patch.formats ?? before.formats,
    minRows: patch.min_rows === undefined ? before.minRows : patch.min_rows,
    period: patch.period === undefined ? before.period : patch.period,
    place: patch.place === undefined ? before.place : patch.place,
    budgetCents: patch.budget_cents === undefined ? before.budgetCents : patch.budget_cents,
    expiresAt: patch.expires_at === undefined ? before.expiresAt : new Date(patch.expires_at),
  };
}

/** Wire names of the changed columns. */
const wireNames = {
  title: "title",
  description: "description",
  category: "category",
  columns: "columns",
  formats: "formats",
  minRows: "min_rows",
  period: "period",
  place: "place",
  budgetCents: "budget_cents",
  expiresAt: "expires_at",
} as const satisfies Partial<Record<keyof DataRequestChange, string>>;

function changedFields(before: DataRequestRow, change: DataRequestChange): string[] {
  const names = Object.entries(wireNames) as [keyof typeof wireNames, string][];
  return names
    .filter(([name]) => JSON.stringify(before[name]) !== JSON.stringify(change[name]))
    .map(([, wireName]) => wireName);
}

function requireEnd({ expiresAt }: DataRequestChange, fields: string[], now: Date): void {
  if (!(expiresAt instanceof Date) || !fields.includes("expires_at")) return;
  const faults = expiryFaults(expiresAt, now);
  if (faults.length === 0) return;
  throw new MarketError("invalid_request", "The request cannot end at that time.", { faults });
}
