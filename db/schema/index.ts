export { accounts } from "./accounts.ts";
export { agentStates, agents, approvals } from "./agents.ts";
export { auditLog, idempotencyKeys, outbox } from "./journal.ts";
export { listingStatuses, listings, pricingTypes } from "./listings.ts";
export { searchWords } from "./search-words.ts";
export { profiles, type UploadProgress, uploadStates, uploads } from "./uploads.ts";
