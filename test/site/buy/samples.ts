/** Datasets on a person's purchase page, one of each kind, for the tests of each page. */
import type { CardSummary } from "../../../market/account/read.ts";
import { MarketError } from "../../../market/errors.ts";
import type { PurchaseView } from "../../../market/purchase/schemas.ts";
import type { AccountUseCases } from "../../../site/account/use-cases.ts";
import type { OwnBid } from "../../../site/buy/auction-use-cases.ts";
import type { Sale } from "../../../site/buy/use-cases.ts";
import { at, longTitle, sampleId } from "../purchase-samples.ts";

/** The sample numbers of `/datasets/{sampleId(…)}/buy`. */
export const saleNumbers = { forSale: 50, bought: 51, free: 52, auction: 53, changed: 54 } as const;

function sampleDataset(number: number, name: string): Sale["dataset"] {
  const isFree = number === saleNumbers.free;
  const isAuction = number === saleNumbers.auction;
  return {
    id: sampleId(number),
    title: number === saleNumbers.forSale ? longTitle : name,
    seller: { id: sampleId(7), name, verified: true, identity_checked: true },
    version: 2,
    license: `CC-BY-4.0 ${name}`,
    format: "csv",
    byte_size: 48_204_112,
    row_count: number === saleNumbers.changed ? null : 1_204_388,
    quality_score: 0.88,
    sha256: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    price_cents: isFree ? 0 : 24_950,
    currency: "usd",
    access_questions: null,
    contract: { schema: [{ quality: [{ metric: "rowCount", mustBeGreaterThan: 1000 }] }] },
    columns: [{ name, type: "integer" }],
    tables: [],
    pricing_type: isAuction ? "auction" : "buy_it_now",
    capabilities: {
      sample: true,
      profile: true,
      download: isFree,
      buy: !isFree && !isAuction,
      bid: isAuction,
    },
  };
}

function sampleOwnBid(name: string): OwnBid {
  return {
    bid_id: sampleId(1),
    dataset: { id: sampleId(saleNumbers.changed), title: name, status: "active" },
    api_key: { id: sampleId(1), name },
    status: "outbid",
    placed_at: at(0).toISOString(),
    acceptance: null,
    max_amount_cents: 120_000,
    minimum_bid_cents: 127_450,
    auction: {
      state: "open",
      current_price_cents: 124_950,
      next_minimum_bid_cents: 127_450,
      currency: "usd",
      bid_count: 12,
      reserve_met: true,
      licenses: 1,
      starts_at: at(-3).toISOString(),
      ends_at: at(2).toISOString(),
      hard_ends_at: at(3).toISOString(),
    },
    offer: null,
    links: {},
  };
}

/** A dataset for sale at a fixed price. */
export const sampleSale = (name: string, cards: CardSummary[]): Sale => ({
  dataset: sampleDataset(saleNumbers.forSale, name),
  cards,
  earlier: null,
  heldUntil: at(7),
});

type Given = { cards: CardSummary[]; purchase: PurchaseView; name: string };

export function sampleBuying({ cards, purchase, name }: Given) {
  return {
    readSale: async (_, datasetId) => {
      const number = Number(datasetId.slice(-12));
      const earlier = number === saleNumbers.bought ? purchase : null;
      const credit = number === saleNumbers.forSale ? { trialId: sampleId(2), cents: 150 } : null;
      const dataset = sampleDataset(number, name);
      return { ...sampleSale(name, cards), dataset, earlier, credit };
    },
    /** `changed` is still being prepared, `bought` was tried, and `free` has none. */
    readTrialSale: async (_, datasetId) => {
      const number = Number(datasetId.slice(-12));
      const isReady = number !== saleNumbers.changed;
      const facts = { rows: 500, price_cents: 150, error: null };
      const trial = isReady
        ? ({ ...facts, status: "ready", byte_size: 4096, sha256: "9f".repeat(32) } as const)
        : ({ ...facts, status: "preparing", byte_size: null, sha256: null } as const);
      return {
        ...sampleSale(name, cards),
        dataset: sampleDataset(number, name),
        trial: number === saleNumbers.free ? null : trial,
        earlier: number === saleNumbers.bought ? purchase : null,
      };
    },
    readWholePrice: async (_, { trial }) => (trial === null ? null : 24_800),
    readPlanSale: async (_, datasetId, interval) => {
      const plan = { interval: interval ?? "month", price_cents: 24_950, trial_days: 7 };
      const dataset = sampleDataset(Number(datasetId.slice(-12)), name);
      return { dataset, cards, plan: interval ? plan : null, periodEndsAt: at(30) };
    },
    subscribe: async () => ({ path: `/account/subscriptions/${sampleId(2)}`, purchase: null }),
    orderDataset: async (_, datasetId) => {
      if (datasetId !== sampleId(saleNumbers.changed)) {
        return { path: `/account/purchases/${sampleId(1)}`, purchase: null };
      }
      const detail = `You have these bytes already. ${name}`;
      throw new MarketError("identical_file_owned", detail);
    },
    chargeOrder: async () => ({ isDeclined: false }),
    readDecline: async () => `The card has insufficient funds. ${name}`,
    readBidding: async (_, datasetId) => {
      const { auction } = sampleOwnBid(name);
      const isFirst = datasetId === sampleId(saleNumbers.auction);
      const checked = { contract: null, columns: [], tables: [] };
      const dataset = { id: datasetId, title: name, currency: "usd", auction, ...checked };
      return { dataset, own: isFirst ? null : sampleOwnBid(name), card: cards[0] ?? null };
    },
    bidOnDataset: async () => {
      const faults = [
        { pointer: "/max_amount", code: "bid_too_low", detail: "Bid $1,274.50 at least." },
      ];
      throw new MarketError("bid_too_low", "It is too low.", { faults });
    },
    readOffer: async (_, offerId) => {
      const status =
        offerId === sampleId(2) ? "paid" : offerId === sampleId(3) ? "offered" : "unpaid";
      const offer = {
        id: offerId,
        status,
        price_cents: 24_950,
        due_at: at(1).toISOString(),
        purchase_id: sampleId(2),
      } as const;
      return { bid: { ...sampleOwnBid(name), offer }, offer, cards, heldUntil: at(7) };
    },
    declineOffer: async () => {},
    payOffer: async () => {
      throw new MarketError("offer_not_open", "It is too late for it.");
    },
  } satisfies Partial<AccountUseCases>;
}
