/**
 * The fields that all payment forms share: the card, and allowing a second purchase of the same
 * bytes.
 */
import type { CardSummary } from "../../market/account/read.ts";
import type { AccountRequest } from "../account/handle.tsx";
import { ChoiceField } from "../kit/fields.tsx";
import type { FieldErrors } from "../kit/form.ts";
import { formatCard } from "../kit/format.ts";
import { readTermsForm, type TermsForm } from "../kit/terms-form.ts";

/** The choice that leads to the payment provider's form for a card. */
export const NEW_CARD = "new";

/** `cardId`: the card chosen before; otherwise the account's default card. */
export function CardField(props: {
  cards: CardSummary[];
  cardId: string;
  errors: FieldErrors;
  /** Offers a new card as a choice. */
  canAdd?: boolean;
}): JSX.Element {
  const { cards, cardId, errors, canAdd } = props;
  const isKnown = cards.some(({ id }) => id === cardId) || (canAdd && cardId === NEW_CARD);
  const newCard = {
    value: NEW_CARD,
    label: cards.length === 0 ? "A new card" : "Another card",
    hint: "You enter it on the next page, at our payment provider. We never see the number.",
  };
  return (
    <ChoiceField
      kind="radio"
      name="payment_method_id"
      label={canAdd ? "Payment method" : "Card"}
      choices={[
        ...cards.map((card) => ({
          value: card.id,
          label: formatCard(card),
          ...(canAdd ? { hint: formatExpiry(card) } : {}),
        })),
        ...(canAdd ? [newCard] : []),
      ]}
      chosen={[isKnown ? cardId : defaultCard(cards)]}
      errors={errors}
    />
  );
}

function formatExpiry({ expMonth, expYear, isDefault }: CardSummary): string {
  const expires = `Expires ${String(expMonth).padStart(2, "0")}/${expYear}`;
  return isDefault ? `${expires}. Your default card.` : `${expires}.`;
}

function defaultCard(cards: CardSummary[]): string {
  return (cards.find(({ isDefault }) => isDefault) ?? cards[0])?.id ?? NEW_CARD;
}

export function DuplicateField(props: {
  errors: FieldErrors;
  verb: "Buy" | "Bid";
  isTicked?: boolean;
}): JSX.Element {
  const label = `${props.verb} ${props.verb === "Bid" ? "on " : ""}it although I already have this file`;
  return (
    <ChoiceField
      kind="checkbox"
      name="allow_duplicate"
      label="The same file"
      choices={[{ value: "true", label }]}
      chosen={props.isTicked ? ["true"] : []}
      errors={props.errors}
    />
  );
}

/** The conditions that were typed before the person left the page, such as to add a card. */
export const termsKept = ({ kept }: Pick<AccountRequest, "kept">): { acceptance?: TermsForm } =>
  kept === null ? {} : { acceptance: readTermsForm(kept) };
