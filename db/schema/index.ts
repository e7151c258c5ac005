export { accounts, paymentMethods, paymentSetups } from "./accounts.ts";
export { agents, approvals } from "./agents.ts";
export { apiKeys } from "./api-keys.ts";
export { auctionAwards, auctions, bids } from "./auctions.ts";
export { auditLog, idempotencyKeys, outbox } from "./journal.ts";
export { listings } from "./listings.ts";
export { ledgerEntries, paymentEvents, purchases } from "./purchases.ts";
export { searchWords } from "./search-words.ts";
export { profiles, type UploadProgress, uploads } from "./uploads.ts";
