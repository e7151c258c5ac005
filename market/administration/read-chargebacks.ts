/** Chargebacks for administrators, and money matters that wait for a person. */
import { findDispute, readLedger, readTrail } from "../../db/queries/accounts/administration.ts";
import {
  type ChargebackFilter,
  countDueChargebacks,
  countOwedChargebacks,
  type ListedChargeback,
  pageChargebacks,
  readDownloads,
} from "../../db/queries/purchases/chargeback-lists.ts";
import { type ChargebackStepRow, readSteps } from "../../db/queries/purchases/chargeback-steps.ts";
import { type ChargebackRow, findChargeback } from "../../db/queries/purchases/chargebacks.ts";
import { countFailedRefunds } from "../../db/queries/purchases/refunds.ts";
import type { AdminActor } from "../../db/vocabulary/actor.ts";
import { type ChargebackState, chargebackStepKinds } from "../../db/vocabulary/purchase.ts";
import { dayMs } from "../../platform/time.ts";
import { maskEmail } from "../agent/rules.ts";
import type { Context } from "../context.ts";
import { EVIDENCE_REMINDER_DAYS } from "../limits.ts";
import { knownEvidence } from "../purchase/chargeback/evidence-rules.ts";
import { chargebackNotFound } from "../purchase/chargeback/lock-decided.ts";
import {
  type ChargebackStep,
  obstaclesTo,
  openDebtCents,
  reversalCentsMax,
} from "../purchase/chargeback/rules.ts";
import type { Evidence, EvidenceText } from "../purchase/chargeback/schemas.ts";
import { readStepFacts } from "../purchase/chargeback/step-facts.ts";
import { isParty } from "../purchase/rules.ts";
import { viewDisputeRow, viewLedger, viewTrail } from "./dispute-view.ts";
import type { DisputeView, LedgerView, TrailView } from "./schemas.ts";

export type ChargebackView = {
  id: string;
  purchaseId: string;
  state: ChargebackState;
  /** In the provider's vocabulary, as is `reason`. */
  providerStatus: string;
  reason: string;
  amountCents: number;
  currency: string;
  openedAt: Date;
  closedAt: Date | null;
  evidenceDueAt: Date | null;
  evidenceSavedAt: Date | null;
  evidenceSubmittedAt: Date | null;
  debtCents: number;
  recoveredCents: number;
  writtenOffCents: number;
  /** The amount of reversals in progress. */
  claimedCents: number;
  /** Owed, and not being collected. */
  openCents: number;
};

export type ListedChargebackView = ChargebackView & {
  title: string;
  seller: { accountId: string; email: string; agentName: string };
};

type Page = {
  filter: ChargebackFilter | undefined;
  purchaseId: string | undefined;
  limit: number;
  offset: number;
};

/** Open ones by the time left, then those with a debt, then the rest. */
export async function listChargebacks(
  ctx: Context,
  _admin: AdminActor,
  page: Page,
): Promise<{ items: ListedChargebackView[]; total: number }> {
  const { rows, total } = await pageChargebacks(ctx.db, page);
  return { items: rows.map(viewListed), total };
}

function viewListed({ chargeback, title, agentName, sellerEmail }: ListedChargeback) {
  const { sellerAccountId: accountId } = chargeback;
  const seller = { accountId, email: maskEmail(sellerEmail), agentName };
  return { ...view(chargeback), title, seller };
}

function view(row: ChargebackRow): ChargebackView {
  const { id, purchaseId, state, providerStatus, reason, amountCents, currency } = row;
  const { openedAt, closedAt, evidenceDueAt, evidenceSavedAt, evidenceSubmittedAt } = row;
  const { debtCents, recoveredCents, writtenOffCents, claimedCents } = row;
  return {
    ...{ id, purchaseId, state, providerStatus, reason, amountCents, currency },
    ...{ openedAt, closedAt, evidenceDueAt, evidenceSavedAt, evidenceSubmittedAt },
    ...{ debtCents, recoveredCents, writtenOffCents, claimedCents },
    openCents: openDebtCents(row),
  };
}

export type StepView = Pick<
  ChargebackStepRow,
  "id" | "kind" | "state" | "reason" | "amountCents" | "refusal" | "createdAt" | "endedAt"
>;

export type ChargebackDetail = ChargebackView & {
  dispute: DisputeView;
  evidence: Evidence | null;
  /** Texts that the marketplace fills in itself. */
  knownTexts: Partial<Record<EvidenceText, string>>;
  steps: StepView[];
  /** The obstacle to each step now; an allowed step has no entry. */
  obstacles: Partial<Record<ChargebackStep, string>>;
  reversalCentsMax: number;
  trail: TrailView[];
  ledger: LedgerView[];
};

const rowsMax = { trail: 200, steps: 50, downloads: 200 };

/** One chargeback with both sides, its evidence, its steps and its history. Errors: chargeback_not_found. */
export async function viewChargeback(
  ctx: Context,
  admin: AdminActor,
  chargebackId: string,
): Promise<ChargebackDetail> {
  const row = await findChargeback(ctx.db, chargebackId);
  const dispute = row && (await findDispute(ctx.db, row.purchaseId));
  if (row === null || dispute === null) throw chargebackNotFound();
  const { purchase, file, buyer } = dispute;
  const [trail, ledger, steps, downloads, facts] = await Promise.all([
    readTrail(ctx.db, purchase.id, rowsMax.trail),
    readLedger(ctx.db, purchase.id),
    readSteps(ctx.db, chargebackId, rowsMax.steps),
    readDownloads(ctx.db, purchase.id, rowsMax.downloads),
    readStepFacts(ctx.db, row, ctx.now()),
  ]);
  const known = {
    ...{ title: purchase.title, version: purchase.version, purchaseId: purchase.id },
    ...{ format: file.format, byteSize: file.byteSize, sha256: file.sha256 },
    ...{ buyerEmail: buyer.email, paidAt: purchase.paidAt, downloads },
    escrowDays: ctx.config.ESCROW_DAYS,
  };
  return {
    ...view(row),
    dispute: viewDisputeRow(ctx.config, dispute),
    evidence: row.evidence,
    knownTexts: knownEvidence(known),
    steps: steps.map(viewStep),
    obstacles: isParty(admin.accountId, purchase) ? ofParty : obstaclesOf(facts),
    reversalCentsMax: reversalCentsMax(facts),
    trail: viewTrail(dispute.purchase, trail),
    ledger: viewLedger(ledger),
  };
}

const allSteps: ChargebackStep[] = ["save_draft", ...chargebackStepKinds];
const ofParty: Partial<Record<ChargebackStep, string>> = Object.fromEntries(
  allSteps.map((step) => [step, "You bought or sold this: another one has to decide."]),
);

function obstaclesOf(facts: Parameters<typeof obstaclesTo>[1]): ChargebackDetail["obstacles"] {
  const told = allSteps.map((step) => [step, obstaclesTo(step, facts)[0]] as const);
  return Object.fromEntries(told.filter(([, obstacle]) => obstacle !== undefined));
}

function viewStep(row: ChargebackStepRow): StepView {
  const { id, kind, state, reason, amountCents, refusal, createdAt, endedAt } = row;
  return { id, kind, state, reason, amountCents, refusal, createdAt, endedAt };
}

/** How many money matters wait for a person; evidence is due within `EVIDENCE_REMINDER_DAYS`. */
export type MoneyTasks = { failedRefunds: number; dueChargebacks: number; owedChargebacks: number };

export async function countMoneyTasks(ctx: Context, _admin: AdminActor): Promise<MoneyTasks> {
  const before = new Date(ctx.now().getTime() + EVIDENCE_REMINDER_DAYS * dayMs);
  const [failedRefunds, dueChargebacks, owedChargebacks] = await Promise.all([
    countFailedRefunds(ctx.db),
    countDueChargebacks(ctx.db, before),
    countOwedChargebacks(ctx.db),
  ]);
  return { failedRefunds, dueChargebacks, owedChargebacks };
}
