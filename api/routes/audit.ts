/** The route by which a signed-in person reads the audit log of their account. */
import { Elysia } from "elysia";
import { listAuditLog } from "../../market/audit/list-audit-log.ts";
import { auditLogQuery, auditLogView } from "../../market/audit/schemas.ts";
import { decodeListCursor, encodeListCursor, idShape } from "../../market/list-cursor.ts";
import type { Edge } from "../edge.ts";
import { requireOwner } from "../http/authenticate.ts";
import { json } from "../http/idempotency.ts";
import { commonRefusals, operation } from "../http/operation.ts";

const listName = "audit log";

const listAudit = operation({
  operationId: "listAuditLog",
  summary: "Read the audit log of one's account",
  description:
    "Of the signed-in person: what they, their keys, agents and connected programs did, and what was done " +
    "to what they have; newest first. `connection_id`, `api_key_id` or `agent_id` leaves what one of them " +
    "did, and what was done to it: such a page may hold fewer items than `limit`, none even, and have more " +
    "after it. Nobody's address and no secret is in it.",
  tag: "Operators",
  security: "owner",
  success: { 200: { description: "A page of the log.", schema: auditLogView } },
  refusals: [
    ...commonRefusals,
    "invalid_request",
    "not_the_owner",
    "origin_not_allowed",
    "identity_unavailable",
    "connection_not_found",
    "api_key_not_found",
    "agent_not_found",
  ],
});

export const auditRoutes = ({ ctx, identity }: Edge) =>
  new Elysia({ name: "audit" })
    .derive(async ({ request }) => ({ owner: await requireOwner(ctx, identity, request) }))
    .get(
      "/audit-log",
      async ({ owner, query: { cursor, ...query } }) => {
        const before = decodeListCursor(listName, cursor, idShape) ?? undefined;
        const { items, next_before: next } = await listAuditLog(ctx, owner, { ...query, before });
        const cursorAfter = next === null ? null : encodeListCursor(listName, next);
        const pagination = {
          limit: query.limit,
          has_more: next !== null,
          next_cursor: cursorAfter,
        };
        return json(200, { items, pagination });
      },
      { query: auditLogQuery, detail: listAudit },
    );
