/** All tables, as queries and migrations name them. */
export { accounts, paymentMethods, paymentSetups } from "./accounts.ts";
export { agents, approvals } from "./agents.ts";
export { apiKeys } from "./api-keys.ts";
export { auctionAwards, auctions, bids } from "./auctions.ts";
export { chargebackSteps, chargebacks } from "./chargebacks.ts";
export { eventCursors, events, webhookDeliveries, webhookEndpoints } from "./events.ts";
export { auditLog, auditReaders, idempotencyKeys, outbox } from "./journal.ts";
export { draftWarnings, listings, profiles, type UploadProgress, uploads } from "./listings.ts";
export { messages, payoutReminders, threadSides, threads } from "./messages.ts";

export { ledgerEntries, paymentEvents, purchases, sellerTotals } from "./purchases.ts";
export {
  providerTransactions,
  reconciliationFindings,
  reconciliationRuns,
} from "./reconciliation.ts";
export { searchWords } from "./search-words.ts";
export { sessions } from "./sessions.ts";
export { shownSecrets } from "./shown-secrets.ts";
export { storageUsage } from "./storage-usage.ts";
