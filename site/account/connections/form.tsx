import { type ConnectionScope, connectionScopes } from "../../../db/vocabulary/connection.ts";
import type { CardSummary } from "../../../market/account/read.ts";
import type { ConnectionView } from "../../../market/connection/read.ts";
import { maySpend, scopesWithin } from "../../../market/connection/rules.ts";
import { AGENT_NAME_CHARS_MAX } from "../../../market/limits.ts";
import { dayMs } from "../../../platform/time.ts";
import { ChoiceField, SelectField, TextField } from "../../kit/fields.tsx";
import type { FieldErrors } from "../../kit/form.ts";
import { amountInput, formatCard } from "../../kit/format.ts";
import { BudgetRow, ConfirmAboveField } from "../keys/budget-row.tsx";
import { readKeyLimits } from "../keys/form.tsx";
import { scopeWords, validities } from "./words.ts";

/** The field values as text, so that the page can show the input again after an error. */
export type ConsentFields = {
  scopes: string[];
  budget_cents: string;
  budget_period: string;
  max_per_purchase_cents: string;
  confirm_above_cents: string;
  /** Empty: any card of the account. */
  payment_method_id: string;
  /** One of `validities`. */
  valid_days: string;
  agent_name: string;
};

export const consentLabels: Record<keyof ConsentFields, string> = {
  scopes: "What it may do",
  budget_cents: "Budget",
  budget_period: "Budget period",
  max_per_purchase_cents: "At most per purchase",
  confirm_above_cents: "Ask me above",
  payment_method_id: "Card",
  valid_days: "For how long",
  agent_name: "Seller's name",
};

const NEW_BUDGET_CENTS = 5_000;
const NEW_MAX_PER_PURCHASE_CENTS = 2_500;

/** Ticks everything that the program requested, with careful limits. */
export function newConsentFields(
  client: { scopesAsked: readonly ConnectionScope[] },
  { cards, sellerName }: { cards: readonly CardSummary[]; sellerName: string },
): ConsentFields {
  return {
    scopes: [...client.scopesAsked],
    budget_cents: amountInput(NEW_BUDGET_CENTS),
    budget_period: "month",
    max_per_purchase_cents: amountInput(NEW_MAX_PER_PURCHASE_CENTS),
    confirm_above_cents: "",
    payment_method_id: cards.find(({ isDefault }) => isDefault)?.id ?? cards[0]?.id ?? "",
    valid_days: "90",
    agent_name: sellerName,
  };
}

/** The fields of an existing connection. Its end is set again where the form asks for it. */
export function consentFieldsOf(
  { limits, agent, scopes }: Pick<ConnectionView, "limits" | "agent" | "scopes">,
  fresh: ConsentFields,
): ConsentFields {
  if (!maySpend(scopes)) return { ...fresh, agent_name: agent?.name ?? fresh.agent_name };
  return {
    ...fresh,
    budget_cents:
      limits.budgetCents === null ? fresh.budget_cents : amountInput(limits.budgetCents),
    budget_period: limits.budgetPeriod ?? fresh.budget_period,
    max_per_purchase_cents: amountInput(limits.maxPerPurchaseCents),
    confirm_above_cents: amountInput(limits.confirmAboveCents),
    payment_method_id: limits.paymentMethodId ?? "",
    agent_name: agent?.name ?? fresh.agent_name,
  };
}

export function readConsentFields(form: URLSearchParams): ConsentFields {
  const text = (name: keyof ConsentFields) => (form.get(name) ?? "").trim();
  return {
    scopes: form.getAll("scopes"),
    budget_cents: text("budget_cents"),
    budget_period: text("budget_period"),
    max_per_purchase_cents: text("max_per_purchase_cents"),
    confirm_above_cents: text("confirm_above_cents"),
    payment_method_id: text("payment_method_id"),
    valid_days: text("valid_days"),
    agent_name: text("agent_name"),
  };
}

/** The terms in the fields, for the use case's schema to check, and the errors found so far. */
export function readConsentTerms(
  fields: ConsentFields,
  { now, namesAgent }: { now: Date; namesAgent: boolean },
): { terms: Record<string, unknown>; errors: FieldErrors } {
  const { scopes, valid_days: days } = fields;
  const errors: FieldErrors = {};
  if (scopes.length === 0) errors.scopes = "Choose at least one, or deny the request.";
  if (!validities.some(([value]) => value === days)) errors.valid_days = "Choose one of these.";
  const expires_at =
    days === "none" ? null : new Date(now.getTime() + Number(days) * dayMs).toISOString();
  const spends = maySpend(scopesWithin(scopes, connectionScopes));
  const spending = spends ? readSpending(fields) : { limits: {}, errors: {} };
  const sells = namesAgent && scopes.includes("sell");
  if (sells && fields.agent_name === "") errors.agent_name = "Enter the name that buyers will see.";
  const terms = {
    scopes,
    ...spending.limits,
    ...(errors.valid_days === undefined ? { expires_at } : {}),
    ...(sells ? { agent_name: fields.agent_name } : {}),
  };
  return { terms, errors: { ...spending.errors, ...errors } };
}

/** This form always sets a budget. The owner can remove it on the connection's own page. */
function readSpending(fields: ConsentFields) {
  const read = readKeyLimits({
    ...fields,
    name: "consent",
    no_budget: false,
    categories: [],
    expires_at: "",
  });
  const { errors } = read;
  if (fields.budget_cents === "") errors.budget_cents = "Enter an amount such as 25 or 12.50.";
  const { name: _name, scopes: _scopes, categories: _categories, ...amounts } = read.limits;
  const payment_method_id = fields.payment_method_id === "" ? null : fields.payment_method_id;
  return { limits: { ...amounts, payment_method_id }, errors };
}

type FormProps = { fields: ConsentFields; errors: FieldErrors };

export function ScopesField(props: {
  asked: readonly ConnectionScope[];
  /** The scopes that the connection already has. */
  has: readonly ConnectionScope[];
  chosen: string[];
  errors: FieldErrors;
}): JSX.Element {
  const { asked, has, chosen, errors } = props;
  const mark = (scope: ConnectionScope) => {
    if (has.length === 0) return "";
    return has.includes(scope) ? " (as now)" : " (new)";
  };
  return (
    <ChoiceField
      kind="checkbox"
      name="scopes"
      label={consentLabels.scopes}
      hint="The program requested these. Clear those that you do not want to allow."
      choices={asked.map((scope) => ({
        value: scope,
        label: scopeWords[scope].label + mark(scope),
        hint: scopeWords[scope].hint,
      }))}
      chosen={chosen}
      errors={errors}
    />
  );
}

export function SpendingFields(
  props: FormProps & { cards: readonly CardSummary[]; currency: string },
): JSX.Element {
  const { fields, errors, cards } = props;
  const currency = props.currency.toUpperCase();
  return (
    <>
      <BudgetRow fields={fields} labels={consentLabels} errors={errors} currency={currency} />
      <TextField
        name="max_per_purchase_cents"
        label={`${consentLabels.max_per_purchase_cents} (${currency})`}
        hint="Empty: up to the budget."
        value={fields.max_per_purchase_cents}
        inputmode="decimal"
        maxlength={16}
        errors={errors}
      />
      <ConfirmAboveField
        value={fields.confirm_above_cents}
        label={consentLabels.confirm_above_cents}
        errors={errors}
        currency={currency}
      />
      <CardField value={fields.payment_method_id} {...{ cards, errors }} />
    </>
  );
}

export function CardField(props: {
  value: string;
  cards: readonly CardSummary[];
  errors: FieldErrors;
}): JSX.Element {
  const { value, cards, errors } = props;
  const own = cards.map((card): [string, string] => [
    card.id,
    `${formatCard(card)}${card.isDefault ? " (default)" : ""}`,
  ]);
  return (
    <SelectField
      name="payment_method_id"
      label={consentLabels.payment_method_id}
      hint={
        cards.length === 0
          ? "You have no card yet. It cannot buy paid datasets until you add one."
          : "The card that it may charge."
      }
      value={value}
      options={[...own, ["", cards.length === 0 ? "None yet" : "Any of my cards"]]}
      errors={errors}
    />
  );
}

export function ValidityField({ fields, errors }: FormProps): JSX.Element {
  return (
    <SelectField
      name="valid_days"
      label={consentLabels.valid_days}
      hint="You can end it at any time in your account."
      value={fields.valid_days}
      options={validities}
      errors={errors}
    />
  );
}

export function SellerField({ fields, errors }: FormProps): JSX.Element {
  return (
    <TextField
      name="agent_name"
      label={consentLabels.agent_name}
      hint="Buyers see this name with its listings. This step also approves it as a seller."
      value={fields.agent_name}
      maxlength={AGENT_NAME_CHARS_MAX}
      errors={errors}
    />
  );
}
