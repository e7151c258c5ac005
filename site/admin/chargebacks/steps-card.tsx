/**
 * The next steps of a chargeback: a form for each available step, and why others are unavailable.
 */

import { type ChargebackStepKind, chargebackStepKinds } from "../../../db/vocabulary/purchase.ts";
import type { ChargebackDetail } from "../../../market/administration/read-chargebacks.ts";
import { STEP_REASON_CHARS_MAX } from "../../../market/limits.ts";
import { majorUnits, moneyText } from "../../../market/pricing.ts";
import type { ChargebackStep } from "../../../market/purchase/chargeback/rules.ts";
import type { Frame } from "../../account/frame.tsx";
import { Confirm, OwnForm, TextArea, TextField } from "../../kit/fields.tsx";
import type { FieldErrors } from "../../kit/form.ts";
import { Card } from "../../kit/parts.tsx";
import { stepWords } from "./words.ts";

/** The input and errors of a refused form; `step` names the form. */
export type StepForm = { step: string; reason: string; amount: string; errors: FieldErrors };
type Props = { frame: Frame; chargeback: ChargebackDetail; form: StepForm };

type MoneyStep = Exclude<ChargebackStepKind, "send_draft" | "submit_evidence">;
const moneySteps: MoneyStep[] = ["accept_loss", "reverse_transfer", "write_off"];
const shownSteps: ChargebackStep[] = ["save_draft", ...chargebackStepKinds];

/** Several forms share the page, so each needs its own field names. */
export const fieldName = (step: string, field: "reason" | "amount") => `${step}_${field}`;

export const stepLabels: Record<string, string> = Object.fromEntries(
  moneySteps.flatMap((step) => [
    [fieldName(step, "reason"), "Reason"],
    [fieldName(step, "amount"), "Amount"],
  ]),
);

const effects: Record<MoneyStep, (chargeback: ChargebackDetail) => string> = {
  accept_loss: ({ amountCents, currency }) =>
    `The bank keeps the ${moneyText(amountCents, currency)}, and the buyer wins. The bank accepts no more evidence. This can't be undone.`,
  reverse_transfer: ({ reversalCentsMax, currency }) =>
    `Takes back the seller's payout for this sale, at most ${moneyText(reversalCentsMax, currency)}. The provider refuses if the seller's account no longer has the money; the debt then remains.`,
  write_off: ({ openCents, currency }) =>
    `The marketplace bears the remaining ${moneyText(openCents, currency)}, and the seller owes nothing more. This can't be undone.`,
};

export function StepsCard({ frame, chargeback, form }: Props): JSX.Element {
  const { obstacles, id } = chargeback;
  const isOpen = (step: ChargebackStep) => obstacles[step] === undefined;
  const isEvidenceOpen = isOpen("save_draft");
  const closed = shownSteps.filter((step) => !isOpen(step) && step !== "send_draft");
  return (
    <Card title="Next steps">
      {isEvidenceOpen && (
        <div class="actions">
          <a class="button primary" href={`/admin/chargebacks/${id}/evidence`}>
            {chargeback.evidence === null ? "Write evidence" : "Evidence: change, send, submit"}
          </a>
        </div>
      )}
      {moneySteps.filter(isOpen).map((step) => (
        <StepFormIn {...{ frame, chargeback, form, step }} />
      ))}
      {closed.length > 0 && (
        <details class="more" open={closed.length === shownSteps.length - 1}>
          <summary>Steps not possible now</summary>
          <dl>
            {closed.map((step) => (
              <>
                <dt safe>{stepWords[step]}</dt>
                <dd safe>{obstacles[step] ?? ""}</dd>
              </>
            ))}
          </dl>
        </details>
      )}
    </Card>
  );
}

function StepFormIn({ frame, chargeback, form, step }: Props & { step: MoneyStep }): JSX.Element {
  const isReversal = step === "reverse_transfer";
  const isSame = form.step === step;
  const most = majorUnits(chargeback.reversalCentsMax);
  return (
    <Confirm summary={stepWords[step]} open={isSame}>
      <p safe>{effects[step](chargeback)}</p>
      <OwnForm action={`/admin/chargebacks/${chargeback.id}/steps`} viewer={frame.viewer}>
        <input type="hidden" name="step" value={step} />
        {isReversal && (
          <TextField
            name={fieldName(step, "amount")}
            label="Amount"
            value={isSame ? form.amount : most}
            inputmode="decimal"
            required
            errors={form.errors}
          />
        )}
        <TextArea
          name={fieldName(step, "reason")}
          label="Reason"
          hint="Shown in the audit log, which the seller can read."
          value={isSame ? form.reason : ""}
          maxlength={STEP_REASON_CHARS_MAX}
          required
          errors={form.errors}
        />
        <div class="actions">
          <button class={isReversal ? "button primary" : "button danger"} type="submit">
            {stepWords[step]}
          </button>
        </div>
      </OwnForm>
    </Confirm>
  );
}
