import type { OwnerActor } from "../../../db/vocabulary/actor.ts";
import {
  type AuditLog,
  type AuditLogQuery,
  listAuditLog,
} from "../../../market/audit/list-audit-log.ts";
import type { Context } from "../../../market/context.ts";

export function auditUseCases(ctx: Context) {
  return {
    /** `before` is the previous page's `next_before`. */
    listAudit: (owner: OwnerActor, query: AuditLogQuery): Promise<AuditLog> =>
      listAuditLog(ctx, owner, query),
  };
}
