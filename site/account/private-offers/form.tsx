import type { PropsWithChildren } from "@kitajs/html";
import {
  PRIVATE_OFFER_HOURS_DEFAULT,
  PRIVATE_OFFER_MOVES_PER_ACCOUNT_PER_DAY_MAX,
  PRIVATE_OFFER_NOTE_CHARS_MAX,
} from "../../../market/private-offer/limits.ts";
import { parseAmountCents } from "../../kit/amount.ts";
import { OwnForm, SelectField, TextArea, TextField } from "../../kit/fields.tsx";
import { type FieldErrors, textOf } from "../../kit/form.ts";
import { formatCount } from "../../kit/format.ts";
import type { Frame } from "../frame.tsx";
import type { TermsInput } from "./use-cases.ts";

/** The typed texts, with errors by field. */
export type TermsDraft = { price: string; hours: string; note: string; errors: FieldErrors };

export const emptyTerms: TermsDraft = {
  price: "",
  hours: String(PRIVATE_OFFER_HOURS_DEFAULT),
  note: "",
  errors: {},
};

export const termsLabels = {
  price_cents: "Price",
  expires_in_hours: "Open for",
  note: "Note",
};

const durations: [hours: string, label: string][] = [
  ["24", "1 day"],
  ["72", "3 days"],
  ["168", "7 days"],
  ["720", "30 days"],
];

export function readTerms(form: URLSearchParams): TermsDraft {
  const hours = textOf(form, "expires_in_hours");
  return {
    price: textOf(form, "price_cents"),
    hours: durations.some(([value]) => value === hours) ? hours : emptyTerms.hours,
    note: textOf(form, "note"),
    errors: {},
  };
}

export function termsInput({ price, hours, note }: TermsDraft): TermsInput {
  return {
    price_cents: parseAmountCents(price),
    expires_in_hours: Number(hours),
    ...(note.trim() === "" ? {} : { note }),
  };
}

export function TermsForm(
  props: PropsWithChildren<{
    frame: Frame;
    action: string;
    currency: string;
    draft: TermsDraft;
    button: string;
  }>,
): JSX.Element {
  const { frame, action, currency, draft, button } = props;
  const { errors } = draft;
  const moves = `${PRIVATE_OFFER_MOVES_PER_ACCOUNT_PER_DAY_MAX} offers and answers`;
  return (
    <OwnForm action={action} viewer={frame.viewer}>
      {props.children}
      <TextField
        name="price_cents"
        label={`Price, in ${currency.toUpperCase()}`}
        hint="Below the price that everybody pays. Only the two of you see it."
        value={draft.price}
        inputmode="decimal"
        required
        errors={errors}
      />
      <SelectField
        name="expires_in_hours"
        label="Open for"
        hint="Until then the offer can be answered, and the dataset bought at this price."
        value={draft.hours}
        options={durations}
        errors={errors}
      />
      <TextArea
        name="note"
        label="Note (optional)"
        hint={`The other side sees plain text, not your e-mail address. At most ${formatCount(PRIVATE_OFFER_NOTE_CHARS_MAX)} characters.`}
        value={draft.note}
        maxlength={PRIVATE_OFFER_NOTE_CHARS_MAX}
        rows={3}
        errors={errors}
      />
      <div class="actions">
        <button class="button primary" type="submit" safe>
          {button}
        </button>
      </div>
      <p class="muted small" safe>
        {`Nothing is charged by an offer. Your account may make ${moves} a day.`}
      </p>
    </OwnForm>
  );
}
