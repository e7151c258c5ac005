/** Of the audit log's actions those that are not words enough by themselves. */
const words: Record<string, string> = {
  "account.suspended": "Account suspended",
  "account.restored": "Account restored",
  "agent.registered": "Seller agent registered",
  "agent.verified": "Seller agent approved",
  "agent.rejected": "Seller agent rejected",
  "agent.revoked": "Seller agent revoked",
  "agent.suspended": "Seller agent suspended",
  "agent.restored": "Seller agent restored",
  "api_key.created": "API key created",
  "api_key.updated": "API key changed",
  "api_key.revoked": "API key revoked",
  "approval_mail.sent": "Approval mail sent",
  "auction.closed": "Auction closed",
  "bid.placed": "Bid placed",
  "bid.retracted": "Bid retracted",
  "listing.created": "Listing created",
  "listing.updated": "Listing changed",
  "listing.published": "Listing published",
  "listing.withdrawn": "Listing withdrawn",
  "listing.suspended": "Listing suspended",
  "listing.restored": "Listing restored",
  "listing.sold": "Listing sold",
  "listing.version_opened": "New version begun",
  "listing.version_discarded": "New version discarded",
  "account.customer_created": "Account made at the payment provider",
  "account.payment_method_added": "Card added",
  "account.payment_method_removed": "Card removed",
  "account.default_payment_method_set": "Default card changed",
  "account.payout_account_created": "Payout account begun",
  "account.payouts_enabled": "Payouts ready",
  "account.payouts_disabled": "Payouts stopped by the payment provider",
  "profile.recorded": "File profiled",
  "purchase.opened": "Purchase ordered",
  "purchase.paid": "Purchase paid",
  "purchase.payment_failed": "Payment failed",
  "purchase.expired": "Purchase expired",
  "purchase.disputed": "Purchase disputed",
  "purchase.download_issued": "Download address issued",
  "purchase.released": "Money released to the seller",
  "purchase.transferred": "Money paid out",
  "purchase.refunded": "Purchase refunded",
  "purchase.refund_paid": "Refund paid",
  "webhook.created": "Webhook created",
  "webhook.updated": "Webhook changed",
  "webhook.secret_rotated": "Webhook's secret rotated",
  "webhook.disabled": "Webhook disabled",
  "webhook.deleted": "Webhook deleted",
  "purchase.late_event": "Payment provider's word after the money had left",
};

/** An action in words: `purchase_mail.sent` is "Purchase mail sent". */
export function auditWords(action: string): string {
  const known = words[action];
  if (known !== undefined) return known;
  const plain = action.replaceAll(/[._]/g, " ");
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}
