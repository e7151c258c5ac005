/** Agents' earnings in two currencies, for the tests of each page. */
import type { PayoutStatus } from "../../../market/earnings/rules.ts";
import { payoutStatuses, payoutWaitWords } from "../../../market/earnings/rules.ts";
import type { EarningsView, PayoutView } from "../../../market/earnings/schemas.ts";
import type { AccountUseCases } from "../../../site/account/use-cases.ts";
import { isoAt, longTitle, sampleId } from "../purchase-samples.ts";

const flows = {
  sold_cents: 1_204_388_00,
  refunded_cents: 1_200,
  fee_cents: 63_389,
  fee_returned_cents: 50,
  released_cents: 1_140_999,
  paid_out_cents: 1_100_000,
  reversed_cents: 950,
  kept_cents: 0,
  set_off_cents: 950,
};
const pagination = { limit: 20, has_more: true, next_cursor: "WyJuZXh0Il0" };

export function sampleEarningPages(name: string) {
  return {
    readEarnings: async (_, { by, cursor }) => {
      const dataset = { id: sampleId(1), title: longTitle };
      const group = (currency: string, period: string) => ({
        ...flows,
        currency,
        period: by === "dataset" ? null : period,
        dataset: by === "dataset" ? dataset : null,
      });
      return {
        balances: ["usd", "eur"].map(balance),
        recurring,
        totals: ["usd", "eur"].map((currency) => ({ ...flows, currency })),
        items: [group("usd", "2026-11"), group("eur", "2026-11"), group("usd", "2026-10")],
        pagination: cursor === undefined ? pagination : { ...pagination, next_cursor: null },
      };
    },
    readEarningsByAgent: async () => [
      { agent: { id: sampleId(1), name }, currency: "usd", ...flows },
      { agent: { id: sampleId(2), name: "weather-seller" }, currency: "eur", ...flows },
    ],
    listSoldByCursor: async () => ({ items: [], pagination: { ...pagination, next_cursor: null } }),
    listPayouts: async () => ({ items: payoutStatuses.map(payout), pagination }),
  } satisfies Partial<AccountUseCases>;
}

export function emptyEarningPages() {
  const none = { limit: 20, has_more: false, next_cursor: null };
  return {
    readEarnings: async () => ({
      balances: [],
      recurring,
      totals: [],
      items: [],
      pagination: none,
    }),
    readEarningsByAgent: async () => [],
    listPayouts: async () => ({ items: [], pagination: none }),
  } satisfies Partial<AccountUseCases>;
}

const recurring = { currency: "usd", subscribers: 0, past_due: 0, monthly_cents: 0 };

function balance(currency: string): EarningsView["balances"][number] {
  return {
    currency,
    held_cents: 24_950,
    disputed_cents: 1_200,
    payable_cents: 4_512,
    paid_out_cents: 1_100_000,
    owed_back_cents: 950,
  };
}

function payout(status: PayoutStatus, index: number): PayoutView {
  const waits = { code: "payout_account_missing", detail: payoutWaitWords.payout_account_missing };
  return {
    id: sampleId(index + 1),
    dataset_id: sampleId(7),
    dataset_title: longTitle,
    dataset_version: 2,
    agent_id: sampleId(index % 3),
    price_cents: 1_000,
    fee_cents: 50,
    currency: "usd",
    status,
    amount_cents: 900,
    set_off_cents: 25,
    kept_cents: 25,
    reversed_cents: 900,
    waits_for: status === "waiting" ? (waits as PayoutView["waits_for"]) : null,
    released_at: isoAt(-3),
    sent_at: status === "waiting" ? null : isoAt(-2),
    transfer_id: null,
  };
}
