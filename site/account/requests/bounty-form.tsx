/** The part of the request form that puts money on a request. */

import type { CardSummary } from "../../../market/account/read.ts";
import { BOUNTY_WINNERS_MAX } from "../../../market/bounty/limits.ts";
import type { BountyView } from "../../../market/bounty/schemas.ts";
import { MarketError } from "../../../market/errors.ts";
import { CardField, NEW_CARD } from "../../buy/fields.tsx";
import { parseAmountCents } from "../../kit/amount.ts";
import { SelectField, TextField } from "../../kit/fields.tsx";
import { type FieldErrors, textOf } from "../../kit/form.ts";
import { amountInput } from "../../kit/format.ts";
import { TermsFields } from "../../kit/terms-fields.tsx";
import {
  atTermsFields,
  isTermsFormUsed,
  noTerms,
  readTermsForm,
  type TermsForm,
  termsFormOf,
  termsOf,
} from "../../kit/terms-form.ts";

export type BountyFields = {
  prize: string;
  winners: string;
  mode: string;
  cardId: string;
  terms: TermsForm;
};

export const noBounty: BountyFields = {
  ...{ prize: "", winners: "1", mode: "first_to_pass", cardId: "" },
  terms: noTerms,
};

/** A bounty to post again. */
export function bountyFieldsOf(bounty: BountyView | null): BountyFields {
  if (bounty === null) return noBounty;
  const { prize_cents, winners, mode, acceptance } = bounty;
  return {
    prize: amountInput(prize_cents),
    winners: String(winners),
    ...{ mode, cardId: "", terms: termsFormOf(acceptance) },
  };
}

export const bountyLabels = {
  prize_cents: "Prize",
  winners: "Winners",
  mode: "Who wins",
  payment_method_id: "Card",
  bounty: "Bounty",
};

export function readBountyFields(form: URLSearchParams): BountyFields {
  return {
    prize: textOf(form, "prize_cents").trim(),
    winners: textOf(form, "winners").trim(),
    mode: textOf(form, "mode"),
    cardId: textOf(form, "payment_method_id"),
    terms: readTermsForm(form),
  };
}

const isWanted = ({ prize, terms }: BountyFields) => prize !== "" || isTermsFormUsed(terms);

/** A card has to be added first, on the payment provider's page. */
export const isCardWanted = (fields: BountyFields): boolean =>
  isWanted(fields) && fields.cardId === NEW_CARD;

/** Null: no bounty is wanted. Errors: invalid_request, with faults by field. */
export function readBounty(fields: BountyFields): object | null {
  const { prize, winners, mode, cardId, terms } = fields;
  if (!isWanted(fields)) return null;
  const cents = parseAmountCents(prize);
  const acceptance = termsOf(terms);
  const refuse = (pointer: string, detail: string) => {
    const faults = [{ pointer, code: "invalid", detail }];
    return new MarketError("invalid_request", "The form is not valid.", { faults });
  };
  if (cents === null) throw refuse("/prize_cents", "Enter an amount such as 200 or 49.50.");
  if (acceptance === undefined) throw refuse("/acceptance", "State at least one condition.");
  if (cardId === "") throw refuse("/payment_method_id", "Choose a card.");
  return {
    acceptance,
    prize_cents: cents,
    winners: Number(winners === "" ? 1 : winners),
    mode: mode === "lowest_price" ? mode : "first_to_pass",
    payment_method_id: cardId,
  };
}

/** The error, with the form's fields in place of those of `bounty`. */
export function atBountyFields(error: unknown, { terms }: BountyFields): unknown {
  if (!(error instanceof MarketError)) return error;
  const faults = error.faults.map((fault) => ({
    ...fault,
    pointer: fault.pointer.replace(/^\/bounty(?=\/)/, ""),
  }));
  return atTermsFields(
    new MarketError(error.code, error.message, { ...error.facts, faults }),
    terms,
  );
}

const names = Object.keys(bountyLabels);

export function BountyFieldSet(props: {
  fields: BountyFields;
  errors: FieldErrors;
  currency: string;
  cards: CardSummary[];
}): JSX.Element {
  const { fields, errors, currency, cards } = props;
  const isOpen =
    isWanted(fields) ||
    Object.keys(errors).some((name) => names.includes(name) || name.startsWith("acceptance"));
  return (
    <details id="bounty" open={isOpen}>
      <summary>Put a bounty on it (optional)</summary>
      <div class="stack-m folded">
        <p class="small muted">
          We charge your card once for all prizes and hold the money. Sellers deliver files, we
          check each whole file by your conditions, and winners are sold to you and paid at once.
          What nobody wins is refunded when the request ends. A request with a bounty cannot be
          changed.
        </p>
        <div class="fields">
          <TextField
            name="prize_cents"
            label={`${bountyLabels.prize_cents} (${currency.toUpperCase()})`}
            hint="The most for each winner: nobody gets more than their dataset costs on sale."
            value={fields.prize}
            inputmode="decimal"
            maxlength={16}
            errors={errors}
          />
          <TextField
            name="winners"
            label={bountyLabels.winners}
            hint={`1 to ${BOUNTY_WINNERS_MAX}.`}
            value={fields.winners}
            inputmode="decimal"
            maxlength={3}
            errors={errors}
          />
          <SelectField
            name="mode"
            label={bountyLabels.mode}
            value={fields.mode}
            options={[
              ["first_to_pass", "The first to pass"],
              ["lowest_price", "The cheapest that passes, at the end"],
            ]}
            errors={errors}
          />
        </div>
        <CardField cards={cards} cardId={fields.cardId} errors={errors} canAdd />
        <TermsFields
          form={fields.terms}
          errors={errors}
          summary="Conditions that a delivery has to meet"
          lead="Everybody can read them. Conditions on columns fail if the file has no such column."
          isPlain
        />
      </div>
    </details>
  );
}
