import { moneyText } from "../../market/pricing.ts";
import { privateOffers } from "../../market/private-offer/contract.ts";
import type { PrivateOfferView } from "../../market/private-offer/schemas.ts";
import { STRANGER_CHARS_MAX } from "../cut.ts";
import type { ToolCall } from "../tool.ts";
import { toolsOf } from "../tools-of.ts";
import { quoted, shorten } from "../untrusted.ts";
import { count } from "../words.ts";

const moves = {
  accept: privateOffers.acceptPrivateOffer,
  decline: privateOffers.declinePrivateOffer,
  withdraw: privateOffers.withdrawPrivateOffer,
};

type Terms = {
  price_cents?: number | undefined;
  expires_in_hours?: number | undefined;
  note?: string | undefined;
};

function priceOf(call: ToolCall, { price_cents: cents }: Terms): number {
  if (cents !== undefined) return cents;
  throw call.refuse("/price_cents", "An offer or counter-offer needs a price.");
}

export const privateOfferTools = toolsOf(privateOffers, {
  createPrivateOffer: {
    async result(call, { dataset_id: datasetId, private_offer_id: id, move, ...terms }) {
      const items = await act(call, { datasetId, id, move, ...terms });
      return { ...told(items), structured: { items } };
    },
  },
});

type Given = Terms & {
  datasetId: string | undefined;
  id: string | undefined;
  move: keyof typeof moves | "counter" | undefined;
  thread_id?: string | undefined;
  request_id?: string | undefined;
};

async function act(call: ToolCall, given: Given): Promise<PrivateOfferView[]> {
  const { datasetId, id, move, thread_id, request_id, ...terms } = given;
  if (datasetId !== undefined && id !== undefined) {
    throw call.refuse("/dataset_id", "Give private_offer_id to answer, or dataset_id to start.");
  }
  if (datasetId !== undefined) {
    const body = { ...terms, price_cents: priceOf(call, terms), thread_id, request_id };
    return [
      await call.request(privateOffers.createPrivateOffer, { params: { id: datasetId }, body }),
    ];
  }
  if (id === undefined) {
    if (move !== undefined)
      throw call.refuse("/private_offer_id", "Name the offer that you answer.");
    return (await call.request(privateOffers.listPrivateOffers)).items;
  }
  const params = { id };
  if (move === undefined) return [await call.request(privateOffers.getPrivateOffer, { params })];
  if (move === "counter") {
    const body = { ...terms, price_cents: priceOf(call, terms) };
    return [await call.request(privateOffers.counterPrivateOffer, { params, body })];
  }
  const body = { note: terms.note };
  return [await call.request(moves[move], { params, body })];
}

function told(items: PrivateOfferView[]) {
  if (items.length === 0) return { text: "You have no private offers." };
  return {
    text: `${count(items.length, "private offer")}, latest first:\n${items.map(line).join("\n")}`,
    stranger: {
      source: "both sides",
      text: shorten(
        items
          .map(({ id, dataset, note }) =>
            [
              `- ${id}: ${quoted(dataset.title)}`,
              ...(note === null ? [] : [quoted(note.content)]),
            ].join(", "),
          )
          .join("\n"),
        STRANGER_CHARS_MAX,
      ),
    },
    untrusted: ["/items/*/note", "/items/*/dataset/title", "/items/*/seller/name"],
  };
}

function line(offer: PrivateOfferView): string {
  const price = moneyText(offer.price_cents, offer.currency);
  const can =
    offer.possible_moves.length === 0 ? "" : ` You may ${offer.possible_moves.join(", ")}.`;
  const isBuyable = offer.your_role === "buyer" && offer.status === "accepted";
  const buy = isBuyable ? ` buy_now with private_offer_id ${offer.id} pays this price.` : "";
  return `- ${offer.id} for dataset ${offer.dataset.id}, you are the ${offer.your_role}: ${offer.status}, ${price}, until ${offer.expires_at}.${can}${buy}`;
}
