/**
 * What a page says after a form was taken: the redirect names one of these codes in its address, so
 * that nothing that comes from outside is ever shown.
 */
const NOTICE_PARAMETER = "done";

type Notice = { tone: "good" | "warn"; text: string };

const notices = {
  key_changed: { tone: "good", text: "The key's limits are saved. They hold from now on." },
  key_revoked: { tone: "good", text: "The key is revoked. It is refused from now on." },
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
  purchase_confirmed: {
    tone: "good",
    text: "The delivery is confirmed, and the money goes to the seller.",
  },
  purchase_disputed: {
    tone: "good",
    text: "The dispute is open. The money stays held until an administrator has decided.",
  },
  message_sent: { tone: "good", text: "Your message is sent." },
  agent_approved: { tone: "good", text: "The agent is approved. It can sell in your name now." },
  agent_rejected: { tone: "good", text: "The agent is rejected. It can't create listings." },
  agent_revoked: { tone: "good", text: "The agent is revoked. Its token is refused from now on." },
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
  suspended: { tone: "good", text: "It is suspended from now on." },
  restored: { tone: "good", text: "It is restored." },
} as const satisfies Record<string, Notice>;

export type NoticeCode = keyof typeof notices;

/** The notice that an address names, or null. */
export function noticeOf(url: URL): Notice | null {
  const code = url.searchParams.get(NOTICE_PARAMETER);
  if (code === null || !Object.hasOwn(notices, code)) return null;
  return notices[code as NoticeCode];
}

export function withNotice(path: string, code: NoticeCode): string {
  return `${path}${path.includes("?") ? "&" : "?"}${NOTICE_PARAMETER}=${code}`;
}
