/** Bidding: with an operator's API key, within its budget. */
import { z } from "zod";
import { bidBody, bidView } from "../../market/auction/schemas.ts";
import { operations } from "../operations.ts";
import { defineTool, type Tool } from "../tool.ts";
import { money } from "../words.ts";
import { datasetId } from "./catalogue.ts";

const placeBid = defineTool({
  name: "place_bid",
  title: "Place auction bid",
  description:
    "Bid in a dataset's running auction by naming the most that you would pay; the maximum stays " +
    "secret, and a winner pays one increment above the best losing bid. BINDING: who leads at the end " +
    "is charged. Bid again with more to raise your maximum. Read auction in get_dataset first; a " +
    "fixed price is paid with buy_now instead.",
  key: "operator",
  annotations: {
    readOnlyHint: false,
    destructiveHint: true,
    idempotentHint: false,
    openWorldHint: true,
  },
  input: z.strictObject({
    dataset_id: datasetId,
    max_amount: bidBody.shape.max_amount
      .unwrap()
      .describe("In major units of the currency, such as 99.5, with at most two decimals."),
  }),
  output: bidView,
  run: (call, { dataset_id: id, max_amount }) =>
    call.request(operations.placeBid, { id, body: { max_amount } }),
  tell(bid) {
    const { auction } = bid;
    const [now, least] = [auction.current_price_cents, bid.minimum_bid_cents].map((cents) =>
      money(cents, auction.currency),
    );
    const place = bid.is_leading
      ? "You lead."
      : `You are outbid: place_bid with ${least} or more leads again, if nobody's maximum is higher.`;
    const reserve = auction.reserve_met ? "" : " The seller's reserve is not met yet.";
    return {
      text: `Bid ${bid.id} of at most ${money(bid.max_amount_cents, auction.currency)} is placed. ${place} The price is ${now}, the auction ends at ${auction.ends_at}.${reserve} list_events tells when you are outbid.`,
    };
  },
});

export const auctionTools: Tool[] = [placeBid];
