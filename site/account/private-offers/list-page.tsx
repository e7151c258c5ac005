import type { ThreadSide } from "../../../db/vocabulary/message.ts";
import { privateOfferStates } from "../../../db/vocabulary/private-offer.ts";
import type { PrivateOfferView } from "../../../market/private-offer/schemas.ts";
import type { PageOf } from "../../kit/paging.ts";
import { Badge, Empty, Foreign, Money, Time } from "../../kit/parts.tsx";
import { StateFilters } from "../../kit/state-filters.tsx";
import { Pager, Table } from "../../kit/table.tsx";
import { AccountLayout, type Frame } from "../frame.tsx";
import { paths } from "../paths.ts";
import type { PrivateOffersWanted } from "./use-cases.ts";
import { privateOfferStateWords } from "./words.ts";

const sides = {
  buyer: {
    path: paths.privateOffers,
    lead: "Prices that you or sellers offer for one dataset. Nobody else sees them.",
    empty: "Offer a price on the page of a dataset that has a fixed price.",
  },
  seller: {
    path: paths.privateSales,
    lead: "Prices that buyers offer you, or you offer them. Nobody else sees them.",
    empty: "Buyers offer a price on your dataset's page. You can offer one from a message thread.",
  },
} as const;

export function PrivateOffersPage(props: {
  frame: Frame;
  side: ThreadSide;
  wanted: PrivateOffersWanted;
  page: PageOf<PrivateOfferView>;
}): JSX.Element {
  const { frame, side, wanted, page } = props;
  const { path, lead, empty } = sides[side];
  return (
    <AccountLayout frame={frame} title="Private offers" lead={lead}>
      <StateFilters
        label="Private offers by state"
        path={path}
        states={privateOfferStates}
        words={privateOfferStateWords}
        current={wanted.status}
      />
      {page.total === 0 ? (
        <Empty title="None" text={empty} />
      ) : (
        <>
          <Table
            caption="Private offers, latest first"
            columns={["Dataset", "State", "With", "Until", { label: "Price", kind: "number" }]}
            rows={page.items.map(cells)}
          />
          <Pager url={frame.url} {...wanted} total={page.total} />
        </>
      )}
    </AccountLayout>
  );
}

function cells(offer: PrivateOfferView): JSX.Element[] {
  const { id, dataset, status, your_role, seller, buyer } = offer;
  return [
    <a href={`${paths.privateOffers}/${id}`}>
      <Foreign text={dataset.title} />
    </a>,
    <StateBadge offer={offer} />,
    your_role === "buyer" ? <Foreign text={seller.name} /> : <Foreign text={buyer.name} />,
    <Time at={status === "open" || status === "accepted" ? offer.expires_at : offer.updated_at} />,
    <Money cents={offer.price_cents} currency={offer.currency} />,
  ];
}

/** An open offer says whose turn it is. */
export function StateBadge({ offer }: { offer: PrivateOfferView }): JSX.Element {
  const { label, tone } = privateOfferStateWords[offer.status];
  if (offer.status !== "open") return <Badge tone={tone} label={label} />;
  return offer.possible_moves.includes("decline") ? (
    <Badge tone="warn" label="Waits for you" />
  ) : (
    <Badge tone="plain" label="Waits for them" />
  );
}
