import { by, contract, op } from "../contract/contract.ts";
import { auditLogQuery, auditLogView } from "./schemas.ts";

export const auditLog = contract("Operators", {
  listAuditLog: op({
    at: "GET /audit-log",
    by: by.owner,
    summary: "Read the account's audit log",
    says:
      "For the signed-in person: everything that they, their keys, agents and connected programs did, and every " +
      "change to what they own; newest first. `connection_id`, `api_key_id` or `agent_id` selects one actor's " +
      "actions and changes to it; such a page may hold fewer items than `limit`, or none, and still have a next " +
      "page. The log has no addresses of other people and no secrets.",
    query: auditLogQuery,
    answer: auditLogView,
    gives: "A page of the log.",
    refuses: ["connection_not_found", "api_key_not_found", "agent_not_found"],
  }),
});
