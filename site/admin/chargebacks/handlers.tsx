import {
  type ChargebackFilter,
  chargebackFilters,
} from "../../../db/queries/purchases/chargeback-lists.ts";
import { parseAmountCents } from "../../kit/amount.ts";
import { type FieldErrors, formErrors, textOf } from "../../kit/form.ts";
import { isId } from "../../kit/ids.ts";
import { withNotice } from "../../kit/notices.ts";
import { pageWanted } from "../../kit/paging.ts";
import { privatePage, redirectTo } from "../../kit/respond.ts";
import type { AdminContext } from "../context.ts";
import type { AdminRequest } from "../handle.ts";
import { ChargebackPage } from "./detail-page.tsx";
import { showEvidenceAgain } from "./evidence-handlers.tsx";
import { chargebackId } from "./ids.ts";
import { ChargebacksPage } from "./list-page.tsx";
import { fieldName, type StepForm } from "./steps-card.tsx";

/** GET /admin/chargebacks */
export async function showChargebacks(
  ctx: AdminContext,
  { admin, frame, url }: AdminRequest,
): Promise<Response> {
  const purchase = url.searchParams.get("purchase")?.toLowerCase() ?? "";
  const purchaseId = isId(purchase) ? purchase : undefined;
  const status = url.searchParams.get("status");
  const filter = chargebackFilters.find((one): one is ChargebackFilter => one === status);
  const wanted = { ...pageWanted(url), filter, purchaseId };
  const page = await ctx.administration.listChargebacks(admin, wanted);
  return privatePage(<ChargebacksPage {...{ frame, wanted, page }} />);
}

const untouched: StepForm = { step: "", reason: "", amount: "", errors: {} };

/** GET /admin/chargebacks/{id} */
export function showChargeback(ctx: AdminContext, page: AdminRequest): Promise<Response> {
  return show(ctx, page, untouched);
}

const evidenceSteps = ["send_draft", "submit_evidence"];

/** POST /admin/chargebacks/{id}/steps */
export async function decideStep(
  ctx: AdminContext,
  page: AdminRequest,
  given: URLSearchParams,
): Promise<Response> {
  const id = chargebackId(page);
  const step = given.get("step") ?? "";
  const isEvidence = evidenceSteps.includes(step);
  if (step === "submit_evidence" && given.get("confirm") !== "yes") {
    const confirm = "Tick the box: evidence cannot be changed once the bank has it.";
    return showEvidenceAgain(ctx, page, { texts: undefined, errors: { confirm } });
  }
  const reason = textOf(given, fieldName(step, "reason"));
  const amount = given.get(fieldName(step, "amount")) ?? "";
  const isReversal = step === "reverse_transfer";
  const amountCents = isReversal ? parseAmountCents(amount) : null;
  const form = { step, reason, amount, errors: {} };
  if (isReversal && !amountCents) {
    const errors = { [fieldName(step, "amount")]: "Enter an amount such as 12.50." };
    return show(ctx, page, { ...form, errors });
  }
  try {
    const amounts = amountCents === null ? {} : { amount_cents: amountCents };
    await ctx.administration.decideStep(page.admin, id, { step, reason, ...amounts });
  } catch (error) {
    const errors = formErrors(error);
    if (isEvidence) return showEvidenceAgain(ctx, page, { texts: undefined, errors });
    return show(ctx, page, { ...form, errors: ofStep(errors, step) });
  }
  const notice = step === "write_off" ? "debt_written_off" : "step_decided";
  return redirectTo(withNotice(`/admin/chargebacks/${id}`, notice));
}

/** Renames the errors to the field names of the step's form. */
function ofStep(
  { reason, amount_cents: amount, ...others }: FieldErrors,
  step: string,
): FieldErrors {
  return {
    ...others,
    ...(reason === undefined ? {} : { [fieldName(step, "reason")]: reason }),
    ...(amount === undefined ? {} : { [fieldName(step, "amount")]: amount }),
  };
}

async function show(ctx: AdminContext, page: AdminRequest, form: StepForm): Promise<Response> {
  const chargeback = await ctx.administration.getChargeback(page.admin, chargebackId(page));
  const status = Object.keys(form.errors).length === 0 ? 200 : 400;
  const { frame } = page;
  return privatePage(<ChargebackPage {...{ frame, chargeback, form }} />, { status });
}
