import type { WaitingMoneyKind } from "../../../db/queries/operations/depth.ts";
import type { JobAct, JobKind, JobStanding } from "../../../market/operations/rules.ts";
import type { Queue } from "../../../platform/bus/port.ts";
import type { Tone } from "../../kit/parts.tsx";

export const queueWords: Record<Queue, string> = {
  profile: "Files to profile",
  notify: "Mails",
  embed: "Listings to embed",
  matching: "Saved searches to match",
  webhooks: "Events for webhooks",
};

type KindWords = {
  /** The singular. */
  one: string;
  title: string;
  /** Explains which jobs are listed. */
  lead: string;
};

export const kindWords: Record<JobKind, KindWords> = {
  upload: {
    one: "Profile of a file",
    title: "Files that are profiled",
    lead: "Longer than a quarter of an hour, put off after failures on our side, or ended by one.",
  },
  outbox: {
    one: "Message that is not relayed",
    title: "Messages that are not relayed",
    lead: "Older than a minute. The relay tries all of them every few seconds.",
  },
  mail: {
    one: "Mail",
    title: "Mails",
    lead: "Owed for more than ten minutes: the mail service does not take them.",
  },
  twin: {
    one: "Parquet copy of a file",
    title: "Parquet copies of files",
    lead: "Due for more than a quarter of an hour, or failed.",
  },
  embedding: {
    one: "Embedding of a listing",
    title: "Embeddings",
    lead: "The model refused the text. It is asked again once a day.",
  },
  delivery: {
    one: "Delivery to a webhook",
    title: "Stuck deliveries",
    lead: "Older than ten minutes, or given up.",
  },
};

export const standingWords: Record<JobStanding, { tone: Tone; label: string }> = {
  waiting: { tone: "warn", label: "Waits" },
  running: { tone: "accent", label: "Runs" },
  failed: { tone: "bad", label: "Failed" },
  ended: { tone: "plain", label: "Ended" },
};

/** Explains an act before it is performed. */
export const actWords: Record<JobKind, Partial<Record<JobAct, string>>> = {
  upload: {
    retry: "The file is profiled from the beginning, and its tries are counted anew.",
    give_up:
      "The file ends without a sample, as after its last try, and its seller is told so. They can publish it without one, or upload another.",
  },
  outbox: {
    give_up:
      "The message is dropped. What it was about is found by the clock where that still looks for it; a mail is not sent.",
  },
  mail: {
    retry: "The mail is put into the queue anew, by a message of its own.",
    give_up: "The mail is not sent. Nothing else changes: whatever it tells of has happened.",
  },
  twin: {
    retry: "The copy is made anew, and its tries are counted from the beginning.",
    give_up: "The file has no Parquet copy and cannot be queried. Its profile stays.",
  },
  embedding: { retry: "The model is asked once more for this listing." },
  delivery: {
    retry: "The event is sent at once, and its tries are counted anew.",
    give_up:
      "The event is not sent. Later events of the same subject, which wait for it, are sent then.",
  },
};

export const actLabels: Record<JobAct, string> = { retry: "Retry", give_up: "Give up" };
export const actPaths: Record<JobAct, string> = { retry: "retry", give_up: "give-up" };

type MoneyWords = { label: string; oldest: string; href: string | null };

export const moneyWords: Record<WaitingMoneyKind | "escrow_overdue", MoneyWords> = {
  payment_pending: { label: "Payments whose outcome is open", oldest: "Oldest", href: null },
  in_escrow: { label: "In escrow", oldest: "First release", href: null },
  escrow_overdue: { label: "Escrow past its release", oldest: "Due", href: null },
  payout_owed: { label: "Payouts owed to sellers", oldest: "Released", href: null },
  refund_owed: { label: "Refunds to do", oldest: "Owed", href: "/admin/refunds" },
  disputed: { label: "Disputes to decide", oldest: "Opened", href: "/admin" },
  chargeback_open: {
    label: "Chargebacks at the bank",
    oldest: "Opened",
    href: "/admin/chargebacks",
  },
};

/** The runbook sections (docs/runbook.md) for each section of the page. */
export const runbookParts = {
  eyes: ["QueueUnreadable", "RelayAway", "ClockAway", "ProcessRestartsOften"],
  stuck: [
    "JobsOnlyRetried",
    "JobsFailOnOurSide",
    "JobsNeedManyTries",
    "UploadsPostponed",
    "TwinsLate",
  ],
  queues: ["QueueOld", "QueueUnreadable", "ProfilesSlow"],
  outbox: ["OutboxOld", "RelayHeld", "PublishFails"],
  workers: ["RelayAway", "ClockAway", "ProcessRestartsOften"],
  deliveries: [
    "DeliveriesLate",
    "WebhooksReachNobody",
    "WebhookAddressesUnreadable",
    "EventsUndelivered",
  ],
  money: [
    "MoneyStands",
    "RefundsFailed",
    "ChargebackEvidenceDue",
    "BooksDiffer",
    "LedgerOverdrawn",
  ],
} as const;

export function jobPath({ kind, id }: { kind: JobKind; id: string }): string {
  return `/admin/operations/${kind}/${id}`;
}
