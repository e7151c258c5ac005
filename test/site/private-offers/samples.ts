/** Sample private offers, one in each state and of each side, for the tests of each page. */
import { privateOfferStates } from "../../../db/vocabulary/private-offer.ts";
import { MarketError } from "../../../market/errors.ts";
import type { PrivateOfferDetailView } from "../../../market/private-offer/schemas.ts";
import type { AccountUseCases } from "../../../site/account/use-cases.ts";
import { isoAt, longTitle, sampleId } from "../purchase-samples.ts";

function samplePrivateOffers(name: string): PrivateOfferDetailView[] {
  const note = {
    content: `${name}\nFor one team.`,
    content_type: "text/plain",
    untrusted: true,
  } as const;
  const move = { price_cents: 3900, expires_at: isoAt(3), note, created_at: isoAt(-1) };
  return privateOfferStates.flatMap((status, index) =>
    (["buyer", "seller"] as const).map((side, offset): PrivateOfferDetailView => {
      const isOpen = status === "open";
      return {
        id: sampleId(2 * index + offset + 1),
        dataset: {
          id: sampleId(50),
          title: index === 1 ? longTitle : name,
          status: "active",
          price_cents: 4900,
        },
        your_role: side,
        buyer: { name: "buyer-3f9a2c1d" },
        seller: { id: sampleId(60), name },
        status,
        possible_moves: isOpen ? ["accept", "counter", "decline"] : [],
        ...{ price_cents: 3900, currency: "usd", expires_at: isoAt(3), note, move_count: 2 },
        purchase_id: status === "used" && side === "buyer" ? sampleId(1) : null,
        ...{ created_at: isoAt(-2), updated_at: isoAt(-1), links: {} },
        moves: [
          { ...move, position: 1, from: "buyer", is_yours: side === "buyer", move: "offer" },
          { ...move, position: 2, from: "seller", is_yours: side === "seller", move: "counter" },
        ],
      };
    }),
  );
}

export function samplePrivateOfferPages(name: string) {
  const all = samplePrivateOffers(name);
  return {
    listPrivateOffers: async (_, side, { status }) => {
      const isShown = (one: PrivateOfferDetailView) => one.your_role === side;
      const items = all.filter((one) => isShown(one) && (status ?? one.status) === one.status);
      return { items, total: 87 };
    },
    getPrivateOffer: async (_, id) => {
      const one = all.find((offer) => offer.id === id);
      if (one === undefined) throw new MarketError("private_offer_not_found", "No such thing.");
      return one;
    },
    getOfferedDataset: async (id) => ({
      ...{ id, title: name, price_cents: 4900, currency: "usd" },
      seller: { id: sampleId(7), name, verified: true, identity_checked: true },
    }),
    makePrivateOffer: async () => all[0] as PrivateOfferDetailView,
    offerToBuyer: async () => all[0] as PrivateOfferDetailView,
    movePrivateOffer: async () => undefined,
    counterPrivateOffer: async () => undefined,
  } satisfies Partial<AccountUseCases>;
}
