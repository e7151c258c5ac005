export { accounts } from "./accounts.ts";
export { agents, approvals } from "./agents.ts";
export { auditLog, idempotencyKeys, outbox } from "./journal.ts";
export { listings } from "./listings.ts";
export { searchWords } from "./search-words.ts";
export { profiles, type UploadProgress, uploads } from "./uploads.ts";
