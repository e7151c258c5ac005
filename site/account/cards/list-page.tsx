import type { CardSummary } from "../../../market/account/read.ts";
import { Confirm, PostButton } from "../../kit/fields.tsx";
import { formatCard } from "../../kit/format.ts";
import { Badge, Empty, Time } from "../../kit/parts.tsx";
import { Table } from "../../kit/table.tsx";
import { AccountLayout, type Frame } from "../frame.tsx";
import { paths } from "../paths.ts";

export function CardsPage(props: { frame: Frame; cards: CardSummary[]; now: Date }): JSX.Element {
  const { frame, cards, now } = props;
  const mayAct = frame.standing.suspendedReason === null;
  const add = mayAct && (
    <PostButton action={paths.cards} viewer={frame.viewer} label="Add a card" kind="primary" />
  );
  return (
    <AccountLayout
      frame={frame}
      title="Payment methods"
      lead="Your keys charge these cards. You enter card numbers at our payment provider; they never reach this site."
      action={cards.length > 0 && add ? add : undefined}
    >
      {cards.length === 0 ? (
        <Empty
          title="No card yet"
          text="Your agents can buy once a card is stored. Adding one charges nothing."
        >
          {add}
        </Empty>
      ) : (
        <Table
          caption="Payment methods"
          columns={["Card", "State", "Added", "Identifier", { label: "Actions", kind: "actions" }]}
          rows={cards.map((card) => cardCells(card, { frame, now, mayAct }))}
        />
      )}
      {cards.length > 0 && (
        <p class="muted small">
          Agents name a card by its identifier when they buy: <code>payment_method_id</code>.
        </p>
      )}
    </AccountLayout>
  );
}

function cardCells(
  card: CardSummary,
  { frame, now, mayAct }: { frame: Frame; now: Date; mayAct: boolean },
): JSX.Element[] {
  const name = formatCard(card);
  const expiry = `${String(card.expMonth).padStart(2, "0")}/${card.expYear}`;
  return [
    <span class="lines">
      <span safe>{name}</span>
      <span class="muted small" safe>{`Expires ${expiry}`}</span>
    </span>,
    <span class="row-actions">
      {card.isDefault && <Badge tone="accent" label="Default" />}
      {isExpired(card, now) && <Badge tone="bad" label="Expired" />}
      {!card.isDefault && !isExpired(card, now) && <span class="muted">Usable</span>}
    </span>,
    <Time at={card.addedAt} day />,
    <code class="small" safe>
      {card.id}
    </code>,
    mayAct ? <CardActions card={card} name={name} frame={frame} /> : "",
  ];
}

function CardActions(props: { card: CardSummary; name: string; frame: Frame }): JSX.Element {
  const { card, name, frame } = props;
  const path = `${paths.cards}/${card.id}`;
  const { viewer } = frame;
  return (
    <div class="stack-s">
      {!card.isDefault && (
        <PostButton
          action={`${path}/default`}
          viewer={viewer}
          label="Make default"
          about={name}
          kind="link"
        />
      )}
      <Confirm summary="Remove" about={name}>
        <p class="small">Purchases with this card are refused from then on.</p>
        <PostButton
          action={`${path}/remove`}
          viewer={viewer}
          label="Remove the card"
          about={name}
          kind="danger"
        />
      </Confirm>
    </div>
  );
}

/** A card works until the end of its expiry month. */
function isExpired({ expMonth, expYear }: CardSummary, now: Date): boolean {
  return Date.UTC(expYear, expMonth, 1) <= now.getTime();
}
