/**
 * The fields that all payment forms share: the card, and allowing a second purchase of the same
 * bytes.
 */
import type { CardSummary } from "../../market/account/read.ts";
import { ChoiceField } from "../kit/fields.tsx";
import type { FieldErrors } from "../kit/form.ts";
import { formatCard } from "../kit/format.ts";

/** `cardId`: the card chosen before; otherwise the account's default card. */
export function CardField(props: {
  cards: CardSummary[];
  cardId: string;
  errors: FieldErrors;
}): JSX.Element {
  const { cards, cardId, errors } = props;
  const isKnown = cards.some(({ id }) => id === cardId);
  return (
    <ChoiceField
      kind="radio"
      name="payment_method_id"
      label="Card"
      choices={cards.map((card) => ({ value: card.id, label: formatCard(card) }))}
      chosen={[isKnown ? cardId : defaultCard(cards)]}
      errors={errors}
    />
  );
}

function defaultCard(cards: CardSummary[]): string {
  return (cards.find(({ isDefault }) => isDefault) ?? cards[0])?.id ?? "";
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
