/**
 * Messages after a successful form. The redirect's address names one of these codes, so that the
 * page never shows text from outside.
 */
const NOTICE_PARAMETER = "done";

type Notice = { tone: "good" | "warn"; text: string };

const notices = {
  key_changed: { tone: "good", text: "The key's limits are saved. They apply from now on." },
  key_revoked: { tone: "good", text: "The key is revoked. It no longer works." },
  connection_changed: {
    tone: "good",
    text: "The connection's limits are saved. They apply from its next call on.",
  },
  connection_ended: {
    tone: "good",
    text: "The program is disconnected. It has no more access.",
  },
  card_added: { tone: "good", text: "The card is added." },
  card_open: {
    tone: "warn",
    text: "The card was not added: you left the payment provider's page before finishing.",
  },
  card_finished: {
    tone: "good",
    text: "Your visit to the payment provider is over. A card that you added is in the list.",
  },
  card_full: {
    tone: "warn",
    text: "The card was not added: your account has the maximum number of cards. Remove one first.",
  },
  card_default: { tone: "good", text: "This card is now the default." },
  card_removed: { tone: "good", text: "The card is removed. It can't be charged any more." },
  offer_declined: { tone: "good", text: "You turned the offer down. Nothing was charged." },
  bid_placed: { tone: "good", text: "Your bid is placed. We e-mail you if you are outbid." },
  purchase_confirmed: {
    tone: "good",
    text: "The delivery is confirmed, and the money goes to the seller.",
  },
  purchase_cancelled: {
    tone: "good",
    text: "The purchase is being cancelled. Nothing more is charged for it.",
  },
  waiting_approved: {
    tone: "good",
    text: "The purchase is approved, and the card is being charged. Reload the page to see the outcome.",
  },
  waiting_refused: { tone: "good", text: "The purchase is refused. Nothing was charged." },
  subscribed: { tone: "good", text: "Thank you. This is your subscription." },
  renewal_on: { tone: "good", text: "The subscription continues." },
  renewal_paused: {
    tone: "good",
    text: "The subscription is paused from the end of the paid period on. Nothing more is charged.",
  },
  renewal_off: { tone: "good", text: "The subscription is cancelled. Nothing more is charged." },
  subscription_card: { tone: "good", text: "The next period is charged to this card." },
  purchase_disputed: {
    tone: "good",
    text: "The dispute is open. The money is held until an administrator decides.",
  },
  dispute_answered: {
    tone: "good",
    text: "Your answer was sent to the buyer and to the administrator who decides.",
  },
  search_saved: {
    tone: "good",
    text: "The search is saved. You will be notified of new matches.",
  },
  search_changed: { tone: "good", text: "The saved search is changed." },
  search_paused: {
    tone: "good",
    text: "The saved search is paused. It sends no more notifications.",
  },
  search_resumed: {
    tone: "good",
    text: "The saved search runs again. You will be notified of new matches.",
  },
  search_deleted: { tone: "good", text: "The saved search is deleted." },
  followed: {
    tone: "good",
    text: "You now follow it. We notify you of updates, by e-mail at most once a day.",
  },
  logo_set: { tone: "good", text: "The logo is set. The public page shows it." },
  logo_removed: { tone: "good", text: "The logo is removed." },
  collection_made: { tone: "good", text: "The collection is made. Save datasets to it." },
  collection_changed: { tone: "good", text: "The collection is changed." },
  collection_deleted: { tone: "good", text: "The collection is deleted." },
  collection_saved: { tone: "good", text: "The dataset is in the collection." },
  collection_removed: { tone: "good", text: "The dataset is not in the collection any more." },
  unfollowed: { tone: "good", text: "You don't follow it any more." },
  private_offer_sent: {
    tone: "good",
    text: "Your offer is sent. You will be notified of the answer.",
  },
  private_offer_accepted: {
    tone: "good",
    text: "The price is agreed, and the other side is notified. Nothing is charged yet.",
  },
  private_offer_declined: { tone: "good", text: "The offer is declined." },
  access_asked: { tone: "good", text: "Your answers are sent. We notify you of the decision." },
  access_decided: { tone: "good", text: "Decided. The buyer is notified." },
  gate_saved: { tone: "good", text: "Saved. It applies to orders from now on." },
  bundle_made: { tone: "good", text: "The bundle is on sale. The pages of its datasets show it." },
  bundle_ended: { tone: "good", text: "The bundle has ended. Its purchases stay." },
  coupon_made: { tone: "good", text: "The coupon is made. Give its code to your buyers." },
  coupon_revoked: { tone: "good", text: "The coupon is revoked. Orders made with it stay." },
  private_offer_withdrawn: { tone: "good", text: "The offer is withdrawn." },
  message_sent: { tone: "good", text: "Your message is sent." },
  agent_approved: { tone: "good", text: "The agent is approved. It can now sell in your name." },
  agent_rejected: { tone: "good", text: "The agent is rejected. It can't create listings." },
  agent_revoked: { tone: "good", text: "The agent is revoked. Its token no longer works." },
  seller_page_saved: {
    tone: "good",
    text: "Saved. The public page shows it within a minute.",
  },
  agent_renamed: { tone: "good", text: "The agent is renamed. Buyers see the new name at once." },
  agent_deleted: { tone: "good", text: "The agent is deleted. Its listings are off sale." },
  terms_saved: { tone: "good", text: "The terms are saved. Nobody sees them before you publish." },
  draft_deleted: { tone: "good", text: "The draft is deleted." },
  listing_published: { tone: "good", text: "The dataset is on sale." },
  listing_changed: { tone: "good", text: "The change is saved. Buyers see it now." },
  listing_withdrawn: { tone: "good", text: "The dataset is off sale. Buyers keep it." },
  version_discarded: { tone: "good", text: "The new version is discarded." },
  payouts_ready: { tone: "good", text: "Payouts are set up. Released money is sent to you." },
  payouts_open: {
    tone: "warn",
    text: "Payouts are not ready yet: the payment provider needs more details or is checking them.",
  },
  webhook_changed: { tone: "good", text: "The webhook is changed." },
  webhook_enabled: {
    tone: "good",
    text: "The webhook is enabled. It gets events from now on.",
  },
  webhook_stopped: { tone: "good", text: "The webhook is disabled. It gets no more events." },
  bucket_saved: {
    tone: "good",
    text: "The bucket is saved: the test object was written and read back.",
  },
  bucket_removed: { tone: "good", text: "The bucket is removed. Nothing more is delivered there." },
  delivery_asked: { tone: "good", text: "The purchase is being delivered." },
  webhook_deleted: { tone: "good", text: "The webhook is deleted." },
  webhook_tested: {
    tone: "good",
    text: "A test event is being sent. Reload the page to see the result in the log.",
  },
  delivery_retried: {
    tone: "good",
    text: "The event is being sent again. Reload the page to see the result.",
  },
  mails_chosen: {
    tone: "good",
    text: "Your choice is saved. It applies to all e-mails from now on.",
  },
  device_signed_out: { tone: "good", text: "The device is signed out." },
  others_signed_out: { tone: "good", text: "All other devices are signed out." },
  dispute_resolved: { tone: "good", text: "The dispute is resolved, and both sides are notified." },
  day_requested: {
    tone: "good",
    text: "The day will be compared within a minute. Reload the page to see the result.",
  },
  finding_closed: { tone: "good", text: "The finding is closed." },
  refund_paid: { tone: "good", text: "The refund is recorded as paid, and the buyer is notified." },
  refund_retried: {
    tone: "good",
    text: "The refund is being retried. Reload the page to see the result.",
  },
  evidence_saved: { tone: "good", text: "The evidence is saved. It has not been sent yet." },
  evidence_attached: { tone: "good", text: "The file is added." },
  evidence_detached: { tone: "good", text: "The file is removed." },
  step_decided: {
    tone: "good",
    text: "The step was started. Reload the page to see the result.",
  },
  debt_written_off: { tone: "good", text: "The debt is written off, and the seller is notified." },
  request_posted: {
    tone: "good",
    text: "The request is posted. We e-mail you about answers.",
  },
  request_changed: { tone: "good", text: "The request is changed." },
  request_closed: { tone: "good", text: "The request is closed." },
  request_reopened: { tone: "good", text: "The request is open again." },
  answer_accepted: {
    tone: "good",
    text: "The answer is accepted, and its seller is notified. Nothing is bought yet.",
  },
  answer_sent: {
    tone: "good",
    text: "Your dataset is offered. A bounty checks it within a minute; you see the verdict here.",
  },
  answer_rejected: { tone: "good", text: "The answer is rejected." },
  request_removed: { tone: "good", text: "The request is removed, and its poster is notified." },
  answer_removed: { tone: "good", text: "The answer is removed, and both sides are notified." },
  review_posted: { tone: "good", text: "Your review is published." },
  review_withdrawn: { tone: "good", text: "Your review is withdrawn." },
  review_answered: { tone: "good", text: "Your answer is published." },
  review_reported: {
    tone: "good",
    text: "Your report was sent. An administrator will look at it.",
  },
  review_removed: { tone: "good", text: "It is removed, and its author is notified." },
  review_restored: { tone: "good", text: "It is shown again, and its author is notified." },
  reports_dismissed: { tone: "good", text: "The reports are closed. Nobody is notified." },
  report_sent: {
    tone: "good",
    text: "Your report was sent. An administrator will decide, and you will be notified.",
  },
  decision_appealed: {
    tone: "good",
    text: "Your appeal was sent. An administrator will decide again.",
  },
  subject_restored: { tone: "good", text: "It is public again." },
  reports_decided: { tone: "good", text: "The decision is saved, and both sides are notified." },
  appeal_decided: { tone: "good", text: "The appeal is decided, and both sides are notified." },
  job_retried: {
    tone: "good",
    text: "It is being retried. Reload the page to see the result.",
  },
  job_given_up: { tone: "good", text: "It is given up. It will not be retried." },
  terms_accepted: { tone: "good", text: "You have accepted the terms." },
  suspended: { tone: "good", text: "It is suspended." },
  restored: { tone: "good", text: "It is restored." },
} as const satisfies Record<string, Notice>;

export type NoticeCode = keyof typeof notices;

/** The notice named in an address, or null. */
export function noticeOf(url: URL): Notice | null {
  const code = url.searchParams.get(NOTICE_PARAMETER);
  if (code === null || !Object.hasOwn(notices, code)) return null;
  return notices[code as NoticeCode];
}

export function withNotice(path: string, code: NoticeCode): string {
  return `${path}${path.includes("?") ? "&" : "?"}${NOTICE_PARAMETER}=${code}`;
}
