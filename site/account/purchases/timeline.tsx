import type { PurchaseView } from "../../../market/purchase/schemas.ts";
import { refundCauseWords } from "../../../market/purchase/words.ts";
import { Time } from "../../kit/parts.tsx";
import { disputeReasonWords, releaseCauseWords } from "./words.ts";

type Step = {
  title: string;
  at: string | null;
  note?: string | undefined;
  kind?: "ahead" | "bad" | "good";
};

export function Timeline({ purchase }: { purchase: PurchaseView }): JSX.Element {
  return (
    <ol class="timeline">
      {timelineSteps(purchase).map(({ title, at, note, kind }) => (
        <li class={kind}>
          <strong safe>{title}</strong>
          {at && (
            <span class="muted small">
              {kind === "ahead" && "By "}
              <Time at={at} />
            </span>
          )}
          {note && (
            <span class="small" safe>
              {note}
            </span>
          )}
        </li>
      ))}
    </ol>
  );
}

const chargebackSteps: Record<"open" | "won" | "lost", Step> = {
  open: {
    title: "Your bank disputes the payment",
    at: null,
    note: "Downloads are closed until the bank has decided.",
    kind: "bad",
  },
  won: { title: "Your bank confirmed the payment", at: null, kind: "good" },
  lost: {
    title: "Your bank took the payment back",
    at: null,
    note: "Downloads are closed.",
    kind: "bad",
  },
};

/** The steps of a purchase that is unpaid, or that ended unpaid. */
function unpaidSteps({
  status,
  failure,
  next_action,
  cancelled_at,
}: PurchaseView): (Step | false)[] {
  return [
    next_action !== null && {
      title: "Your bank asks you to confirm",
      at: next_action.expires_at,
      note: "You are charged only after you confirm.",
      kind: "ahead",
    },
    status === "payment_pending" &&
      next_action === null && {
        title: "Waiting for the payment provider",
        at: null,
        note: "The outcome is not known yet. You are never charged twice for this purchase.",
        kind: "ahead",
      },
    status === "payment_failed" && {
      title: "The payment failed",
      at: null,
      note: failure?.detail ?? "Nothing was charged.",
      kind: "bad",
    },
    status === "cancelled" && {
      title: "Cancelled",
      at: cancelled_at,
      note: "You cancelled it before it was paid. Nothing was charged.",
      kind: "bad",
    },
    status === "expired" && {
      title: "Expired",
      at: null,
      note: "The payment was not completed in time. Nothing was charged.",
      kind: "bad",
    },
  ];
}

function paidNote({ status, capabilities }: PurchaseView): string | undefined {
  if (status !== "in_escrow" && status !== "disputed") return undefined;
  if (!capabilities.download) return "The marketplace holds the money.";
  return "The marketplace holds the money. You can download the file.";
}

/** How the money's time in escrow ends. */
function escrowStep({ subscription, acceptance, release_due_at: at }: PurchaseView): Step {
  if (subscription !== null && subscription.delivered_version === null) {
    return {
      title: "You are refunded, unless a new version is published",
      at,
      note:
        acceptance === null
          ? "If the seller publishes one in this period, the money goes to the seller some days later."
          : "A version of this period is checked against your conditions. If all of them hold, the seller is paid at once.",
      kind: "ahead",
    };
  }
  if (acceptance === "pending") {
    return {
      title: "The file is checked against your conditions",
      at: null,
      note: "If all of them hold, the seller is paid at once. If one fails, you are refunded.",
      kind: "ahead",
    };
  }
  return {
    title: "The money goes to the seller",
    at,
    note: "Earlier if you confirm the delivery; not at all while you dispute it.",
    kind: "ahead",
  };
}

function timelineSteps(purchase: PurchaseView): Step[] {
  const { status, release_cause, refund_cause, dispute } = purchase;
  const steps: (Step | false)[] = [
    { title: "Ordered", at: purchase.created_at },
    purchase.paid_at !== null && {
      title: "Paid",
      at: purchase.paid_at,
      note: paidNote(purchase),
    },
    ...unpaidSteps(purchase),
    purchase.disputed_at !== null && {
      title: "Disputed",
      at: purchase.disputed_at,
      note: dispute === null ? undefined : disputeReasonWords[dispute.reason],
      kind: "bad",
    },
    status === "disputed" && {
      title: "An administrator decides",
      at: null,
      note: "The money stays in escrow until then.",
      kind: "ahead",
    },
    status === "in_escrow" && escrowStep(purchase),
    purchase.released_at !== null && {
      title: "Completed",
      at: purchase.released_at,
      note: release_cause === null ? undefined : releaseCauseWords[release_cause],
      kind: "good",
    },
    purchase.refunded_at !== null && {
      title: "Refunded",
      at: purchase.refunded_at,
      note: refund_cause === null ? undefined : refundCauseWords[refund_cause],
      kind: "good",
    },
    purchase.chargeback !== null && chargebackSteps[purchase.chargeback],
    purchase.refund_failed_at !== null && {
      title: "Your bank returned the refund",
      at: purchase.refund_failed_at,
      note: "We still owe you the money. We will retry, or pay you another way.",
      kind: "bad",
    },
    purchase.refunded_at !== null &&
      refund_cause !== "charged_back" && {
        title:
          purchase.refund_paid_at === null
            ? "On its way to your card"
            : "Your card's bank has the money",
        at: purchase.refund_paid_at,
        ...(purchase.refund_paid_at === null
          ? { kind: "ahead" as const }
          : { kind: "good" as const, note: "It may take some days to appear on your statement." }),
      },
  ];
  return steps.filter((step) => step !== false);
}
