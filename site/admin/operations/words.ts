import type { WaitingMoneyKind } from "../../../db/queries/operations/depth.ts";
import type { JobAct, JobKind, JobStanding } from "../../../market/operations/rules.ts";
import type { Queue } from "../../../platform/bus/port.ts";
import type { Tone } from "../../kit/parts.tsx";

export const queueWords: Record<Queue, string> = {
  profile: "Files to profile",
  notify: "E-mails",
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
    lead: "Running for more than 15 minutes, postponed after failures on our side, or ended by one.",
  },
  outbox: {
    one: "Unpublished message",
    title: "Unpublished messages",
    lead: "Older than a minute. The relay retries them every few seconds.",
  },
  mail: {
    one: "E-mail",
    title: "E-mails",
    lead: "Waiting for more than ten minutes: the mail service does not accept them.",
  },
  twin: {
    one: "Parquet copy of a file",
    title: "Parquet copies of files",
    lead: "Due for more than 15 minutes, or failed.",
  },
  embedding: {
    one: "Embedding of a listing",
    title: "Embeddings",
    lead: "The model refused the text. It is retried once a day.",
  },
  delivery: {
    one: "Delivery to a webhook",
    title: "Stuck deliveries",
    lead: "Older than ten minutes, or given up.",
  },
  import: {
    one: "Import of a file",
    title: "Imports from addresses",
    lead: "Due for more than ten minutes, or failed.",
  },
  bucket_delivery: {
    one: "Delivery to a bucket",
    title: "Deliveries to buckets",
    lead: "Due for more than ten minutes, or failed.",
  },
};

export const standingWords: Record<JobStanding, { tone: Tone; label: string }> = {
  waiting: { tone: "warn", label: "Waiting" },
  running: { tone: "accent", label: "Runs" },
  failed: { tone: "bad", label: "Failed" },
  ended: { tone: "plain", label: "Ended" },
};

/** Explains an act before it is performed. */
export const actWords: Record<JobKind, Partial<Record<JobAct, string>>> = {
  upload: {
    retry: "The file is profiled from the beginning with a new set of tries.",
    give_up:
      "The job ends without a sample, as after the last try, and the seller is notified. They can publish without a sample or upload another file.",
  },
  outbox: {
    give_up:
      "The message is dropped. The clock queues its work again where it can; an e-mail is not sent.",
  },
  mail: {
    retry: "The e-mail is queued again with a new message.",
    give_up: "The e-mail is not sent. Nothing else changes.",
  },
  twin: {
    retry: "The copy is made again with a new set of tries.",
    give_up: "The file has no Parquet copy and cannot be queried. Its profile stays.",
  },
  embedding: { retry: "The model is asked again for this listing." },
  delivery: {
    retry: "The event is sent at once with a new set of tries.",
    give_up:
      "The event is not sent. Later events of the same subject, which were waiting for it, are sent.",
  },
  import: { retry: "The import continues at once with a new set of tries and a new day." },
  bucket_delivery: { retry: "The delivery continues at once with a new set of tries." },
};

export const actLabels: Record<JobAct, string> = { retry: "Retry", give_up: "Give up" };
export const actPaths: Record<JobAct, string> = { retry: "retry", give_up: "give-up" };

type MoneyWords = { label: string; oldest: string; href: string | null };

export const moneyWords: Record<WaitingMoneyKind | "escrow_overdue", MoneyWords> = {
  payment_pending: { label: "Payments without an outcome", oldest: "Oldest", href: null },
  in_escrow: { label: "In escrow", oldest: "First release", href: null },
  escrow_overdue: { label: "Escrow past its release date", oldest: "Due", href: null },
  payout_owed: { label: "Payouts owed to sellers", oldest: "Released", href: null },
  refund_owed: { label: "Refunds owed", oldest: "Owed", href: "/admin/refunds" },
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
    "TransfersLate",
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
