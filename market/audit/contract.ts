import { by, contract, op } from "../contract/contract.ts";
import { auditLogQuery, auditLogView } from "./schemas.ts";

export const auditLog = contract("Operators", {
  listAuditLog: op({
    at: "GET /audit-log",
    by: by.owner,
    summary: "Read the audit log of one's account",
    says:
      "Of the signed-in person: what they, their keys, agents and connected programs did, and what was done " +
      "to what they have; newest first. `connection_id`, `api_key_id` or `agent_id` leaves what one of them " +
      "did, and what was done to it: such a page may hold fewer items than `limit`, none even, and have more " +
      "after it. Nobody's address and no secret is in it.",
    query: auditLogQuery,
    answer: auditLogView,
    gives: "A page of the log.",
    refuses: ["connection_not_found", "api_key_not_found", "agent_not_found"],
  }),
});
