/** The data that the predicates read at one moment: database rows and the bank's objects. */
import { SQL } from "bun";
import type { AccessState } from "../../db/vocabulary/access.ts";
import type { AwardState } from "../../db/vocabulary/auction.ts";
import type { LedgerAccount, PostingKind } from "../../db/vocabulary/ledger.ts";
import type { ThreadSide } from "../../db/vocabulary/message.ts";
import type { StoredPrivateOfferState } from "../../db/vocabulary/private-offer.ts";
import type {
  AcceptanceState,
  ChargebackState,
  PurchaseState,
  PurseKind,
  PurseRefundCause,
  PurseState,
} from "../../db/vocabulary/purchase.ts";
import type { FindingKind } from "../../db/vocabulary/reconciliation.ts";
import type { SubscriptionRenewal, SubscriptionState } from "../../db/vocabulary/subscription.ts";
import type { Bank } from "./bank.ts";

export type Purchase = {
  id: string;
  state: PurchaseState;
  account: string;
  key: string;
  listing: string;
  upload: string;
  seller: string;
  price: number;
  fee: number;
  setOff: number;
  created: number;
  paid: number | null;
  released: number | null;
  releaseCause: string | null;
  refundCause: string | null;
  intent: string | null;
  transferred: number | null;
  refundPaid: number | null;
  paidOtherwise: boolean;
  chargeback: ChargebackState | null;
  acceptance: AcceptanceState | null;
  subscription: string | null;
  period: number | null;
  periodStarts: number | null;
  periodEnds: number | null;
  delivered: number | null;
  coupon: string | null;
  privateOffer: string | null;
  settleDue: number | null;
  holderAsked: boolean;
  /** The shared charge that pays it; null: it has its own. */
  purse: string | null;
  isBundled: boolean;
  /** What the bank took of it while it was held. */
  chargedBack: number;
  isTrial: boolean;
  /** The trial whose price lowered this one. */
  creditedTrial: string | null;
  credit: number | null;
};
/** A charge that pays several purchases. */
export type Purse = {
  id: string;
  kind: PurseKind;
  state: PurseState;
  account: string;
  key: string;
  price: number;
  allotted: number;
  refund: number;
  created: number;
  paid: number | null;
  refundCause: PurseRefundCause | null;
  intent: string | null;
  refundPaid: number | null;
  paidOtherwise: boolean;
  chargeback: ChargebackState | null;
  chargedBack: number;
  settleDue: number | null;
  holderAsked: boolean;
};
type Bundle = { id: string; agent: string; price: number; isOpen: boolean };
/** A listing that is sold, and the number of questions of its gate; null: it has none. */
type Gate = { listing: string; agent: string; questions: number | null };
type AccessRequest = {
  id: string;
  listing: string;
  account: string;
  agent: string;
  state: AccessState;
};
export type PrivateOffer = {
  id: string;
  listing: string;
  account: string;
  agent: string;
  state: StoredPrivateOfferState;
  turn: ThreadSide;
  price: number;
  expires: number;
};
/** By its request. */
type Bounty = {
  id: string;
  purse: string;
  account: string;
  prize: number;
  winners: number;
  awarded: number;
  /** Deliveries that may still win. */
  live: number;
  isLowest: boolean;
  ended: number | null;
};
type Posting = {
  /** Or purse. */
  purchase: string;
  posting: PostingKind;
  reference: string;
  account: LedgerAccount;
  cents: number;
};
export type Auction = {
  id: string;
  ends: number;
  announcedEnds: number;
  hardEnds: number;
  start: number;
  reserve: number | null;
  licenses: number;
  price: number;
  closed: number | null;
  outcome: string | null;
  status: string;
  isHybrid: boolean;
};
export type Bid = {
  id: string;
  listing: string;
  account: string;
  key: string;
  max: number;
  position: number;
  priceAfter: number;
  placed: number;
  isCurrent: boolean;
  retracted: boolean;
};
export type Award = {
  id: string;
  listing: string;
  account: string;
  rank: number;
  price: number;
  max: number;
  state: AwardState;
  purchase: string | null;
  created: number;
  due: number | null;
  declined: boolean;
};
export type Key = {
  id: string;
  account: string;
  budget: number | null;
  period: "day" | "week" | "month" | "total" | null;
  perPurchase: number | null;
};
type Waiting = {
  id: string;
  key: string;
  account: string;
  state: string;
  price: number;
  purchase: string | null;
};
type Coupon = { id: string; code: string; agent: string; uses: number; max: number | null };
type Subscription = {
  id: string;
  state: SubscriptionState;
  account: string;
  listing: string;
  price: number;
  nextPrice: number | null;
  nextPriceAt: number | null;
  period: number;
  renewal: SubscriptionRenewal;
  nextStep: number | null;
};
/** A listing that is sold at a price, with its versions in order. */
type Plans = {
  listing: string;
  agent: string;
  price: number;
  hasTrial: boolean;
  versions: number[];
};
type Chargeback = {
  id: string;
  purchase: string;
  state: ChargebackState;
  debt: number;
  recovered: number;
  writtenOff: number;
  claimed: number;
};
type Count = { subject: string; name: string; times: number };
type Total = {
  seller: string;
  posting: PostingKind;
  account: LedgerAccount;
  cents: number;
};

type Finding = {
  kind: FindingKind;
  /** Or purse. */
  purchase: string | null;
  expected: number;
  found: number;
};

type Rows = {
  purchases: Purchase[];
  purses: Purse[];
  bundles: Bundle[];
  gates: Gate[];
  accessRequests: AccessRequest[];
  privateOffers: PrivateOffer[];
  bounties: Bounty[];
  postings: Posting[];
  auctions: Auction[];
  bids: Bid[];
  awards: Award[];
  keys: Key[];
  waiting: Waiting[];
  coupons: Coupon[];
  subscriptions: Subscription[];
  plans: Plans[];
  chargebacks: Chargeback[];
  /** Subject and action. */
  audits: Count[];
  /** Purchase and notice, or listing and notice with the account. */
  mails: Count[];
  /** Subject, and event type with its status. */
  events: Count[];
  totals: Total[];
  /** Differences that the reconciliation found and that are still there. */
  findings: Finding[];
  entryCount: number;
};
type Charge = {
  intent: string;
  /** Or purse. */
  purchase: string;
  cents: number;
  /** By the marketplace. */
  refunded: number;
  /** The same by purchase or purse. */
  refundedTo: Record<string, number>;
  refundedByHand: number;
  taken: number;
  /** All its disputes together. */
  disputed: ChargebackState | null;
};
type Transfer = { id: string; purchase: string; cents: number; reversed: number };

export type Snapshot = Rows & {
  at: number;
  /** Successful ones. */
  charges: Charge[];
  /** Intents that may still become charges. */
  chargeable: { intent: string; purchase: string; status: string }[];
  transfers: Transfer[];
};

const ms = (column: string) => `(extract(epoch from ${column}) * 1000)::bigint`;
const list = (select: string) => `(select coalesce(json_agg(r), '[]') from (${select}) r)`;

const query = `select json_build_object(
  'purchases', ${list(`select id, state, account_id account, api_key_id key, listing_id listing,
    upload_id upload, seller_account_id seller, price_cents price, fee_cents fee, set_off_cents "setOff",
    ${ms("created_at")} created, ${ms("paid_at")} paid, ${ms("released_at")} released,
    release_cause "releaseCause", refund_cause "refundCause", payment_intent_id intent,
    ${ms("transferred_at")} transferred, ${ms("refund_paid_at")} "refundPaid",
    refund_paid_reference is not null "paidOtherwise", chargeback, acceptance,
    subscription_id subscription, period_number period, ${ms("period_starts_at")} "periodStarts",
    ${ms("period_ends_at")} "periodEnds", delivered_version delivered, coupon_id coupon, private_offer_id "privateOffer",
    ${ms("settle_due_at")} "settleDue", action_asked_at is not null "holderAsked", purse_id purse,
    charged_back_cents "chargedBack", trial_rows is not null "isTrial", credited_trial_id "creditedTrial",
    credit_cents credit, exists (select 1 from purses where purses.id = purse_id and kind = 'bundle')
      "isBundled" from purchases order by id`)},
  'purses', ${list(`select id, kind, state, account_id account, api_key_id key, price_cents price,
    allotted_cents allotted, refund_cents refund, ${ms("created_at")} created, ${ms("paid_at")} paid,
    refund_cause "refundCause", payment_intent_id intent, ${ms("refund_paid_at")} "refundPaid",
    refund_paid_reference is not null "paidOtherwise", chargeback, charged_back_cents "chargedBack",
    ${ms("settle_due_at")} "settleDue", action_asked_at is not null "holderAsked"
    from purses order by id`)},
  'bundles', ${list(`select id, agent_id agent, price_cents price, ended_at is null "isOpen"
    from bundles order by id`)},
  'gates', ${list(`select id listing, agent_id agent, cardinality(access_questions) questions from listings
    where status = 'active' and (pricing_type <> 'buy_it_now' or price_cents > 0) order by id`)},
  'accessRequests', ${list(`select id, listing_id listing, buyer_account_id account, seller_agent_id agent,
    state from access_requests order by id`)},
  'privateOffers', ${list(`select id, listing_id listing, buyer_account_id account, seller_agent_id agent,
    state, turn, price_cents price, ${ms("expires_at")} expires from private_offers order by id`)},
  'bounties', ${list(`select request_id id, purse_id purse, account_id account, prize_cents prize, winners, awarded,
    mode = 'lowest_price' "isLowest", ${ms("b.ended_at")} ended, (select count(*)::int from bounty_deliveries d
      where d.request_id = b.request_id and d.state in ('pending', 'passed', 'undecided')) live
    from bounties b join data_requests r on r.id = request_id order by request_id`)},
  'postings', ${list(`select coalesce(purchase_id, purse_id) purchase, posting, reference, account,
    amount_cents cents from ledger_entries order by id`)},
  'auctions', ${list(`select listing_id id, ${ms("ends_at")} ends, ${ms("announced_ends_at")} "announcedEnds",
    ${ms("hard_ends_at")} "hardEnds", start_price_cents start, reserve_price_cents reserve, licenses,
    current_price_cents price, ${ms("closed_at")} closed, outcome, l.status,
    l.pricing_type = 'hybrid' "isHybrid"
    from auctions join listings l on l.id = listing_id order by listing_id`)},
  'bids', ${list(`select id, listing_id listing, account_id account, api_key_id key, max_cents max, position,
    price_after_cents "priceAfter", ${ms("placed_at")} placed, is_current "isCurrent",
    retracted_at is not null retracted from bids order by id`)},
  'awards', ${list(`select a.id, a.listing_id listing, a.account_id account, rank, price_cents price,
    b.max_cents max, state, purchase_id purchase, ${ms("a.created_at")} created, ${ms("due_at")} due,
    declined_at is not null declined from auction_awards a join bids b on b.id = bid_id order by a.id`)},
  'keys', ${list(`select id, account_id account, budget_cents budget, budget_period period,
    max_per_purchase_cents "perPurchase" from api_keys order by id`)},
  'waiting', ${list(`select id, api_key_id key, account_id account, state, price_cents price,
    purchase_id purchase from waiting_purchases order by id`)},
  'coupons', ${list(`select id, code, agent_id agent, uses_max max, (select count(*)::int
    from purchases p where p.coupon_id = coupons.id and p.refund_cause is null
      and p.state not in ('payment_failed', 'cancelled', 'expired')) uses
    from coupons order by id`)},
  'subscriptions', ${list(`select id, state, account_id account, listing_id listing, price_cents price,
    next_price_cents "nextPrice", ${ms("next_price_at")} "nextPriceAt", period_number period, renewal,
    ${ms("next_step_at")} "nextStep" from subscriptions order by id`)},
  'plans', ${list(`select l.id listing, l.agent_id agent, l.price_cents price,
    l.trial is not null "hasTrial", (select coalesce(json_agg(${ms("u.published_at")} order by u.version), '[]')
    from uploads u where u.listing_id = l.id and u.published_at is not null) versions
    from listings l where pricing_type = 'buy_it_now' and price_cents > 0 order by l.id`)},
  'chargebacks', ${list(`select id, purchase_id purchase, state, debt_cents debt, recovered_cents recovered,
    written_off_cents "writtenOff", claimed_cents claimed from chargebacks order by opened_at, id`)},
  'audits', ${list(`select subject_id subject, action name, count(*)::int times from audit_log
    where subject_kind in ('purchase', 'listing', 'purse', 'data_request') group by 1, 2`)},
  'mails', ${list(`select coalesce(payload->>'purchase_id', payload->>'listing_id', payload->>'subscription_id',
    payload->>'purse_id', payload->>'data_request_id') subject,
    concat_ws(' ', payload->>'notice', payload->>'account_id') name, count(*)::int times
    from outbox where subject = 'jobs.mail' group by 1, 2`)},
  'events', ${list(`select subject_id subject, concat_ws(' ', type, data->>'status') name,
    count(*)::int times from events group by 1, 2`)},
  'totals', ${list(`select seller_account_id seller, posting, account, amount_cents cents
    from seller_totals`)},
  'findings', ${list(`select kind, purchase_id purchase, expected_cents expected,
    found_cents found from reconciliation_findings
    where resolved_at is null`)},
  'entryCount', (select count(*)::int from ledger_entries)
) as rows`;

export type Camera = ReturnType<typeof openCamera>;

/** Takes snapshots over its own connection. */
export function openCamera(databaseUrl: string, bank: Pick<Bank, "store">) {
  const sql = new SQL(databaseUrl, { max: 1 });
  return {
    async take(at: number): Promise<Snapshot> {
      const [row] = await sql.unsafe<{ rows: Rows }[]>(query);
      if (row === undefined) throw new Error("the database gave no snapshot");
      return { at, ...row.rows, ...bankBook(bank) };
    },
    close: () => sql.close(),
  };
}

type Book = Pick<Snapshot, "charges" | "chargeable" | "transfers">;

const endedStatuses: string[] = ["won", "lost", "warning_closed"];

function bankBook({ store }: Pick<Bank, "store">): Book {
  const disputes = Map.groupBy(store.list("dispute"), ({ payment_intent }) =>
    String(payment_intent),
  );
  const refunds = Map.groupBy(
    store.list("refund").filter(({ status }) => status !== "failed"),
    ({ payment_intent }) => String(payment_intent),
  );
  const intents = store.list("payment_intent").reverse();
  const charges = intents
    .filter(({ status }) => status === "succeeded")
    .map(({ id, metadata, amount_received: cents }) => {
      const statuses = (disputes.get(id) ?? []).map(({ status }) => status);
      const isLost = statuses.includes("lost");
      const isOpen = statuses.some((status) => !endedStatuses.includes(status));
      const [own, byHand] = [true, false].map((isOwn) =>
        (refunds.get(id) ?? [])
          .filter((refund) => (refund.metadata?.purchase_id !== undefined) === isOwn)
          .reduce((sum, { amount }) => sum + amount, 0),
      );
      const refundedTo: Record<string, number> = {};
      for (const { amount, metadata: named } of refunds.get(id) ?? []) {
        const to = named?.purchase_id;
        if (to !== undefined) refundedTo[to] = (refundedTo[to] ?? 0) + amount;
      }
      const taken = (disputes.get(id) ?? [])
        .filter(({ status }) => status === "lost")
        .reduce((sum, { amount }) => sum + amount, 0);
      const disputed = isLost ? ("lost" as const) : isOpen ? ("open" as const) : ("won" as const);
      return {
        intent: id,
        purchase: metadata.purchase_id ?? "",
        cents,
        refunded: own ?? 0,
        refundedByHand: byHand ?? 0,
        refundedTo,
        taken,
        disputed: statuses.length === 0 ? null : disputed,
      };
    });
  const chargeable = intents
    .filter(({ status }) => status !== "succeeded" && status !== "canceled")
    .map(({ id, metadata, status }) => ({
      intent: id,
      purchase: metadata.purchase_id ?? "",
      status,
    }));
  const transfers = store
    .list("transfer")
    .map(({ id, metadata, amount, amount_reversed: reversed }) => ({
      id,
      purchase: metadata.purchase_id ?? "",
      cents: amount,
      reversed,
    }));
  return { charges, chargeable, transfers: transfers.reverse() };
}
