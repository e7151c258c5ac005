import { auditLog } from "../../market/audit/contract.ts";
import { listAuditLog } from "../../market/audit/list-audit-log.ts";
import { decodeListCursor, encodeListCursor, idShape } from "../../market/list-cursor.ts";
import type { Edge } from "../edge.ts";
import { bind } from "../http/bind.ts";

const listName = "audit log";

export const auditRoutes = (edge: Edge) =>
  bind(edge, auditLog, {
    listAuditLog: async (ctx, owner, { query: { cursor, ...query } }) => {
      const before = decodeListCursor(listName, cursor, idShape) ?? undefined;
      const { items, next_before: next } = await listAuditLog(ctx, owner, { ...query, before });
      const cursorAfter = next === null ? null : encodeListCursor(listName, next);
      const pagination = { limit: query.limit, has_more: next !== null, next_cursor: cursorAfter };
      return { items, pagination };
    },
  });
