import {
  type ApiKeyScope,
  apiKeyScopes,
  type BudgetPeriod,
} from "../../../db/vocabulary/account.ts";
import { API_KEY_NAME_CHARS_MAX } from "../../../market/account/limits.ts";
import { BUDGET_CENTS_MAX, PRICE_CENTS_MAX } from "../../../market/limits.ts";
import { majorUnits } from "../../../market/pricing.ts";
import { categories } from "../../../market/vocabulary.ts";
import { parseAmountCents } from "../../kit/amount.ts";
import { ChoiceField, TextField } from "../../kit/fields.tsx";
import type { FieldErrors } from "../../kit/form.ts";
import { amountInput } from "../../kit/format.ts";
import type { Frame } from "../frame.tsx";
import { BudgetRow, ConfirmAboveField } from "./budget-row.tsx";
import type { KeyLimitsForm } from "./use-cases.ts";

/** The field values as text, so that the page can show the input again after an error. */
export type KeyFields = {
  name: string;
  scopes: string[];
  max_per_purchase_cents: string;
  confirm_above_cents: string;
  budget_cents: string;
  budget_period: string;
  /** Ticked: the key may spend without a budget. */
  no_budget: boolean;
  categories: string[];
  expires_at: string;
};

export const keyLabels: Record<keyof KeyFields, string> = {
  name: "Name",
  scopes: "What the key may do",
  max_per_purchase_cents: "At most per purchase",
  confirm_above_cents: "Ask me above",
  budget_cents: "Budget",
  budget_period: "Budget period",
  no_budget: "Without a budget",
  categories: "Categories",
  expires_at: "Expires on",
};

const scopeHints: Record<ApiKeyScope, string> = {
  purchase: "Buy datasets, confirm and dispute deliveries.",
  bid: "Bid in auctions. Open bids count against the budget.",
  message: "Write to sellers.",
  read: "See your purchases and download them, and get events.",
};

export type KeyFormProps = {
  frame: Frame;
  currency: string;
  fields: KeyFields;
  errors: FieldErrors;
};

/** A new key has this budget unless its owner changes it. */
const NEW_KEY_BUDGET_CENTS = 5_000;

export const newKeyFields: KeyFields = {
  name: "",
  scopes: ["purchase", "read"],
  max_per_purchase_cents: "",
  confirm_above_cents: "",
  budget_cents: amountInput(NEW_KEY_BUDGET_CENTS),
  budget_period: "month",
  no_budget: false,
  categories: [],
  expires_at: "",
};

type Limits = {
  name: string;
  scopes: string[];
  maxPerPurchaseCents: number | null;
  confirmAboveCents: number | null;
  budgetCents: number | null;
  budgetPeriod: BudgetPeriod | null;
  categories: string[];
  expiresAt: Date | null;
};

export function keyFieldsOf(key: Limits): KeyFields {
  return {
    name: key.name,
    scopes: key.scopes,
    max_per_purchase_cents: amountInput(key.maxPerPurchaseCents),
    confirm_above_cents: amountInput(key.confirmAboveCents),
    budget_cents: amountInput(key.budgetCents),
    budget_period: key.budgetPeriod ?? "month",
    no_budget: key.budgetCents === null,
    categories: key.categories,
    expires_at: key.expiresAt?.toISOString().slice(0, 10) ?? "",
  };
}

export function readKeyFields(form: URLSearchParams): KeyFields {
  const text = (name: string) => (form.get(name) ?? "").trim();
  return {
    name: text("name"),
    scopes: form.getAll("scopes"),
    max_per_purchase_cents: text("max_per_purchase_cents"),
    confirm_above_cents: text("confirm_above_cents"),
    budget_cents: text("budget_cents"),
    budget_period: text("budget_period"),
    no_budget: form.get("no_budget") === "yes",
    categories: form.getAll("categories"),
    expires_at: text("expires_at"),
  };
}

type AmountName = "max_per_purchase_cents" | "confirm_above_cents" | "budget_cents";
const amountBoundsCents: Record<AmountName, { min: number; max: number }> = {
  max_per_purchase_cents: { min: 1, max: PRICE_CENTS_MAX },
  confirm_above_cents: { min: 0, max: PRICE_CENTS_MAX },
  budget_cents: { min: 1, max: BUDGET_CENTS_MAX },
};

/** The alternative to writing an amount. */
const otherwise: Record<AmountName, string> = {
  max_per_purchase_cents: "or leave it empty",
  confirm_above_cents: "or leave it empty",
  budget_cents: "or let the key spend without a budget",
};

/** Names the bounds in the units that the person typed; the schema would name cents. */
function amountBounds(name: AmountName): string {
  const { min, max } = amountBoundsCents[name];
  const most = (max / 100).toLocaleString("en", { minimumFractionDigits: 2 });
  return `Enter an amount from ${majorUnits(min)} to ${most}, ${otherwise[name]}.`;
}

/** Leaving the field empty never means "no budget"; the owner must tick that box. */
function budgetFault({ budget_cents, no_budget }: KeyFields): FieldErrors {
  if (budget_cents === "" && !no_budget) {
    return { budget_cents: `Enter an amount, ${otherwise.budget_cents}.` };
  }
  if (budget_cents !== "" && no_budget) {
    return { budget_cents: "Clear the amount, or clear “Without a budget”." };
  }
  return {};
}

/** The limits in the fields, and the errors that this page can find by itself. */
export function readKeyLimits(fields: KeyFields): { limits: KeyLimitsForm; errors: FieldErrors } {
  const errors: FieldErrors = budgetFault(fields);
  const amount = (name: AmountName) => {
    if (fields[name] === "") return null;
    const { min, max } = amountBoundsCents[name];
    const cents = parseAmountCents(fields[name]);
    if (cents === null) errors[name] = `Enter an amount such as 25 or 12.50, ${otherwise[name]}.`;
    else if (cents < min || cents > max) errors[name] = amountBounds(name);
    return cents;
  };
  if (fields.name === "") errors.name = "Give the key a name that you will recognise.";
  if (fields.scopes.length === 0) errors.scopes = "Choose at least one.";
  const budget_cents = amount("budget_cents");
  const limits = {
    name: fields.name,
    scopes: fields.scopes,
    max_per_purchase_cents: amount("max_per_purchase_cents"),
    confirm_above_cents: amount("confirm_above_cents"),
    budget_cents,
    budget_period: budget_cents === null ? null : fields.budget_period,
    categories: fields.categories,
  };
  return { limits, errors };
}

export function ScopeField(props: { fields: KeyFields; errors: FieldErrors }): JSX.Element {
  return (
    <ChoiceField
      kind="checkbox"
      name="scopes"
      label={keyLabels.scopes}
      choices={apiKeyScopes.map((scope) => ({
        value: scope,
        label: scope,
        hint: scopeHints[scope],
      }))}
      chosen={props.fields.scopes}
      errors={props.errors}
    />
  );
}

export function NameField(props: { fields: KeyFields; errors: FieldErrors }): JSX.Element {
  return (
    <TextField
      name="name"
      label={keyLabels.name}
      hint="Only you see it. Name the agent that will use the key."
      value={props.fields.name}
      maxlength={API_KEY_NAME_CHARS_MAX}
      required
      errors={props.errors}
    />
  );
}

export function LimitFields(props: {
  fields: KeyFields;
  errors: FieldErrors;
  currency: string;
}): JSX.Element {
  const { fields, errors } = props;
  const currency = props.currency.toUpperCase();
  return (
    <>
      <BudgetFields {...{ fields, errors, currency }} />
      <TextField
        name="max_per_purchase_cents"
        label={`${keyLabels.max_per_purchase_cents} (${currency})`}
        hint="Empty: no limit for a single purchase."
        value={fields.max_per_purchase_cents}
        inputmode="decimal"
        maxlength={16}
        errors={errors}
      />
      <ConfirmAboveField
        value={fields.confirm_above_cents}
        label={keyLabels.confirm_above_cents}
        errors={errors}
        currency={currency}
      />
      <ChoiceField
        kind="checkbox"
        name="categories"
        label={keyLabels.categories}
        hint="Choose none to allow all of them."
        choices={categories.map(({ id, name }) => ({ value: id, label: name }))}
        chosen={fields.categories}
        errors={errors}
      />
      <TextField
        name="expires_at"
        label={keyLabels.expires_at}
        hint="It works until the end of that day, UTC. Empty: it does not expire."
        type="date"
        value={fields.expires_at}
        errors={errors}
      />
    </>
  );
}

function BudgetFields(props: {
  fields: KeyFields;
  errors: FieldErrors;
  currency: string;
}): JSX.Element {
  const { fields, errors, currency } = props;
  return (
    <>
      <BudgetRow fields={fields} labels={keyLabels} errors={errors} currency={currency} />
      <ChoiceField
        kind="checkbox"
        name="no_budget"
        label={keyLabels.no_budget}
        choices={[
          {
            value: "yes",
            label: "Let the key spend without a budget",
            hint: "Anyone who gets the key can charge your cards until you revoke it. Leave the budget empty.",
          },
        ]}
        chosen={fields.no_budget ? ["yes"] : []}
        errors={errors}
      />
    </>
  );
}
