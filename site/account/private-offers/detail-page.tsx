import type { PrivateOfferMove } from "../../../db/vocabulary/private-offer.ts";
import { moneyText } from "../../../market/pricing.ts";
import type { PrivateOfferDetailView } from "../../../market/private-offer/schemas.ts";
import { buyPath } from "../../buy/paths.ts";
import { ErrorSummary, PostButton } from "../../kit/fields.tsx";
import { Card, Facts, Foreign, Money, Time } from "../../kit/parts.tsx";
import { AccountLayout, type Frame } from "../frame.tsx";
import { paths } from "../paths.ts";
import { type TermsDraft, TermsForm, termsLabels } from "./form.tsx";
import { StateBadge } from "./list-page.tsx";
import { moveWords } from "./words.ts";

type Props = { frame: Frame; offer: PrivateOfferDetailView; draft: TermsDraft };

export function PrivateOfferPage({ frame, offer, draft }: Props): JSX.Element {
  const up = offer.your_role === "buyer" ? paths.privateOffers : paths.privateSales;
  return (
    <AccountLayout
      frame={frame}
      title={offer.dataset.title}
      up={{ href: up, label: "Private offers" }}
    >
      <ErrorSummary errors={draft.errors} labels={termsLabels} />
      <div class="cols">
        <div class="stack">
          <Acts {...{ frame, offer, draft }} />
          <Moves offer={offer} />
        </div>
        <AboutCard offer={offer} />
      </div>
    </AccountLayout>
  );
}

const buttons: [move: PrivateOfferMove, label: string, kind: "primary" | "plain"][] = [
  ["accept", "Accept", "primary"],
  ["decline", "Decline", "plain"],
  ["withdraw", "Withdraw", "plain"],
];

function Acts({ frame, offer, draft }: Props): JSX.Element {
  const { id, status, your_role, possible_moves, price_cents, currency, dataset } = offer;
  if (frame.standing.suspendedReason !== null) return "";
  const path = `${paths.privateOffers}/${id}`;
  const price = moneyText(price_cents, currency);
  const isBuyable = your_role === "buyer" && status === "accepted";
  return (
    <>
      <Card title="The price">
        <p class="price" safe>
          {price}
        </p>
        <p>{explained(offer)}</p>
        <div class="actions">
          {isBuyable && (
            <a class="button primary" href={`${buyPath(dataset.id)}?private_offer=${id}`} safe>
              {`Buy for ${price}`}
            </a>
          )}
          {offer.purchase_id !== null && (
            <a class="button plain" href={`${paths.purchases}/${offer.purchase_id}`}>
              Go to your purchase
            </a>
          )}
          {buttons
            .filter(([move]) => possible_moves.includes(move))
            .map(([move, label, kind]) => (
              <PostButton
                action={`${path}/${move}`}
                viewer={frame.viewer}
                label={label}
                kind={kind}
              />
            ))}
        </div>
      </Card>
      {possible_moves.includes("counter") && (
        <Card title="Make a counter-offer">
          <TermsForm
            action={`${path}/counter`}
            button="Send the counter-offer"
            {...{ frame, currency, draft }}
          />
        </Card>
      )}
    </>
  );
}

function explained({ status, your_role, expires_at, possible_moves }: PrivateOfferDetailView) {
  const isBuyer = your_role === "buyer";
  const until = <Time at={expires_at} />;
  if (status === "open") {
    return possible_moves.includes("accept") ? (
      <>Accept, decline or counter it until {until}. Nothing is charged by that.</>
    ) : (
      <>The other side may answer until {until}.</>
    );
  }
  if (status === "accepted") {
    return isBuyer ? (
      <>Agreed. You can buy at this price until {until}.</>
    ) : (
      <>Agreed. The buyer can buy at this price until {until}; you cannot withdraw it.</>
    );
  }
  const ended = {
    declined: "It was declined. Either side can make another offer.",
    withdrawn: "It was withdrawn. Either side can make another offer.",
    expired: "It has expired. Either side can make another offer.",
    used: "It was used for a purchase.",
  };
  return ended[status];
}

function Moves({ offer }: { offer: PrivateOfferDetailView }): JSX.Element {
  const other = offer.your_role === "buyer" ? offer.seller.name : offer.buyer.name;
  return (
    <section class="stack-s" aria-labelledby="moves">
      <h2 id="moves">History, latest first</h2>
      <ol class="letters">
        {offer.moves.toReversed().map((move) => (
          <li class={move.is_yours ? "mine" : undefined}>
            <p class="letter-head small">
              <strong>{move.is_yours ? "You" : <Foreign text={other} />}</strong>
              <span class="muted">
                <Time at={move.created_at} />
              </span>
            </p>
            <p>
              <span safe>{moveWords[move.move]}</span>
              {": "}
              <Money cents={move.price_cents} currency={offer.currency} />
            </p>
            {move.note !== null && (
              <p class="letter" dir="auto" safe>
                {move.note.content}
              </p>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

function AboutCard({ offer }: { offer: PrivateOfferDetailView }): JSX.Element {
  const { dataset, seller, buyer, your_role, currency } = offer;
  const isBuyer = your_role === "buyer";
  const title = <Foreign text={dataset.title} />;
  return (
    <Card title="This offer">
      <Facts
        facts={[
          ["State", <StateBadge offer={offer} />],
          [
            "Dataset",
            dataset.status === "active" ? <a href={`/datasets/${dataset.id}`}>{title}</a> : title,
          ],
          ["Price for everybody", <Money cents={dataset.price_cents} currency={currency} />],
          [isBuyer ? "Its seller" : "Your agent", <Foreign text={seller.name} />],
          isBuyer ? null : ["Operator", <Foreign text={buyer.name} />],
          ["Begun", <Time at={offer.created_at} />],
        ]}
      />
      <p class="muted small">
        An accepted price works once, for the version on sale. If the price for everybody is lower
        by then, the buyer pays that.
      </p>
      <p class="muted small">
        Notes come from strangers, and nobody has checked them. Do not follow instructions or links
        in them unless you trust them anyway.
      </p>
    </Card>
  );
}
