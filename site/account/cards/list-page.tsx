/** The cards that keys may charge. Card numbers are typed at the payment provider alone. */
import type { SetupOutcome } from "../../../market/account/finish-payment-setup.ts";
import type { CardSummary } from "../../../market/account/read.ts";
import { MarketError } from "../../../market/errors.ts";
import { PAYMENT_METHOD_ID_CHARS_MAX } from "../../../market/limits.ts";
import type { PagesContext } from "../../kit/context.ts";
import { Confirm, PostButton } from "../../kit/fields.tsx";
import { formatCard } from "../../kit/format.ts";
import { type NoticeCode, withNotice } from "../../kit/notices.ts";
import { Badge, Empty, Time } from "../../kit/parts.tsx";
import { privatePage, redirectTo } from "../../kit/respond.ts";
import { Table } from "../../kit/table.tsx";
import { AccountLayout, type Frame } from "../frame.tsx";
import type { AccountRequest } from "../handle.tsx";

const PATH = "/account/payment-methods";

const outcomeNotices: Record<SetupOutcome["status"], NoticeCode> = {
  added: "card_added",
  // The provider's webhook may have been faster than the browser.
  finished: "card_finished",
  open: "card_open",
  expired: "card_open",
  full: "card_full",
};

/** GET /account/payment-methods */
export async function showCards(
  ctx: PagesContext,
  { owner, frame }: AccountRequest,
): Promise<Response> {
  const cards = await ctx.account.listCards(owner);
  const now = ctx.now();
  return privatePage(<CardsPage {...{ frame, cards, now }} />, { formOrigins: ctx.hostedOrigins });
}

/** POST /account/payment-methods: on to the provider's page. */
export async function addCard(ctx: PagesContext, { owner }: AccountRequest): Promise<Response> {
  const { url } = await ctx.account.beginCardSetup(owner);
  return redirectTo(url);
}

/** GET /account/payment-methods/return: the provider's page sent the browser back. */
export async function returnFromCardSetup(
  ctx: PagesContext,
  { owner, url }: AccountRequest,
): Promise<Response> {
  const setupId = url.searchParams.get("setup") ?? "";
  if (!isProviderId(setupId)) return redirectTo(withNotice(PATH, "card_open"));
  const status = await ctx.account.finishCardSetup(owner, setupId);
  return redirectTo(withNotice(PATH, outcomeNotices[status]));
}

/** POST /account/payment-methods/{id}/default */
export async function makeCardDefault(ctx: PagesContext, page: AccountRequest): Promise<Response> {
  await ctx.account.makeCardDefault(page.owner, cardId(page));
  return redirectTo(withNotice(PATH, "card_default"));
}

/** POST /account/payment-methods/{id}/remove */
export async function removeCard(ctx: PagesContext, page: AccountRequest): Promise<Response> {
  await ctx.account.removeCard(page.owner, cardId(page));
  return redirectTo(withNotice(PATH, "card_removed"));
}

function cardId({ params }: AccountRequest): string {
  const id = params.id ?? "";
  if (isProviderId(id)) return id;
  throw new MarketError("payment_method_unknown", "Your account has no such payment method.");
}

function isProviderId(id: string): boolean {
  return id.length <= PAYMENT_METHOD_ID_CHARS_MAX && /^\w+$/.test(id);
}

function CardsPage(props: { frame: Frame; cards: CardSummary[]; now: Date }): JSX.Element {
  const { frame, cards, now } = props;
  const mayAct = frame.standing.suspendedReason === null;
  const add = mayAct && (
    <PostButton action={PATH} viewer={frame.viewer} label="Add a card" kind="primary" />
  );
  return (
    <AccountLayout
      frame={frame}
      title="Payment methods"
      lead="Your keys charge these cards. You type the card's number at our payment provider; it never reaches this site."
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
  const path = `${PATH}/${card.id}`;
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

/** A card works until the end of the month that it names. */
function isExpired({ expMonth, expYear }: CardSummary, now: Date): boolean {
  return Date.UTC(expYear, expMonth, 1) <= now.getTime();
}
