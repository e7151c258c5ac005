/** The form of a key's limits: what it holds, how it is read, and how it looks. */
import {
  type ApiKeyScope,
  apiKeyScopes,
  type BudgetPeriod,
  budgetPeriods,
} from "../../../market/account/rules.ts";
import {
  API_KEY_NAME_CHARS_MAX,
  BUDGET_CENTS_MAX,
  PRICE_CENTS_MAX,
} from "../../../market/limits.ts";
import { categories } from "../../../market/vocabulary.ts";
import { parseAmountCents } from "../../kit/amount.ts";
import { ChoiceField, SelectField, TextField } from "../../kit/fields.tsx";
import type { FieldErrors } from "../../kit/form.ts";
import { amountInput } from "../../kit/format.ts";
import type { Frame } from "../frame.tsx";
import type { KeyLimitsForm } from "./use-cases.ts";
import { periodWords } from "./words.ts";

/** What the fields hold, as text: it comes back as it was typed when something is wrong. */
export type KeyFields = {
  name: string;
  scopes: string[];
  max_per_purchase_cents: string;
  budget_cents: string;
  budget_period: string;
  categories: string[];
  expires_at: string;
};

export const keyLabels: Record<keyof KeyFields, string> = {
  name: "Name",
  scopes: "What the key may do",
  max_per_purchase_cents: "At most per purchase",
  budget_cents: "Budget",
  budget_period: "Budget period",
  categories: "Categories",
  expires_at: "Expires on",
};

const scopeHints: Record<ApiKeyScope, string> = {
  purchase: "Buy datasets, confirm and dispute deliveries.",
  bid: "Bid in auctions. Open bids count against the budget.",
  message: "Write to sellers.",
  read: "See your purchases and download them, and get events.",
};

/** What the pages with this form get. */
export type KeyFormProps = {
  frame: Frame;
  currency: string;
  fields: KeyFields;
  errors: FieldErrors;
};

export const emptyKeyFields: KeyFields = {
  name: "",
  scopes: ["purchase", "read"],
  max_per_purchase_cents: "",
  budget_cents: "",
  budget_period: "month",
  categories: [],
  expires_at: "",
};

type Limits = {
  name: string;
  scopes: string[];
  maxPerPurchaseCents: number | null;
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
    budget_cents: amountInput(key.budgetCents),
    budget_period: key.budgetPeriod ?? "month",
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
    budget_cents: text("budget_cents"),
    budget_period: text("budget_period"),
    categories: form.getAll("categories"),
    expires_at: text("expires_at"),
  };
}

type AmountName = "max_per_purchase_cents" | "budget_cents";
const amountCentsMax: Record<AmountName, number> = {
  max_per_purchase_cents: PRICE_CENTS_MAX,
  budget_cents: BUDGET_CENTS_MAX,
};

/** In the units in which it was typed: the schema would speak of cents. */
function amountBounds(name: AmountName): string {
  const most = (amountCentsMax[name] / 100).toLocaleString("en", { minimumFractionDigits: 2 });
  return `Write an amount from 0.01 to ${most}, or leave it empty.`;
}

/** The limits that the fields name, with what this page itself can find wrong. */
export function readKeyLimits(fields: KeyFields): { limits: KeyLimitsForm; errors: FieldErrors } {
  const errors: FieldErrors = {};
  const amount = (name: AmountName) => {
    if (fields[name] === "") return null;
    const cents = parseAmountCents(fields[name]);
    if (cents === null) errors[name] = "Write an amount such as 25 or 12.50, or leave it empty.";
    else if (cents < 1 || cents > amountCentsMax[name]) errors[name] = amountBounds(name);
    return cents;
  };
  if (fields.name === "") errors.name = "Give the key a name by which you know it again.";
  if (fields.scopes.length === 0) errors.scopes = "Choose at least one.";
  const budget_cents = amount("budget_cents");
  const limits = {
    name: fields.name,
    scopes: fields.scopes,
    max_per_purchase_cents: amount("max_per_purchase_cents"),
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
      <div class="fields">
        <TextField
          name="budget_cents"
          label={`${keyLabels.budget_cents} (${currency})`}
          hint="Empty: no budget."
          value={fields.budget_cents}
          inputmode="decimal"
          maxlength={16}
          errors={errors}
        />
        <SelectField
          name="budget_period"
          label={keyLabels.budget_period}
          hint="Windows begin at midnight UTC."
          value={fields.budget_period}
          options={budgetPeriods.map((period) => [period, periodWords[period]])}
          errors={errors}
        />
      </div>
      <TextField
        name="max_per_purchase_cents"
        label={`${keyLabels.max_per_purchase_cents} (${currency})`}
        hint="Empty: no limit for a single purchase."
        value={fields.max_per_purchase_cents}
        inputmode="decimal"
        maxlength={16}
        errors={errors}
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
