/** Acceptance contracts, subscriptions, private offers, coupons, gated listings and bounties. */
import { readFile } from "node:fs/promises";
import type { Input, Item, Market, PurchaseAcceptance } from "../../sdk/src/node.ts";
import type { Act } from "./act.ts";
import { exitCodes, UsageError } from "./exit-codes.ts";
import { money, type Terminal } from "./terminal.ts";

type Choice = NonNullable<NonNullable<Input<"buyDataset">["body"]>["acceptance"]>;
type Contract = NonNullable<NonNullable<Input<"createDraft">["body"]>["contract"]>;

export const cents = (amount: number): number => Math.round(amount * 100);

/** The fields that were given, for bodies and queries. */
export function given<Fields extends object>(fields: Fields) {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as {
    [Name in keyof Fields]: Exclude<Fields[Name], undefined>;
  };
}

/** Conditions from a JSON file. */
export async function readContract(option: string, file: string): Promise<Contract> {
  try {
    return JSON.parse(await readFile(file, "utf8"));
  } catch (error) {
    throw new UsageError(`${option}: ${file} is no JSON file: ${(error as Error).message}`);
  }
}

/** `promised` is the seller's own contract; another word names a file. */
export const readAcceptance = (file: string): Promise<Choice> =>
  file === "promised" ? Promise.resolve({ promised: true }) : readContract("--acceptance", file);

/** Options that exclude each other. */
export function onlyOne(options: Record<string, unknown>): void {
  const used = Object.entries(options).filter(
    ([, value]) => value !== undefined && value !== false,
  );
  if (used.length < 2) return;
  throw new UsageError(`Give only one of ${used.map(([name]) => `--${name}`).join(", ")}.`);
}

const verdictCodes = {
  passed: exitCodes.done,
  pending: exitCodes.done,
  failed: exitCodes.wrongHash,
  undecided: exitCodes.waitsForPerson,
} as const;

const verdictWords = {
  passed: "passed: the seller is paid",
  pending: "not decided yet",
  failed: "failed: you are refunded",
  undecided: "could not be evaluated: an administrator decides",
} as const;

/** The evidence: head and rows of a table. */
export const evidence = (results: PurchaseAcceptance["results"]) => ({
  head: ["Check", "Expected", "Found", "Passed"],
  rows: results.map(({ title, expected, figure, passed, detail }) => [
    title,
    expected,
    figure === null
      ? (detail ?? "")
      : `${figure}${expected.endsWith(" percent") ? " percent" : ""}`,
    passed === null ? "not evaluated" : passed ? "yes" : "no",
  ]),
});

/** Reports a verdict with its evidence; returns the exit code. */
export function reportVerdict(terminal: Terminal, verdict: PurchaseAcceptance): number {
  const { dataset_version, status, trouble, decided_at, results } = verdict;
  terminal.result(verdict, () =>
    terminal.facts(
      {
        contract: verdictWords[status],
        version: dataset_version,
        decided: decided_at,
        problem: trouble,
      },
      evidence(results),
    ),
  );
  return verdictCodes[status];
}

type VerdictOptions = { id: string; wait?: boolean; seller?: boolean };

export const verdict: Act<VerdictOptions> = async ({ session, terminal }, { id, wait, seller }) => {
  const { buyer } = session;
  const market = session.party({ seller });
  if (market !== buyer) {
    return reportVerdict(terminal, await market.call("getSaleAcceptance", { params: { id } }));
  }
  const decided =
    wait === true
      ? await buyer.waitForVerdict(id, { signal: terminal.signal })
      : await buyer.call("getPurchaseAcceptance", { params: { id } });
  return reportVerdict(terminal, decided);
};

type SubscriptionOptions = {
  id?: string;
  pause?: boolean;
  resume?: boolean;
  cancel?: boolean;
  card?: string;
  limit: number;
};

/** Lists subscriptions, or shows or changes one. */
export const subscriptions: Act<SubscriptionOptions> = async ({ session, terminal }, options) => {
  const { id, pause, resume, cancel, card, limit } = options;
  onlyOne({ pause, resume, cancel });
  const renewal = pause ? "paused" : resume ? "on" : cancel ? "off" : undefined;
  const isChange = renewal !== undefined || card !== undefined;
  if (id === undefined) {
    if (isChange) throw new UsageError("Name the subscription: subscriptions <id> --pause");
    const page = await session.buyer.call("listSubscriptions", { query: { limit } });
    terminal.result(page, () =>
      terminal.table(
        ["Id", "Dataset", "Price", "Status", "Renewal", "Paid until"],
        page.items.map((one) => [
          one.id,
          one.dataset_title,
          `${money(one.price_cents, one.currency)} a ${one.interval}`,
          one.status,
          one.renewal,
          one.period_ends_at,
        ]),
      ),
    );
    return;
  }
  const params = { id };
  if (cancel && !(await terminal.agrees("Cancel the subscription?"))) return exitCodes.refused;
  const body = given({ renewal, payment_method_id: card }) as Input<"updateSubscription">["body"];
  const one = isChange
    ? await session.buyer.call("updateSubscription", { params, body })
    : await session.buyer.call("getSubscription", { params });
  const rows = (one.periods ?? []).map((period) => [
    period.number,
    period.purchase_id,
    period.status,
    period.delivered_version,
    period.acceptance,
  ]);
  const head = ["Period", "Purchase", "Status", "Version", "Contract"];
  terminal.result(one, () => {
    const facts = {
      subscription: one.id,
      dataset: one.dataset_title,
      price: `${money(one.price_cents, one.currency)} a ${one.interval}`,
      status: one.end_cause === null ? one.status : `${one.status} (${one.end_cause})`,
      renewal: one.renewal,
      "paid until": one.period_ends_at,
      "trial until": one.trial_ends_at,
      "next charge": one.next_charge_at,
      problem: one.failure,
    };
    return terminal.facts(facts, { head, rows });
  });
};

type PrivateOffer = Item<"listPrivateOffers">;

function reportOffer(terminal: Terminal, offer: PrivateOffer): void {
  terminal.result(offer, () =>
    terminal.facts({
      offer: offer.id,
      dataset: offer.dataset.title,
      price: `${money(offer.price_cents, offer.currency)} instead of ${money(offer.dataset.price_cents, offer.currency)}`,
      status: offer.status,
      expires: offer.expires_at,
      "you may": offer.possible_moves.join(", ") || null,
      note: offer.note?.content,
    }),
  );
  if (offer.status === "accepted" && offer.your_role === "buyer") {
    terminal.note(`Next: buy ${offer.dataset.id} --offer ${offer.id}`);
  }
}

type OfferOptions = {
  id: string;
  amount: number;
  thread?: string;
  request?: string;
  hours?: number;
  note?: string;
};

/** A thread or a request names the buyer, for a seller. */
export const offer: Act<OfferOptions> = async ({ session, terminal }, options) => {
  const { id, amount, thread, request, hours, note } = options;
  onlyOne({ thread, request });
  const market = thread === undefined && request === undefined ? session.buyer : session.seller;
  const body = given({
    price_cents: cents(amount),
    expires_in_hours: hours,
    note,
    thread_id: thread,
    request_id: request,
  }) as Input<"createPrivateOffer">["body"];
  reportOffer(terminal, await market.call("createPrivateOffer", { params: { id }, body }));
};

type OffersOptions = {
  id?: string;
  accept?: boolean;
  decline?: boolean;
  withdraw?: boolean;
  counter?: number;
  hours?: number;
  note?: string;
  seller?: boolean;
  limit: number;
};

/** Lists private offers, or shows or answers one. */
export const offers: Act<OffersOptions> = async ({ session, terminal }, options) => {
  const { id, accept, decline, withdraw, counter, hours, note, limit } = options;
  onlyOne({ accept, decline, withdraw, counter });
  const market = session.party(options);
  if (id === undefined) {
    const page = await market.call("listPrivateOffers", { query: { limit } });
    terminal.result(page, () =>
      terminal.table(
        ["Id", "Dataset", "Price", "Status", "You may", "Expires"],
        page.items.map((one) => [
          one.id,
          one.dataset.title,
          money(one.price_cents, one.currency),
          one.status,
          one.possible_moves.join(", "),
          one.expires_at,
        ]),
      ),
    );
    return;
  }
  const params = { id };
  if (counter !== undefined) {
    const terms = { price_cents: cents(counter), expires_in_hours: hours, note };
    const body = given(terms) as Input<"counterPrivateOffer">["body"];
    reportOffer(terminal, await market.call("counterPrivateOffer", { params, body }));
    return;
  }
  const move = accept
    ? "acceptPrivateOffer"
    : decline
      ? "declinePrivateOffer"
      : withdraw
        ? "withdrawPrivateOffer"
        : null;
  const body = given({ note }) as Input<"acceptPrivateOffer">["body"];
  reportOffer(
    terminal,
    move === null
      ? await market.call("getPrivateOffer", { params })
      : await market.call(move, { params, body }),
  );
};

type AccessOptions = {
  id?: string;
  answer?: string[];
  seller?: boolean;
  approve?: string;
  decline?: string;
  withdraw?: string;
  reason?: string;
  limit: number;
};

/** Asks for access to a gated dataset, lists requests, or decides one as the seller. */
export const access: Act<AccessOptions> = async ({ session, terminal }, options) => {
  const { id, approve, decline, withdraw, reason, limit } = options;
  onlyOne({ approve, decline, withdraw });
  const decided = approve ?? decline ?? withdraw;
  if (decided !== undefined) {
    const decision = approve ? "approve" : decline ? "decline" : "withdraw";
    const body = given({ decision, reason }) as Input<"decideAccess">["body"];
    const params = { id: decided };
    reportAccess(terminal, await session.seller.call("decideAccess", { params, body }));
    return;
  }
  if (id !== undefined) {
    const answers = options.answer ?? (await askQuestions(session.buyer, terminal, id));
    const body = { answers };
    reportAccess(terminal, await session.buyer.call("requestAccess", { params: { id }, body }));
    return;
  }
  const market = session.party(options);
  const page = await market.call("listAccessRequests", { query: { limit } });
  terminal.result(page, () =>
    terminal.table(
      ["Id", "Dataset", "Buyer", "Status", "Answers"],
      page.items.map((one) => [
        one.id,
        one.dataset.title,
        one.buyer.name,
        one.status,
        one.answers.map(({ answer }) => answer?.content ?? "").join(" / "),
      ]),
    ),
  );
};

async function askQuestions(buyer: Market, terminal: Terminal, id: string): Promise<string[]> {
  const { access_questions } = await buyer.dataset(id);
  if (access_questions === null) throw new UsageError(`It is open to all. Next: buy ${id}`);
  const answers: string[] = [];
  for (const question of access_questions) {
    answers.push(await terminal.required(`--answer for "${question}"`, question));
  }
  return answers;
}

function reportAccess(terminal: Terminal, one: Item<"listAccessRequests">): void {
  terminal.result(one, () =>
    terminal.facts({
      request: one.id,
      dataset: one.dataset.title,
      buyer: one.buyer.name,
      status: one.status,
      reason: one.reason?.content,
    }),
  );
  if (one.status === "pending") terminal.note("Its seller decides. Next: access, or watch");
}

type GateOptions = { id: string; question?: string[]; open?: boolean; hideSample?: boolean };

export const gate: Act<GateOptions> = async (
  { session, terminal },
  { id, question, open, hideSample = false },
) => {
  onlyOne({ question, open });
  if (question === undefined && open !== true) {
    throw new UsageError("Give --question for each question to buyers, or --open.");
  }
  const body = { questions: question ?? null, hide_sample: hideSample };
  const answer = await session.seller.call("setGate", { params: { id }, body });
  terminal.result(answer, () => answer.questions?.join("\n") ?? "open to all buyers");
};

type CouponOptions = {
  percent?: number;
  amount?: number;
  code?: string;
  datasets?: string[];
  uses?: number;
  repeat?: boolean;
  until?: string;
  revoke?: string;
  limit: number;
};

/** Lists the agent's coupons, makes one, or revokes one. */
export const coupons: Act<CouponOptions> = async ({ session, terminal }, options) => {
  const { percent, amount, code, datasets, uses, repeat, until, revoke, limit } = options;
  onlyOne({ percent, amount, revoke });
  const { seller } = session;
  if (revoke !== undefined) {
    showCoupons(terminal, await seller.call("revokeCoupon", { params: { id: revoke } }));
    return;
  }
  if (percent === undefined && amount === undefined) {
    showCoupons(terminal, await seller.call("listCoupons", { query: { limit } }));
    return;
  }
  const body = given({
    code,
    percent_off: percent,
    amount_off_cents: amount === undefined ? undefined : cents(amount),
    dataset_ids: datasets,
    max_uses: uses,
    once_per_buyer: repeat === true ? false : undefined,
    expires_at: until,
  }) as Input<"createCoupon">["body"];
  showCoupons(terminal, await seller.call("createCoupon", { body }));
};

type Coupon = Item<"listCoupons">;

function showCoupons(terminal: Terminal, answer: Coupon | { items: Coupon[] }): void {
  const items = "items" in answer ? answer.items : [answer];
  terminal.result(answer, () =>
    terminal.table(
      ["Id", "Code", "Off", "Uses", "Status", "Expires"],
      items.map((one) => [
        one.id,
        one.code,
        one.percent_off === null
          ? money(one.amount_off_cents, one.currency)
          : `${one.percent_off} %`,
        `${one.use_count}${one.max_uses === null ? "" : ` of ${one.max_uses}`}`,
        one.status,
        one.expires_at,
      ]),
    ),
  );
}
