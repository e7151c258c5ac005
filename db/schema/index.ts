/** All tables, for queries and migrations. */

export { accessRequests } from "./access-requests.ts";
export { accounts, paymentMethods, paymentSetups } from "./accounts.ts";
export { agents, approvals, sellerLogos } from "./agents.ts";
export { listingVisits, unmetSearches } from "./analytics.ts";
export { apiKeys } from "./api-keys.ts";
export { auctionAwards, auctions, bids } from "./auctions.ts";
export { bounties, bountyDeliveries } from "./bounties.ts";
export { bucketDeliveries, deliveryTargets } from "./bucket-deliveries.ts";
export { bundleItems, bundles } from "./bundles.ts";
export { chargebackSteps, chargebacks } from "./chargebacks.ts";
export { collectionItems, collections } from "./collections.ts";
export { connections } from "./connections.ts";
export { coupons } from "./coupons.ts";
export { dataRequestAnswers, dataRequests } from "./data-requests.ts";
export { disputeFileNotes, disputeStatements } from "./disputes/statements.ts";
export { embeddingModels, listingEmbeddingSigns, listingEmbeddings } from "./embeddings.ts";
export {
  eventArrivals,
  eventCursors,
  events,
  notices,
  webhookDeliveries,
  webhookEndpoints,
} from "./events.ts";
export { trialFiles } from "./files/trial-files.ts";
export { twinJobs, twins } from "./files/twins.ts";
export { uploadFilePartChecksums } from "./folders/file-part-checksums.ts";
export { uploadFiles } from "./folders/upload-files.ts";
export { followDigests, followMailItems, followNews, follows } from "./follows.ts";
export { joinColumns, joinHashes, joinShownHashes, matchedSets } from "./joins.ts";
export { auditLog, auditReaders, idempotencyKeys, outbox, paymentEvents } from "./journal.ts";
export { listingChanges } from "./listing-changes.ts";
export {
  contractChecks,
  draftWarnings,
  listings,
  profiles,
  type UploadProgress,
  uploads,
  versionChanges,
} from "./listings.ts";
export { messages, payoutReminders, threadSides, threads } from "./messages.ts";
export { oauthRecords } from "./oauth/records.ts";
export {
  queueStates,
  type TurnWork,
  workerHeartbeats,
  workTurns,
} from "./operations/workers.ts";
export { privateOfferMoves, privateOffers } from "./private-offers.ts";
export { acceptances, dailyTotals, ledgerEntries, purchases, sellerTotals } from "./purchases.ts";
export { purses } from "./purses.ts";
export { rateWindows } from "./rate-windows.ts";
export {
  providerTransactions,
  reconciliationFindings,
  reconciliationRuns,
} from "./reconciliation.ts";
export { reportDecisions, reports } from "./reports/reports.ts";
export {
  listingRatings,
  reviewReports,
  reviewRevisions,
  reviews,
} from "./reviews/reviews.ts";
export {
  listingsToMatch,
  savedSearches,
  savedSearchMatches,
  savedSearchTerms,
  searchDigests,
} from "./saved-searches.ts";
export { searchWords } from "./search-words.ts";
export { sessions } from "./sessions.ts";
export { shownSecrets } from "./shown-secrets.ts";
export { storageUsage } from "./storage-usage.ts";
export { subscriberChecks, subscriptions } from "./subscriptions/subscriptions.ts";
export { uploadImports } from "./uploads/imports.ts";
export { uploadPartChecksums } from "./uploads/part-checksums.ts";
export { waitingPurchases } from "./waiting/waiting-purchases.ts";
