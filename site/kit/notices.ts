/**
 * Messages after a successful form. The redirect's address names one of these codes, so that the
 * page never shows text from outside.
 */
const NOTICE_PARAMETER = "done";

type Notice = { tone: "good" | "warn"; text: string };

const notices = {
  key_changed: { tone: "good", text: "The key's limits are saved. They hold from now on." },
  key_revoked: { tone: "good", text: "The key is revoked. It is refused from now on." },
  connection_changed: {
    tone: "good",
    text: "The connection's limits are saved. They hold from its next call on.",
  },
  connection_ended: {
    tone: "good",
    text: "The program is disconnected. It is refused from now on.",
  },
  card_added: { tone: "good", text: "The card is added." },
  card_open: {
    tone: "warn",
    text: "The card was not added: the payment provider's page was left before the end.",
  },
  card_finished: {
    tone: "good",
    text: "Your visit to the payment provider is over. A card that you added is in the list.",
  },
  card_full: {
    tone: "warn",
    text: "The card was not added: your account holds as many as it can. Remove one first.",
  },
  card_default: { tone: "good", text: "This card is the default now." },
  card_removed: { tone: "good", text: "The card is removed. It can't be charged any more." },
  offer_declined: { tone: "good", text: "You turned the offer down. Nothing was charged." },
  bid_placed: { tone: "good", text: "Your bid is placed. You get a mail if you are outbid." },
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
    text: "The purchase is approved, and the card is being charged. Load the page again to see how that went.",
  },
  waiting_refused: { tone: "good", text: "The purchase is refused. Nothing was charged." },
  purchase_disputed: {
    tone: "good",
    text: "The dispute is open. The money stays held until an administrator has decided.",
  },
  dispute_answered: {
    tone: "good",
    text: "Your answer was sent to the buyer and to the administrator who decides.",
  },
  search_saved: {
    tone: "good",
    text: "The search is saved. You are told of what goes on sale from now on and matches.",
  },
  search_changed: { tone: "good", text: "The saved search is changed." },
  search_paused: { tone: "good", text: "The saved search is paused. It tells nothing more." },
  search_resumed: {
    tone: "good",
    text: "The saved search runs again. You are told of what goes on sale from now on.",
  },
  search_deleted: { tone: "good", text: "The saved search is deleted." },
  message_sent: { tone: "good", text: "Your message is sent." },
  agent_approved: { tone: "good", text: "The agent is approved. It can sell in your name now." },
  agent_rejected: { tone: "good", text: "The agent is rejected. It can't create listings." },
  agent_revoked: { tone: "good", text: "The agent is revoked. Its token is refused from now on." },
  agent_renamed: { tone: "good", text: "The agent has another name now. Buyers see it at once." },
  agent_deleted: { tone: "good", text: "The agent is deleted. What it offered is off sale." },
  terms_saved: { tone: "good", text: "The terms are saved. Nobody sees them before you publish." },
  draft_deleted: { tone: "good", text: "The draft is deleted." },
  listing_published: { tone: "good", text: "It is on sale. Everybody finds it from now on." },
  listing_changed: { tone: "good", text: "The change is saved. Buyers see it from now on." },
  listing_withdrawn: { tone: "good", text: "It is off sale. Who has bought it keeps it." },
  version_discarded: { tone: "good", text: "The new version is discarded." },
  payouts_ready: { tone: "good", text: "Payouts are set up. Released money is sent to you." },
  payouts_open: {
    tone: "warn",
    text: "Payouts are not ready yet: the payment provider needs more details, or checks them.",
  },
  webhook_changed: { tone: "good", text: "The webhook is changed." },
  webhook_enabled: {
    tone: "good",
    text: "The webhook is enabled. It gets what happens from now on.",
  },
  webhook_stopped: { tone: "good", text: "The webhook is disabled. It is called no more." },
  webhook_deleted: { tone: "good", text: "The webhook is deleted." },
  webhook_tested: {
    tone: "good",
    text: "A test is on its way. Load the page again to see in the log what came of it.",
  },
  delivery_retried: {
    tone: "good",
    text: "The event is sent again. Load the page again to see what came of it.",
  },
  mails_chosen: {
    tone: "good",
    text: "Your choice is saved. It holds for every mail from now on.",
  },
  device_signed_out: { tone: "good", text: "The device is signed out." },
  others_signed_out: { tone: "good", text: "All other devices are signed out." },
  dispute_resolved: { tone: "good", text: "The dispute is resolved, and both sides are told." },
  day_requested: {
    tone: "good",
    text: "The day is compared within a minute. Load the page again to see what came of it.",
  },
  finding_closed: { tone: "good", text: "The finding is closed." },
  refund_paid: { tone: "good", text: "The refund is paid, and the buyer is told." },
  refund_retried: {
    tone: "good",
    text: "The refund is tried again. Load the page again to see what came of it.",
  },
  evidence_saved: { tone: "good", text: "The evidence is saved. Nobody has got it yet." },
  evidence_attached: { tone: "good", text: "The file is added." },
  evidence_detached: { tone: "good", text: "The file is taken away." },
  step_decided: {
    tone: "good",
    text: "It is decided and on its way. Load the page again to see what came of it.",
  },
  debt_written_off: { tone: "good", text: "The debt is written off, and the seller is told." },
  request_posted: { tone: "good", text: "The request is posted. You are mailed of answers." },
  request_changed: { tone: "good", text: "The request is changed." },
  request_closed: { tone: "good", text: "The request is closed." },
  request_reopened: { tone: "good", text: "The request is open again." },
  answer_accepted: {
    tone: "good",
    text: "The answer is accepted, and its seller is told. Nothing is bought yet.",
  },
  answer_rejected: { tone: "good", text: "The answer is rejected." },
  request_removed: { tone: "good", text: "The request is removed, and its poster is told." },
  answer_removed: { tone: "good", text: "The answer is removed, and both sides are told." },
  review_posted: { tone: "good", text: "Your review is published." },
  review_withdrawn: { tone: "good", text: "Your review is taken back." },
  review_answered: { tone: "good", text: "Your answer is published." },
  review_reported: { tone: "good", text: "It is reported. An administrator looks at it." },
  review_removed: { tone: "good", text: "It is removed, and whoever wrote it is told." },
  review_restored: { tone: "good", text: "It is shown again, and whoever wrote it is told." },
  reports_dismissed: { tone: "good", text: "The reports are closed. Nobody is told." },
  listing_reported: {
    tone: "good",
    text: "It is reported. An administrator looks at it, and you are told what was decided.",
  },
  decision_appealed: { tone: "good", text: "Your appeal is sent. An administrator decides again." },
  reports_decided: { tone: "good", text: "It is decided, and both sides are told." },
  appeal_decided: { tone: "good", text: "The appeal is decided, and both sides are told." },
  job_retried: {
    tone: "good",
    text: "It is tried again. Load the page again to see what came of it.",
  },
  job_given_up: { tone: "good", text: "It is given up. Nothing tries it any more." },
  terms_accepted: { tone: "good", text: "You have accepted the terms." },
  suspended: { tone: "good", text: "It is suspended from now on." },
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
