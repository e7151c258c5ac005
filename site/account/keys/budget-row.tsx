/** The spending limit of a key or a connected program, and its period. */
import { budgetPeriods } from "../../../db/vocabulary/account.ts";
import { SelectField, TextField } from "../../kit/fields.tsx";
import type { FieldErrors } from "../../kit/form.ts";
import { periodWords } from "./words.ts";

type BudgetFieldProps = { errors: FieldErrors; currency: string };

/** The amount above which a person must confirm. `currency` is shown next to the label. */
export function ConfirmAboveField(
  props: BudgetFieldProps & { value: string; label: string },
): JSX.Element {
  const { value, label, errors, currency } = props;
  return (
    <TextField
      name="confirm_above_cents"
      label={`${label} (${currency})`}
      hint="Purchases above this amount need your approval. 0: every purchase. Empty: no purchase."
      value={value}
      inputmode="decimal"
      maxlength={16}
      errors={errors}
    />
  );
}

type Names = "budget_cents" | "budget_period";

export function BudgetRow(
  props: BudgetFieldProps & { fields: Record<Names, string>; labels: Record<Names, string> },
): JSX.Element {
  const { fields, labels, errors, currency } = props;
  return (
    <div class="fields">
      <TextField
        name="budget_cents"
        label={`${labels.budget_cents} (${currency})`}
        hint="The most that it can spend in a period."
        value={fields.budget_cents}
        inputmode="decimal"
        maxlength={16}
        errors={errors}
      />
      <SelectField
        name="budget_period"
        label={labels.budget_period}
        hint="Periods begin at midnight UTC."
        value={fields.budget_period}
        options={budgetPeriods.map((period) => [period, periodWords[period]])}
        errors={errors}
      />
    </div>
  );
}
