/** Invariants of money and auctions, with their ids in docs/invariants.md. */
import type { PurchaseState } from "../../db/vocabulary/purchase.ts";
import { dayMs } from "../../platform/time.ts";
import * as naive from "../market/auction/naive-model.ts";
import type { Auction, Award, Bid, Key, Purchase, Purse, Snapshot } from "./snapshot.ts";

/** Returns the violations in words; empty if the predicate holds. */
type Check = (now: Snapshot, before: Snapshot | null) => string[];
export type Predicate = {
  /** Id in docs/invariants.md; null if the rule is in ARCHITECTURE.md or the ledger's README. */
  invariant: string | null;
  check: Check;
};

const feeBps = 500;
const escrowDays = 7;
const each = <Item>(items: readonly Item[], judge: (item: Item) => string | false): string[] =>
  items.flatMap((item) => judge(item) || []);
const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);

/** Purchase → account → cents. Cached by snapshot, since most predicates need it. */
const booksOf = memo(({ postings }: Snapshot) => {
  const books = new Map<string, Partial<Record<string, number>>>();
  for (const { purchase, account, cents } of postings) {
    const book = books.get(purchase) ?? {};
    book[account] = (book[account] ?? 0) + cents;
    books.set(purchase, book);
  }
  return books;
});

function memo<Value>(make: (snapshot: Snapshot) => Value): (snapshot: Snapshot) => Value {
  const made = new WeakMap<Snapshot, Value>();
  return (snapshot) => {
    const known = made.get(snapshot);
    if (known !== undefined) return known;
    const value = make(snapshot);
    made.set(snapshot, value);
    return value;
  };
}

const onAccount = (now: Snapshot, { id }: { id: string }, account: string): number =>
  booksOf(now).get(id)?.[account] ?? 0;

/** Purchase → cents that its buyer has back since the release. */
const returnsOf = memo(({ postings }: Snapshot) => {
  const returns = new Map<string, number>();
  for (const { purchase, posting, account, cents } of postings) {
    const isBack = posting === "chargeback_lost" || posting === "refunded_at_provider";
    if (isBack && account === "buyer") returns.set(purchase, (returns.get(purchase) ?? 0) + cents);
  }
  return returns;
});

/** What the buyer left of a sale's price, for platform and seller. */
function saleOf(now: Snapshot, { id, price, fee: whole }: Purchase) {
  const left = Math.max(0, price - (returnsOf(now).get(id) ?? 0));
  const fee = Math.floor((whole * left) / price);
  return { fee, net: left - fee };
}

/** Compares the account's balance for each purchase with the purchase's row. */
const accountIs =
  (account: string, expected: (purchase: Purchase) => number | null): Check =>
  (now) =>
    each(now.purchases, (purchase) => {
      const [has, should] = [onAccount(now, purchase, account), expected(purchase)];
      return (
        should !== null &&
        has !== should &&
        `${purchase.id} has ${has} on ${account}, not ${should}`
      );
    });

/** The same for each purse. */
const purseAccountIs =
  (account: string, expected: (purse: Purse) => number): Check =>
  (now) =>
    each(now.purses, (purse) => {
      const [has, should] = [onAccount(now, purse, account), expected(purse)];
      return has !== should && `${purse.id} has ${has} on ${account}, not ${should}`;
    });

const isHeld = ({ state }: Purchase) => state === "in_escrow" || state === "disputed";
const liveStates = new Set<PurchaseState>(["payment_pending", "in_escrow", "disputed", "released"]);
const unpaidStates = new Set<PurchaseState>(["payment_failed", "cancelled", "expired"]);

const edges: Record<PurchaseState, readonly PurchaseState[]> = {
  payment_pending: ["in_escrow", "payment_failed", "cancelled", "expired"],
  in_escrow: ["disputed", "released", "refunded"],
  disputed: ["in_escrow", "released", "refunded"],
  released: [],
  refunded: [],
  payment_failed: ["refunded"],
  cancelled: ["refunded"],
  expired: ["refunded"],
};

function reachable(from: PurchaseState): Set<PurchaseState> {
  const reached = new Set([from]);
  for (const state of reached) for (const next of edges[state]) reached.add(next);
  return reached;
}

const byId = memo(({ purchases }: Snapshot) => new Map(purchases.map((one) => [one.id, one])));

const vanished =
  (rows: (snapshot: Snapshot) => readonly { id: string }[]): Check =>
  (now, before) => {
    if (before === null) return [];
    const ids = new Set(rows(now).map(({ id }) => id));
    return each(rows(before), ({ id }) => !ids.has(id) && `${id} is gone`);
  };

/** Counts a subject's entries whose name starts with the prefix. */
const countOf = (counts: Snapshot["audits"], subject: string, name: string): number =>
  sum(
    counts
      .filter(
        (one) => one.subject === subject && (one.name === name || one.name.startsWith(`${name} `)),
      )
      .map(({ times }) => times),
  );

const purseById = memo(({ purses }: Snapshot) => new Map(purses.map((one) => [one.id, one])));

/** The charge of a purchase or purse, maybe shared with others. */
const chargeOf = (now: Snapshot, { id, purse = null }: { id: string; purse?: string | null }) =>
  now.charges.find(({ purchase }) => purchase === (purse ?? id));

/** What administrators say they paid another way, in cents. */
const otherwiseOf = (now: Snapshot, { id }: { id: string }): number =>
  -onAccount(now, { id }, "platform_outside");

/** What the reconciliation reports as refunded and not booked, in cents. */
const reportedOf = (now: Snapshot, { id }: { id: string }): number =>
  sum(
    now.findings
      .filter(({ kind, purchase }) => kind === "refund_unknown" && purchase === id)
      .map(({ expected, found }) => expected - found),
  );

const partsOf = (now: Snapshot, { id }: Purse): Purchase[] =>
  now.purchases.filter(({ purse }) => purse === id);

/** The prize of a bounty, whose contract was evaluated before. */
const isPrize = ({ purses }: Snapshot, { purse }: Purchase): boolean =>
  purses.some(({ id, kind }) => id === purse && kind === "bounty");

/** Without a contract, or with one that passed before, or a period's, which is evaluated later. */
const isAnnounced = (one: Purchase, now: Snapshot): boolean => {
  const { paid, refundCause, acceptance, subscription, isBundled } = one;
  if (paid === null || refundCause === "charged_late" || isBundled) return false;
  if (acceptance === null || subscription !== null) return true;
  return acceptance === "passed" && isPrize(now, one);
};

const gatedIn = memo(({ gates }: Snapshot) => {
  return new Set(gates.filter(({ questions }) => questions !== null).map((one) => one.listing));
});

type Effect = { when: (purchase: Purchase, now: Snapshot) => boolean; name: string };
const once =
  (kind: "audits" | "mails" | "events", effects: readonly Effect[]): Check =>
  (now) =>
    effects.flatMap(({ when, name }) =>
      each(now.purchases, (purchase) => {
        const [has, should] = [countOf(now[kind], purchase.id, name), when(purchase, now) ? 1 : 0];
        return has !== should && `${purchase.id}: ${has} ${kind} of ${name}, not ${should}`;
      }),
    );

function windowStart(period: Key["period"], at: number): number {
  const date = new Date(at);
  const day = Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate());
  if (period === "day") return day;
  if (period === "week") return day - ((date.getUTCDay() + 6) % 7) * dayMs;
  return period === "month" ? Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1) : 0;
}

/** Cents that the key has spent in its window or holds for bids, awards and waiting purchases. */
function committedCents(now: Snapshot, key: Key): number {
  const since = windowStart(key.period, now.at);
  const spent = now.purchases.filter(
    (one) => one.key === key.id && liveStates.has(one.state) && one.created >= since,
  );
  const open = new Set(now.auctions.filter(({ closed }) => closed === null).map(({ id }) => id));
  const own = now.bids.filter((bid) => bid.key === key.id && bid.isCurrent);
  const won = now.awards.filter(
    (award) =>
      award.state === "won" &&
      own.some((bid) => bid.listing === award.listing && bid.account === award.account),
  );
  const waiting = now.waiting.filter((one) => one.key === key.id && one.state === "waiting");
  return sum([
    ...spent.map(({ price }) => price),
    ...own.filter(({ listing }) => open.has(listing)).map(({ max }) => max),
    ...won.map(({ price }) => price),
    ...waiting.map(({ price }) => price),
    ...now.purses
      .filter(({ key: id, state }) => {
        return id === key.id && (state === "payment_pending" || state === "in_escrow");
      })
      .map(({ price, allotted }) => price - allotted),
  ]);
}

const smallestCharge = 50;

/** Paid trials of the buyer and listing whose price counts towards nothing yet, without this purchase. */
function creditsOf(now: Snapshot, { id, account, listing }: Purchase): string[] {
  const trials = now.purchases.filter((one) => {
    const isOwn = one.isTrial && one.account === account && one.listing === listing;
    const isPaid = one.state === "in_escrow" || one.state === "released";
    const isRecent = (one.paid ?? 0) + 90 * dayMs > now.at;
    return isOwn && isPaid && isRecent && one.chargeback !== "open" && one.chargeback !== "lost";
  });
  const isUsed = (trial: string) =>
    now.purchases.some(
      (one) => one.id !== id && one.creditedTrial === trial && liveStates.has(one.state),
    );
  return trials.map((trial) => trial.id).filter((trial) => !isUsed(trial));
}

const salesOf = (now: Snapshot, { id }: Auction): Purchase[] =>
  now.purchases.filter((one) => one.listing === id && liveStates.has(one.state));
const awardsOf = (now: Snapshot, { id }: Auction): Award[] =>
  now.awards.filter(({ listing }) => listing === id);
const bidsOf = (now: Snapshot, { id }: Auction): Bid[] =>
  now.bids.filter(({ listing }) => listing === id).sort((a, b) => a.position - b.position);

/** The auction as the model replays it; null if direct sales or retracted bids changed its terms. */
function modelOf(now: Snapshot, auction: Auction): naive.State | null {
  const bids = bidsOf(now, auction);
  const isPlain = !now.purchases.some(({ listing, created }) => {
    return listing === auction.id && (auction.closed === null || created < auction.closed);
  });
  if (!isPlain || bids.some(({ retracted }) => retracted)) return null;
  const terms = termsOf(auction);
  return bids.reduce(
    (state, { account, max, placed }) =>
      naive.offer(terms, state, { bidder: account, maxCents: max, atMs: placed }),
    naive.begin(terms),
  );
}

const termsOf = (auction: Auction): naive.Auction => ({
  startPriceCents: auction.start,
  reservePriceCents: auction.reserve,
  licenses: auction.licenses,
  endsAtMs: auction.announcedEnds,
  hardEndsAtMs: auction.hardEnds,
});

// A purchase of a purse takes its price from the purse's `allotted`.
const overdrawn = new Set([
  "allotted",
  "buyer",
  "platform_funds",
  "platform_loss",
  "platform_outside",
]);

/** These hold after every step. */
export const always: Record<string, Predicate> = {
  postings_sum_to_zero: {
    invariant: "I45",
    check({ postings }) {
      const sums = new Map<string, number>();
      for (const { purchase, posting, reference, cents } of postings) {
        const name = `${posting} ${reference} of ${purchase}`;
        sums.set(name, (sums.get(name) ?? 0) + cents);
      }
      return each([...sums], ([name, cents]) => cents !== 0 && `${name} sums to ${cents}`);
    },
  },
  no_account_is_overdrawn: {
    invariant: "I26",
    check: (now) =>
      [...booksOf(now)].flatMap(([purchase, book]) =>
        each(Object.entries(book), ([account, cents = 0]) => {
          return cents < 0 && !overdrawn.has(account) && `${purchase} has ${cents} on ${account}`;
        }),
      ),
  },
  no_row_of_money_vanishes: {
    invariant: "I26",
    check: (now, before) => [
      ...vanished(({ purchases }) => purchases)(now, before),
      ...vanished(({ purses }) => purses)(now, before),
      ...vanished(({ bids }) => bids)(now, before),
      ...vanished(({ awards }) => awards)(now, before),
      ...vanished(({ chargebacks }) => chargebacks)(now, before),
      ...(now.entryCount < (before?.entryCount ?? 0) ? ["entries of the ledger are gone"] : []),
    ],
  },
  escrow_is_what_open_purchases_hold: {
    invariant: "I26",
    check: (now, before) => [
      ...accountIs("escrow", (one) => (isHeld(one) ? one.price : 0))(now, before),
      ...purseAccountIs("escrow", ({ state, price, allotted }) =>
        state === "in_escrow" ? price - allotted : 0,
      )(now, before),
    ],
  },
  a_shared_charge_is_its_purchases_and_its_rest: {
    invariant: "I26",
    check: (now, before) => [
      ...accountIs("allotted", ({ purse, paid, price }) =>
        purse === null || paid === null ? 0 : -price,
      )(now, before),
      ...each(now.purses, (purse) => {
        const paid = partsOf(now, purse).filter((one) => one.paid !== null);
        const cents = sum(paid.map(({ price }) => price));
        const has = onAccount(now, purse, "allotted");
        if (has !== cents) return `${purse.id} has ${has} allotted, its purchases cost ${cents}`;
        if (purse.paid === null || purse.state === "in_escrow") return false;
        const whole = cents + purse.refund;
        return whole !== purse.price && `${purse.id} pays ${whole} of ${purse.price}`;
      }),
      ...each(now.purses, (purse) => {
        if (purse.kind !== "bundle" || purse.state !== "payment_pending") return false;
        const cents = sum(partsOf(now, purse).map(({ price }) => price));
        return cents !== purse.price && `${purse.id} of ${purse.price} buys ${cents}`;
      }),
    ],
  },
  the_purchases_of_a_bundle_are_paid_together: {
    invariant: "I26",
    check: (now) =>
      each(now.purses, (purse) => {
        if (purse.kind !== "bundle") return false;
        const isPaid = purse.paid !== null && purse.refundCause !== "charged_late";
        const odd = partsOf(now, purse).find(({ state, paid }) =>
          isPaid ? paid === null : purse.state !== "refunded" && state !== purse.state,
        );
        return odd !== undefined && `${purse.id} is ${purse.state}, ${odd.id} is ${odd.state}`;
      }),
  },
  sellers_are_owed_what_was_released: {
    invariant: "I26",
    check: (now, before) =>
      accountIs("seller_payable", (one) => {
        const { state, transferred, setOff } = one;
        if (state !== "released" || transferred !== null) return 0;
        return Math.max(0, saleOf(now, one).net - setOff);
      })(now, before),
  },
  fee_is_its_part_of_the_price: {
    invariant: null,
    check: (now, before) => [
      ...each(now.purchases, ({ id, price, fee }) => {
        const should = Math.floor((price * feeBps) / 10_000);
        return fee !== should && `the fee of ${id} at ${price} is ${fee}, not ${should}`;
      }),
      ...accountIs("platform_fee", (one) => (one.state === "released" ? saleOf(now, one).fee : 0))(
        now,
        before,
      ),
    ],
  },
  refunds_are_owed_until_paid: {
    invariant: "I26",
    check: (now, before) => [
      ...accountIs("refund_payable", ({ state, refundPaid, price, chargedBack }) =>
        state === "refunded" && refundPaid === null ? price - chargedBack : 0,
      )(now, before),
      ...purseAccountIs("refund_payable", ({ state, refundPaid, refund, chargedBack }) =>
        state === "refunded" && refundPaid === null ? refund - chargedBack : 0,
      )(now, before),
    ],
  },
  a_return_costs_its_seller_the_same_at_any_time: {
    invariant: "I26",
    check: (now) =>
      each(now.purchases, (one) => {
        if (one.state !== "released") return false;
        const own = now.postings.filter(({ purchase }) => purchase === one.id);
        const on = (account: string, posting: string) =>
          sum(
            own
              .filter((entry) => entry.account === account && entry.posting === posting)
              .map(({ cents }) => cents),
          );
        const debts = now.chargebacks.filter(({ purchase }) => purchase === one.id);
        const owed = sum(debts.map(({ debt }) => debt));
        const brought = onAccount(now, one, "seller_payable") + on("seller_paid", "transferred");
        const has = brought + on("platform_funds", "set_off") - owed;
        const should = saleOf(now, one).net;
        // Who bears a refund by hand of money that paid older debts, nobody has decided.
        const isUndecided = on("buyer", "refunded_at_provider") > 0 && one.setOff > 0;
        return has !== should && !isUndecided && `${one.id} brings ${has}, not ${should}`;
      }),
  },
  sellers_get_no_more_than_their_part: {
    invariant: "I26",
    check: (now) => [
      ...each(now.purchases, (one) => {
        const cents = onAccount(now, one, "seller_paid") + onAccount(now, one, "seller_payable");
        const should = one.price - one.fee;
        return cents > should && `${one.id} brings ${cents} of ${should}`;
      }),
      ...each(now.purchases, (one) => {
        const sent = now.transfers.filter(({ purchase }) => purchase === one.id);
        const cents = sum(sent.map(({ cents: all, reversed }) => all - reversed));
        const should = one.price - one.fee - one.setOff;
        if (sent.length > 0 && one.state !== "released")
          return `${one.id} is ${one.state}, and sent`;
        return cents > should && `${one.id} was sent ${cents} of ${should}`;
      }),
    ],
  },
  states_move_along_their_edges: {
    invariant: "I26",
    check: (now, before) =>
      each(now.purchases, ({ id, state }) => {
        const from = (before && byId(before).get(id)?.state) ?? "payment_pending";
        return !reachable(from).has(state) && `${id} went from ${from} to ${state}`;
      }),
  },
  no_release_before_its_time: {
    invariant: "I26",
    check: (now) =>
      each(now.purchases, ({ id, paid, released, releaseCause }) => {
        if (releaseCause !== "escrow_ended" || paid === null || released === null) return false;
        const due = paid + escrowDays * dayMs;
        return released < due && `${id} was released ${due - released} ms early`;
      }),
  },
  charged_once_and_by_a_purchase: {
    invariant: "I24",
    check: (now) => [
      ...each(now.charges, ({ intent, purchase, cents }) => {
        const price = (byId(now).get(purchase) ?? purseById(now).get(purchase))?.price;
        return (
          price !== cents && `the bank took ${cents} by ${intent}, the purchase is of ${price}`
        );
      }),
      ...each([...now.purchases, ...now.purses], ({ id, intent, ...row }) => {
        const charges = now.charges.filter(({ purchase }) => purchase === id);
        if (charges.length > 1) return `${id} was charged ${charges.length} times`;
        const [charge] = charges;
        const isShared = "purse" in row && row.purse !== null;
        if (charge !== undefined && isShared) return `${id} was charged in addition to its purse`;
        return charge !== undefined && charge.intent !== intent && `${id} was charged by another`;
      }),
    ],
  },
  what_is_paid_was_charged: {
    invariant: "I24",
    check: (now) =>
      each([...now.purchases, ...now.purses], ({ paid, ...row }) => {
        const { id } = row;
        const isCharged = chargeOf(now, row) !== undefined;
        return paid !== null && !isCharged && `${id} is paid, and the bank knows nothing of it`;
      }),
  },
  money_goes_back_once: {
    invariant: "I26",
    check: (now) =>
      now.charges.flatMap(({ purchase, cents, refunded, refundedByHand, refundedTo }) => {
        if (refunded + refundedByHand > cents) {
          return [`${purchase} had ${refunded} of ${cents} back`];
        }
        return each(Object.entries(refundedTo), ([id, back]) => {
          const row = byId(now).get(id) ?? purseById(now).get(id);
          if (row === undefined) return `nobody knows ${id}, which is refunded`;
          const most = "refund" in row ? row.refund : row.price;
          if (back > most) return `${id} had ${back} of ${most} back`;
          return back > 0 && row.state !== "refunded" && `${id} is ${row.state}, and refunded`;
        });
      }),
  },
  no_seller_is_sent_disputed_money: {
    invariant: "I26",
    check(now, before) {
      const sent = new Set(before?.transfers.map(({ id }) => id));
      const disputed = ({ charges }: Snapshot) =>
        new Set(charges.filter((one) => one.disputed === "open").map(({ purchase }) => purchase));
      const [was, is] = [before === null ? new Set() : disputed(before), disputed(now)];
      return each(now.transfers, ({ id, purchase }) => {
        const charged = byId(now).get(purchase)?.purse ?? purchase;
        const isBad = !sent.has(id) && was.has(charged) && is.has(charged);
        return isBad && `${purchase} was sent while the bank disputed it`;
      });
    },
  },
  one_file_is_paid_once: {
    invariant: "I25",
    check(now) {
      const live = now.purchases.filter(
        ({ state, subscription }) => liveStates.has(state) && subscription === null,
      );
      const files = Map.groupBy(live, ({ account, upload }) => `${account} ${upload}`);
      return each([...files], ([file, all]) => all.length > 1 && `${file}: ${all.length} times`);
    },
  },
  no_key_is_over_its_budget: {
    invariant: "I23",
    check: (now) =>
      each(now.keys, (key) => {
        const committed = committedCents(now, key);
        return (
          key.budget !== null && committed > key.budget && `${key.id} ${committed} of ${key.budget}`
        );
      }),
  },
  no_purchase_is_above_its_key: {
    invariant: "I23",
    check: (now) =>
      each([...now.purchases, ...now.purses], ({ id, key, price }) => {
        const most = now.keys.find((one) => one.id === key)?.perPurchase ?? null;
        return most !== null && price > most && `${id} costs ${price}, the key may spend ${most}`;
      }),
  },
  no_more_licences_than_there_are: {
    invariant: "I39",
    check: (now) =>
      each(now.auctions, (auction) => {
        const open = awardsOf(now, auction).filter(({ state }) => state !== "lapsed");
        const awarded = new Set(open.map(({ purchase }) => purchase));
        const sales = salesOf(now, auction);
        const direct = sales.filter(({ id }) => !awarded.has(id));
        const taken = open.length + direct.length;
        const { id, licenses } = auction;
        return taken > licenses && `${id} sells ${taken} of ${licenses} licences`;
      }),
  },
  nobody_pays_above_their_maximum: {
    invariant: "I36",
    check: (now) => [
      ...each(now.awards, ({ id, price, max, listing }) => {
        const auction = now.auctions.find((one) => one.id === listing);
        if (auction === undefined) return `${id} is of no auction`;
        const least = Math.max(auction.start, auction.reserve ?? 0);
        return (price > max || price < least) && `${id} costs ${price}: ${least} to ${max}`;
      }),
      ...each(now.awards, ({ id, purchase, price }) => {
        const paid = purchase === null ? undefined : byId(now).get(purchase);
        return paid !== undefined && paid.price !== price && `${id}: ${paid.price}, not ${price}`;
      }),
    ],
  },
  auctions_stand_as_the_model_says: {
    invariant: "I35",
    check: (now) =>
      each(now.auctions, (auction) => {
        const model = modelOf(now, auction);
        if (model === null) return false;
        const bids = bidsOf(now, auction);
        if (model.accepted.length !== bids.length) return `${auction.id} took a bid too many`;
        if (model.endsAtMs !== auction.ends) return `${auction.id} ends at another time`;
        const { id, price } = auction;
        return model.priceCents !== price && `${id} stands at ${price}, not ${model.priceCents}`;
      }),
  },
  winners_are_those_of_the_model: {
    invariant: "I37",
    check: (now) =>
      each(now.auctions, (auction) => {
        const model = auction.closed === null ? null : modelOf(now, auction);
        if (model === null) return false;
        const terms = termsOf(auction);
        const isMet = naive.isReserveMet(terms, model.accepted);
        const winners = isMet ? naive.winners(terms, model) : [];
        const awards = awardsOf(now, auction).filter(({ created }) => created === auction.closed);
        const won = awards.sort((a, b) => a.rank - b.rank).map(({ account }) => account);
        if (won.join() !== winners.join()) return `${auction.id} was won by others`;
        return (
          awards.some(({ price }) => price !== model.priceCents) && `${auction.id} costs others`
        );
      }),
  },
  prices_fall_only_by_a_retraction: {
    invariant: "I36",
    check: (now, before) =>
      each(now.auctions, (auction) => {
        const was = before?.auctions.find(({ id }) => id === auction.id);
        const retracted = (at: Snapshot) => bidsOf(at, auction).filter((bid) => bid.retracted);
        if (was === undefined || before === null || auction.price >= was.price) return false;
        const isExcused = retracted(now).length > retracted(before).length;
        return !isExcused && `${auction.id} fell from ${was.price} to ${auction.price}`;
      }),
  },
  auctions_close_when_they_are_over: {
    invariant: "I37",
    check: (now) =>
      each(now.auctions, (auction) => {
        const { id, closed, ends, status, outcome } = auction;
        const sold = now.purchases.filter(
          (one) => one.listing === id && one.paid !== null && closed !== null && one.paid <= closed,
        );
        const isSoldOut = sold.length >= auction.licenses;
        const isEarly = closed !== null && closed < ends && !isSoldOut && status !== "withdrawn";
        return (
          (isEarly && `${id} was closed early`) ||
          (outcome !== null && closed === null && `${id} has an outcome, and is open`)
        );
      }),
  },
  offers_are_paid_in_their_time: {
    invariant: "I37",
    check: (now) =>
      each(now.awards, ({ id, due, purchase, state }) => {
        const paid = purchase === null ? undefined : byId(now).get(purchase);
        if (paid === undefined || due === null) return false;
        if (paid.created >= due) return `${id} was due before its purchase was opened`;
        return state === "lapsed" && liveStates.has(paid.state) && `${id} has lapsed, and is paid`;
      }),
  },
  each_effect_is_audited_once: {
    invariant: "I46",
    check: once("audits", [
      { name: "purchase.opened", when: () => true },
      {
        name: "purchase.paid",
        when: (one) => one.paid !== null && one.refundCause !== "charged_late",
      },
      { name: "purchase.released", when: ({ state }) => state === "released" },
      { name: "purchase.refunded", when: ({ state }) => state === "refunded" },
      { name: "purchase.transferred", when: ({ transferred }) => transferred !== null },
      {
        name: "purchase.action_required",
        when: ({ holderAsked, purse }) => holderAsked && purse === null,
      },
    ]),
  },
  each_effect_of_a_shared_charge_is_written_once: {
    invariant: "I46",
    check: (now) =>
      each(now.purses, ({ id, kind, paid, state, refundCause, holderAsked }) => {
        const isPaid = paid !== null && refundCause !== "charged_late";
        const counts = {
          "purse.opened": 1,
          "purse.paid": isPaid ? 1 : 0,
          "purse.released": state === "released" ? 1 : 0,
          "purse.refunded": state === "refunded" ? 1 : 0,
          "purse.action_required": holderAsked ? 1 : 0,
        };
        const odd = Object.entries(counts).find(
          ([name, times]) => countOf(now.audits, id, name) !== times,
        );
        if (odd !== undefined) return `${id} is ${state}: not ${odd[1]} audits of ${odd[0]}`;
        const mails = countOf(now.mails, id, "purse_action_required_buyer");
        const announced = countOf(now.mails, id, "bundle_bought");
        return (
          (mails !== counts["purse.action_required"] && `${id}: ${mails} mails to its holder`) ||
          (announced !== (isPaid && kind === "bundle" ? 1 : 0) &&
            `${id}: ${announced} mails about the whole bundle`)
        );
      }),
  },
  each_effect_is_mailed_once: {
    invariant: "I4",
    check: once("mails", [
      { name: "bought", when: isAnnounced },
      { name: "sold", when: isAnnounced },
      {
        name: "accepted_buyer",
        when: ({ acceptance, subscription, isBundled }) =>
          acceptance === "passed" && subscription === null && !isBundled,
      },
      { name: "undecided_buyer", when: ({ acceptance }) => acceptance === "undecided" },
      { name: "released_seller", when: ({ state }) => state === "released" },
      { name: "refunded_buyer", when: ({ state }) => state === "refunded" },
      {
        name: "action_required_buyer",
        when: ({ holderAsked, purse }) => holderAsked && purse === null,
      },
    ]),
  },
  each_period_is_paid_once: {
    invariant: "I78",
    check(now) {
      const live = now.purchases.filter(
        ({ state, subscription }) => liveStates.has(state) && subscription !== null,
      );
      const periods = Map.groupBy(live, (one) => `${one.subscription} ${one.period}`);
      return each([...periods], ([period, all]) => {
        return all.length > 1 && `${period}: ${all.length} times`;
      });
    },
  },
  periods_are_paid_for_an_update: {
    invariant: "I78",
    check: (now) =>
      each(now.purchases, (one) => {
        if (one.subscription === null) return false;
        const { id, periodStarts, periodEnds, releaseCause, refundCause } = one;
        const versions = now.plans.find(({ listing }) => listing === one.listing)?.versions ?? [];
        const hasUpdate = versions.some(
          (at) => at >= (periodStarts ?? 0) && at < (periodEnds ?? 0),
        );
        if (releaseCause === "escrow_ended" && !hasUpdate) return `${id} had no update`;
        return refundCause === "no_update" && hasUpdate && `${id} had an update, and is refunded`;
      }),
  },
  a_period_costs_what_was_announced: {
    invariant: "I78",
    check: (now, before) =>
      each(now.purchases, ({ id, subscription, price, periodStarts }) => {
        const was = before?.subscriptions.find((one) => one.id === subscription);
        if (was === undefined || before === null || byId(before).has(id)) return false;
        const { nextPrice, nextPriceAt } = was;
        const isAnnounced = price === nextPrice && (nextPriceAt ?? 0) <= (periodStarts ?? 0);
        return price > was.price && !isAnnounced && `${id} costs ${price}, not ${was.price}`;
      }),
  },
  nothing_is_charged_unasked: {
    invariant: "I78",
    check: (now, before) => [
      ...each(now.purchases, ({ id, subscription, periodStarts }) => {
        const was = before?.subscriptions.find((one) => one.id === subscription);
        if (was === undefined || before === null || byId(before).has(id)) return false;
        if (was.state === "ended") return `${id} pays a subscription that had ended`;
        if (was.renewal !== "on") return `${id} is charged, and its renewal is ${was.renewal}`;
        return (periodStarts ?? 0) > now.at && `${id} is charged before its period`;
      }),
      ...each(now.subscriptions, ({ id, state }) => {
        const was = before?.subscriptions.find((one) => one.id === id);
        return was?.state === "ended" && state !== "ended" && `${id} lives again`;
      }),
    ],
  },
  subscribers_are_told: {
    invariant: "I78",
    check: (now) =>
      each(now.subscriptions, ({ id, state }) => {
        const isStarted = countOf(now.events, id, "subscription.started") > 0;
        const [ends, mails] = [
          countOf(now.events, id, "subscription.ended"),
          countOf(now.mails, id, "ended"),
        ];
        if (state !== "ended") return ends + mails > 0 && `${id} is ${state}, and was told ended`;
        const isTold = ends > 0 && mails === (isStarted ? 1 : 0);
        return !isTold && `${id} has ended: ${ends} events, ${mails} mails`;
      }),
  },
  contracts_decide_about_money: {
    invariant: "I77",
    check: (now) =>
      each(now.purchases, ({ id, state, acceptance, releaseCause, refundCause }) => {
        const isFailed = acceptance === "failed";
        const isRefundedByIt = refundCause === "acceptance_failed";
        if (isFailed !== isRefundedByIt) return `${id} ${acceptance} is ${state} by ${refundCause}`;
        if (releaseCause === "acceptance_passed" && acceptance !== "passed") {
          return `${id} is released, and its contract is ${acceptance}`;
        }
        const isOpen = acceptance === "pending" || acceptance === "undecided";
        const isByPerson = releaseCause === "dispute_resolved";
        return isOpen && state === "released" && !isByPerson && `${id} is released by nobody`;
      }),
  },
  the_credit_of_a_trial_is_used_once: {
    invariant: "I26",
    check(now) {
      const credited = now.purchases.filter(({ creditedTrial }) => creditedTrial !== null);
      const live = credited.filter(({ state }) => liveStates.has(state));
      const uses = Map.groupBy(live, ({ creditedTrial }) => creditedTrial);
      return [
        ...each([...uses], ([trial, all]) => {
          return all.length > 1 && `${trial} counts towards ${all.length} purchases`;
        }),
        ...each(credited, ({ id, account, listing, created, creditedTrial, credit }) => {
          const trial = byId(now).get(creditedTrial ?? "");
          if (trial === undefined || !trial.isTrial) return `${id} has the credit of no trial`;
          const isOther = trial.account !== account || trial.listing !== listing;
          if (isOther) return `${id} has the credit of ${trial.id}, which is another's`;
          const isPaid = trial.paid !== null && trial.paid <= created;
          if (!isPaid) return `${id} has the credit of ${trial.id}, which was not paid`;
          return (credit ?? 0) > trial.price && `${id} has a credit of ${credit}`;
        }),
      ];
    },
  },
  a_credit_is_there_until_it_is_used: {
    invariant: "I26",
    check: (now, before) =>
      each(now.purchases, (one) => {
        const isWhole = !one.isTrial && one.purse === null && one.subscription === null;
        if (before === null || byId(before).has(one.id) || !isWhole) return false;
        const has = creditsOf(now, one).filter((id) => creditsOf(before, one).includes(id));
        const isOwn = one.creditedTrial !== null;
        // Its price is the listing's own, and leaves a cent to be taken off.
        const isReduced = one.coupon !== null || one.privateOffer !== null;
        const isOffered = !isReduced && one.price > smallestCharge;
        const isSoldAtPrice = now.plans.some(({ listing }) => listing === one.listing);
        return !isOwn && isOffered && isSoldAtPrice && has.length > 0 && `${one.id} has no credit`;
      }),
  },
  a_trial_that_was_credited_is_not_disputed_by_its_buyer: {
    invariant: "I26",
    check: (now, before) =>
      each(now.purchases, ({ id, isTrial, state, chargeback }) => {
        if (before === null || !isTrial || state !== "disputed" || chargeback !== null)
          return false;
        if (byId(before).get(id)?.state === "disputed") return false;
        const isUsed = before.purchases.some(
          ({ creditedTrial, state: of }) => creditedTrial === id && liveStates.has(of),
        );
        return isUsed && `${id} is disputed, and its credit is used`;
      }),
  },
  a_private_offer_is_used_once_at_its_price: {
    invariant: "I26",
    check: (now) =>
      each(now.privateOffers, ({ id, price, account, listing, state, expires }) => {
        const users = now.purchases.filter(
          (one) =>
            one.privateOffer === id &&
            !unpaidStates.has(one.state) &&
            one.refundCause !== "charged_late",
        );
        if (users.length > 1) return `${id} has ${users.length} purchases`;
        const isOdd = (one: Purchase) =>
          one.price > price || one.account !== account || one.listing !== listing;
        if (users.some(isOdd)) return `${id} of ${price} was used by another, or for more`;
        if (users.length > 0 && state !== "accepted") return `${id} is used, and ${state}`;
        return users.some(({ created }) => created >= expires) && `${id} was used too late`;
      }),
  },
  nobody_orders_behind_a_gate_without_approval: {
    invariant: null,
    check: (now, before) => {
      if (before === null) return [];
      const gated = gatedIn(before).intersection(gatedIn(now));
      const isApproved = (account: string, listing: string) =>
        [before, now].some(({ accessRequests }) =>
          accessRequests.some(
            (one) => one.state === "approved" && one.account === account && one.listing === listing,
          ),
        );
      const isOrder = (one: Purchase) =>
        one.privateOffer === null &&
        (one.period ?? 1) === 1 &&
        !isPrize(now, one) &&
        !now.awards.some(({ purchase }) => purchase === one.id);
      const bids = new Set(before.bids.map(({ id }) => id));
      const orders = [
        ...now.purchases.filter((one) => !byId(before).has(one.id) && isOrder(one)),
        ...now.bids.filter(({ id }) => !bids.has(id)),
      ];
      return each(orders, ({ id, account, listing }) => {
        const isRefused = gated.has(listing) && !isApproved(account, listing);
        return isRefused && `${id} was ordered of ${listing} without an approval`;
      });
    },
  },
  a_bounty_pays_each_prize_once: {
    invariant: "I26",
    check: (now) =>
      each(now.bounties, ({ id, purse, prize, winners, awarded }) => {
        const prizes = now.purchases.filter((one) => one.purse === purse);
        const isOdd = awarded > winners || prizes.length !== awarded;
        if (isOdd) return `${id} has ${prizes.length} prizes, ${awarded} awards of ${winners}`;
        return prizes.some(({ price }) => price > prize) && `${id} pays more than ${prize}`;
      }),
  },
  a_bounty_tells_its_prizes_and_its_end_once: {
    invariant: "I40",
    check: (now) =>
      each(now.bounties, ({ id, awarded, ended }) => {
        const end = ended === null ? 0 : 1;
        const prizes = countOf(now.audits, id, "data_request.bounty_awarded");
        if (prizes !== awarded) return `${id} has told ${prizes} of ${awarded} prizes`;
        const ends = countOf(now.audits, id, "data_request.bounty_ended");
        const mails = countOf(now.mails, id, "bounty_ended");
        const isHeard = countOf(now.events, id, "request.bounty_ended") > 0 === end > 0;
        const isOdd = ends !== end || mails !== end || !isHeard;
        return isOdd && `${id} has told ${ends} ends, ${mails} by mail, not ${end}`;
      }),
  },
  coupons_are_used_no_more_than_allowed: {
    invariant: "I79",
    check: (now) =>
      each(
        now.coupons,
        ({ id, uses, max }) => max !== null && uses > max && `${id} has ${uses} uses of ${max}`,
      ),
  },
  auctions_close_and_settle_once: {
    invariant: "I37",
    check: (now) =>
      each(now.auctions, ({ id, closed, outcome }) => {
        const closings = countOf(now.audits, id, "auction.closed");
        const settlings = countOf(now.audits, id, "auction.settled");
        const isOnce = closings === (closed === null ? 0 : 1) && settlings <= 1;
        const isEarly = settlings > 0 && outcome === null;
        return (
          (!isOnce || isEarly) &&
          `${id} was closed ${closings} times, and settled ${settlings} times`
        );
      }),
  },
  each_state_is_told: {
    invariant: "I40",
    check: (now) =>
      each(now.purchases, ({ id, state }) => {
        if (state === "payment_pending") return false;
        const told = now.events.filter(
          (one) => one.subject === id && one.name.endsWith(` ${state}`),
        );
        return told.length === 0 && `nobody was told that ${id} is ${state}`;
      }),
  },
  sums_are_those_of_the_ledger: {
    invariant: "I45",
    check(now) {
      const sums = new Map<string, number>();
      for (const { purchase, posting, account, cents } of now.postings) {
        // A purse has no seller.
        if (purseById(now).has(purchase)) continue;
        const name = `${byId(now).get(purchase)?.seller} ${posting} ${account}`;
        sums.set(name, (sums.get(name) ?? 0) + cents);
      }
      for (const { seller, posting, account, cents } of now.totals) {
        const name = `${seller} ${posting} ${account}`;
        sums.set(name, (sums.get(name) ?? 0) - cents);
      }
      return each([...sums], ([name, cents]) => cents !== 0 && `${name} is off by ${cents}`);
    },
  },
  debts_are_paid_at_most: {
    invariant: null,
    check: ({ chargebacks }) =>
      each(chargebacks, ({ id, debt, recovered, writtenOff, claimed }) => {
        return (
          recovered + writtenOff + claimed > debt && `${id} is paid more than its debt ${debt}`
        );
      }),
  },
};

/** These hold at rest: all work has ended, the bank answers, and no webhook is left. */
export const atRest: Record<string, Predicate> = {
  nothing_is_under_way: {
    invariant: "I3",
    check: (now) => [
      ...each(now.purchases, ({ id, state, paid, refundCause, releaseCause, acceptance }) => {
        const isDecided = refundCause !== null || releaseCause === "dispute_resolved";
        const isLeft = acceptance === "pending" && paid !== null && !isDecided;
        return isLeft && `${id} is ${state}, and its contract pending`;
      }),
      ...each(now.purchases, ({ id, state, settleDue }) => {
        const isOpen = state === "payment_pending" || isHeld({ state } as Purchase);
        return (isOpen && `${id} is ${state}`) || (settleDue !== null && `${id} is due`);
      }),
      ...each(now.purses, ({ id, state, settleDue }) => {
        const isOpen = state === "payment_pending" || state === "in_escrow";
        return (isOpen && `${id} is ${state}`) || (settleDue !== null && `${id} is due`);
      }),
      ...each(now.awards, ({ id, state }) => {
        return state !== "paid" && state !== "lapsed" && `the award ${id} is ${state}`;
      }),
      ...each(now.auctions, ({ id, outcome }) => outcome === null && `${id} has no outcome`),
      ...each(now.subscriptions, ({ id, state }) => state !== "ended" && `${id} is ${state}`),
      ...each(now.bounties, ({ id, ended, live }) => {
        return (ended === null || live > 0) && `the bounty ${id} is open, ${live} deliveries wait`;
      }),
    ],
  },
  the_bank_holds_what_the_books_say: {
    invariant: "I52",
    check: (now) =>
      each(now.purchases, (one) => {
        if (one.purse !== null) return false;
        const charge = chargeOf(now, one);
        const isKept =
          charge !== undefined &&
          charge.refunded + charge.refundedByHand + charge.taken < charge.cents;
        if (unpaidStates.has(one.state)) return charge !== undefined && `${one.id} was charged`;
        if (charge === undefined) return `${one.id} is ${one.state}, and was never charged`;
        if (one.state === "refunded" && !one.paidOtherwise && one.refundPaid !== null) {
          return isKept && `${one.id} is refunded, and the bank has ${charge.cents}`;
        }
        const isBack = one.state === "released" && one.chargeback !== "lost" && !isKept;
        return (
          isBack &&
          charge.refundedByHand === 0 &&
          `${one.id} is released, and its buyer has the money`
        );
      }),
  },
  the_bank_has_refunded_the_parts_that_the_books_say: {
    invariant: "I52",
    check: (now) => [
      ...each(now.purses, (purse) => {
        const charge = chargeOf(now, purse);
        if (unpaidStates.has(purse.state)) return charge !== undefined && `${purse.id} was charged`;
        return charge === undefined && `${purse.id} is ${purse.state}, and was never charged`;
      }),
      ...each(
        [
          ...now.purses.map((one) => ({ ...one, purse: one.id, back: one.refund })),
          ...now.purchases.map((one) => ({ ...one, back: one.price })),
        ],
        (row) => {
          const charge = row.purse === null ? undefined : chargeOf(now, row);
          if (charge === undefined || charge.refundedByHand > 0) return false;
          const isByCard =
            row.state === "refunded" && row.refundPaid !== null && !row.paidOtherwise;
          const has = charge.refundedTo[row.id] ?? 0;
          const should = isByCard ? row.back - row.chargedBack : 0;
          // A lost dispute pays a refund that was owed.
          const isByBank = has === 0 && charge.disputed === "lost";
          return has !== should && !isByBank && `${row.id} had ${has} back, not ${should}`;
        },
      ),
    ],
  },
  sellers_were_sent_what_the_books_say: {
    invariant: "I52",
    check: (now) =>
      each(now.purchases, (one) => {
        const sent = now.transfers.filter(({ purchase }) => purchase === one.id);
        const cents = sum(sent.map(({ cents: all, reversed }) => all - reversed));
        const paid = onAccount(now, one, "seller_paid");
        return cents !== paid && `${one.id} was sent ${cents}, the books say ${paid}`;
      }),
  },
  buyers_have_paid_what_the_books_say: {
    invariant: "I52",
    check: (now) => [
      ...each(now.purses, (purse) => {
        const charge = chargeOf(now, purse);
        const all = [purse, ...partsOf(now, purse)];
        const has = sum(all.map((one) => onAccount(now, one, "buyer")));
        if (charge === undefined) return has !== 0 && `${purse.id} has ${has}, and was not charged`;
        const back = charge.refunded + charge.refundedByHand - reportedOf(now, purse);
        const otherwise = sum(all.map((one) => otherwiseOf(now, one)));
        const should = back + charge.taken + otherwise - charge.cents;
        return has !== should && `the buyer of ${purse.id} has ${has}, not ${should}`;
      }),
      ...each(now.purchases, (one) => {
        if (one.purse !== null) return false;
        const charge = chargeOf(now, one);
        const has = onAccount(now, one, "buyer");
        if (charge === undefined) return has !== 0 && `${one.id} has ${has}, and was not charged`;
        const back = charge.refunded + charge.refundedByHand - reportedOf(now, one);
        const should = back + charge.taken + otherwiseOf(now, one) - charge.cents;
        return has !== should && `the buyer of ${one.id} has ${has}, not ${should}`;
      }),
    ],
  },
  no_refund_follows_another_payment: {
    invariant: "I26",
    check: (now) =>
      each([...now.purchases, ...now.purses], ({ paidOtherwise, ...row }) => {
        const { id } = row;
        const isTwice = paidOtherwise && (chargeOf(now, row)?.refundedTo[id] ?? 0) > 0;
        return isTwice && `${id} was refunded, and paid otherwise`;
      }),
  },
  nothing_unpaid_can_be_charged: {
    invariant: "I24",
    check: (now) =>
      each(now.chargeable, ({ intent, purchase, status }) => {
        const row = byId(now).get(purchase) ?? purseById(now).get(purchase);
        const isOwn = row?.holderAsked === true && row.intent === intent;
        return isOwn && `${purchase} is ${row.state}, and its intent ${status}`;
      }),
  },
  each_verdict_is_known: {
    invariant: "I52",
    check: (now) =>
      each([...now.purchases, ...now.purses], ({ paid, chargeback, ...row }) => {
        const disputed = chargeOf(now, row)?.disputed ?? null;
        // A prize that was awarded after a dispute was won is no part of it.
        const isLater = chargeback === null && disputed === "won" && "purse" in row;
        const isOdd = paid !== null && chargeback !== disputed && !isLater;
        return isOdd && `${row.id} is ${chargeback}, the bank says ${disputed}`;
      }),
  },
  debts_are_paid_by_whom_they_say: {
    invariant: null,
    check: (now) =>
      each(now.chargebacks, ({ id, purchase, claimed, recovered }) => {
        const reversed = sum(
          now.transfers.filter((one) => one.purchase === purchase).map((one) => one.reversed),
        );
        const setOff = sum(
          now.postings
            .filter((one) => one.posting === "set_off" && one.reference === id && one.cents > 0)
            .map(({ cents }) => cents),
        );
        if (claimed !== 0) return `${id} still claims ${claimed}`;
        const brought = reversed + setOff;
        return recovered !== brought && `${id} has recovered ${recovered}, not ${brought}`;
      }),
  },
  reconciliation_finds_only_what_nobody_has_decided: {
    invariant: "I52",
    check: (now) =>
      each(now.findings, ({ kind, purchase }) => {
        const purse = purseById(now).get(purchase ?? "");
        const row = byId(now).get(purchase ?? "");
        const rows = [...(purse === undefined ? [] : [purse, ...partsOf(now, purse)]), row];
        // Somebody refunded by hand what was paid out or paid another way before.
        const isGone = rows.some(
          (one) =>
            one?.paidOtherwise || (one !== undefined && "transferred" in one && one.transferred),
        );
        const charge = chargeOf(now, row ?? { id: purchase ?? "" });
        const { refunded = 0, refundedByHand = 0, taken = 0, cents = 0 } = charge ?? {};
        // Or the bank gave the buyer the same money once more.
        const isTwice = refunded + refundedByHand + taken > cents;
        const isKnown = kind === "refund_unknown" && refundedByHand > 0 && (isGone || isTwice);
        return !isKnown && `${kind} of ${purchase}`;
      }),
  },
  what_a_bank_took_is_booked: {
    invariant: "I52",
    check: (now) =>
      each(now.charges, ({ purchase, taken }) => {
        const row = byId(now).get(purchase) ?? purseById(now).get(purchase);
        const isBooked = row?.chargeback === "lost" || row?.refundCause === "charged_back";
        return taken > 0 && !isBooked && `${purchase} was taken back, which nobody booked`;
      }),
  },
};
