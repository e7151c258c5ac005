/** Refunds and chargebacks in every state, and a seller's debt, for the tests of each page. */
import type {
  ChargebackDetail,
  ListedChargebackView,
} from "../../market/administration/read-chargebacks.ts";
import type { RefundView, SharedCharge } from "../../market/administration/read-refunds.ts";
import type { Debt } from "../../market/purchase/read.ts";
import { refundStandings } from "../../market/purchase/settlement/refund-rules.ts";
import type { AdministrationUseCases } from "../../site/admin/use-cases.ts";
import { at, longTitle, sampleDispute, sampleId } from "./purchase-samples.ts";

const done = async () => undefined;

export function sampleMoney(name: string) {
  const chargebacks = sampleChargebacks(name);
  return {
    countMoneyTasks: async () => ({ failedRefunds: 2, dueChargebacks: 1, owedChargebacks: 3 }),
    listRefunds: async () => ({ items: sampleRefunds(name), total: 87 }),
    getRefund: async (_, id) => {
      const refund = sampleRefunds(name).find((one) => one.id === id);
      const { trail, ledger, ...dispute } = sampleDispute(name);
      const shown = refund ?? sampleRefunds(name)[0];
      if (shown === undefined) throw new Error("no refund");
      const isShared = shown.standing === "trying";
      const charge: SharedCharge = {
        ...{ kind: "bounty", chargedCents: 40_000, buyer: dispute.buyer, requestId: sampleId(1) },
        purchases: [{ id: sampleId(2), title: name, priceCents: 15_050 }],
      };
      const of = isShared ? { dispute: null, charge } : { dispute, charge: null };
      return { ...shown, ...of, obstacle: null, trail, ledger };
    },
    retryRefund: done,
    payRefundOtherwise: done,
    listChargebacks: async () => ({ items: chargebacks, total: 87 }),
    getChargeback: async (_, id) => detail(name, id),
    saveEvidence: done,
    attachEvidence: done,
    detachEvidence: done,
    decideStep: done,
  } satisfies Partial<AdministrationUseCases>;
}

function sampleRefunds(name: string): RefundView[] {
  return refundStandings.map((standing, index) => {
    const hasFailed = standing === "waiting" || standing === "given_up";
    return {
      id: sampleId(index + 1),
      title: index === 1 ? longTitle : name,
      standing,
      amountCents: 24_950,
      currency: "usd",
      owedSince: at(-3),
      failures: hasFailed ? index : 0,
      failedAt: hasFailed ? at(-1) : null,
      failureReason: hasFailed ? "expired_or_canceled_card" : null,
      nextTryAt: standing === "waiting" ? at(1) : null,
      paidAt: standing === "paid_otherwise" ? at(0) : null,
      paidReference: standing === "paid_otherwise" ? name : null,
      buyer: { accountId: sampleId(11), email: "b***@example.com" },
    };
  });
}

const nothing = { debtCents: 0, recoveredCents: 0, writtenOffCents: 0, claimedCents: 0 };

function sampleChargebacks(name: string): ListedChargebackView[] {
  const open = {
    state: "open" as const,
    providerStatus: "needs_response",
    reason: "product_not_received",
    amountCents: 24_950,
    currency: "usd",
    openedAt: at(-3),
    closedAt: null,
    evidenceDueAt: at(6),
    evidenceSavedAt: null,
    evidenceSubmittedAt: null,
    ...{ ...nothing, openCents: 0 },
  };
  const debt = { debtCents: 23_703, recoveredCents: 5000, openCents: 14_703, claimedCents: 4000 };
  const states = [
    open,
    {
      ...open,
      evidenceSavedAt: at(-1),
      evidenceSubmittedAt: at(0),
      providerStatus: "under_review",
    },
    { ...open, state: "lost" as const, providerStatus: "lost", closedAt: at(-1), ...debt },
    { ...open, state: "won" as const, providerStatus: "won", closedAt: at(-1) },
  ];
  return states.map((state, index) => ({
    ...state,
    id: index === 1 ? sampleId(2) : `dp_1Sample${index}`,
    purchaseId: sampleId(2),
    title: index === 1 ? longTitle : name,
    seller: { accountId: sampleId(12), email: "s***@example.com", agentName: name },
  }));
}

/** `dp_1Sample2` is a lost one; every other is open, with evidence. */
function detail(name: string, id: string): ChargebackDetail {
  const listed = sampleChargebacks(name);
  const shown = listed.find((one) => one.id === id && one.state === "lost") ?? listed[0];
  if (shown === undefined) throw new Error("no chargeback");
  const { trail, ledger, ...dispute } = sampleDispute(name);
  const { title: _title, seller: _seller, ...chargeback } = shown;
  const isLost = chargeback.state === "lost";
  const step = { reason: name, amountCents: 0, refusal: null, createdAt: at(-1), endedAt: at(0) };
  return {
    ...chargeback,
    dispute,
    evidence: isLost
      ? null
      : {
          texts: { product_description: name, uncategorized_text: `They took it. ${name}` },
          files: { receipt: { id: "file_1", name, byteSize: 48_204 } },
        },
    knownTexts: { customer_email_address: "b@example.com" },
    steps: [
      { ...step, id: sampleId(21), kind: "send_draft", state: "done" },
      {
        ...{ ...step, id: sampleId(22), kind: "reverse_transfer", state: "refused" },
        ...{ amountCents: 4000, refusal: `The account has no funds. ${name}` },
      },
      { ...step, id: sampleId(23), kind: "accept_loss", state: "owed", endedAt: null },
    ],
    obstacles: isLost
      ? { save_draft: "The bank has decided: it is lost.", accept_loss: "The bank has decided." }
      : { reverse_transfer: "Nothing is owed yet.", write_off: "Nothing is owed yet." },
    reversalCentsMax: isLost ? 14_703 : 0,
    trail,
    ledger,
  };
}

export function sampleDebts(name: string): Debt[] {
  return [1, 2].map((number) => ({
    id: `dp_1Sample${number}`,
    purchaseId: sampleId(number),
    listingId: sampleId(50),
    title: number === 1 ? name : longTitle,
    openedAt: at(-9),
    closedAt: at(-number),
    debtCents: 23_703,
    recoveredCents: 5000,
    currency: "usd",
    owedCents: 18_703,
  }));
}
