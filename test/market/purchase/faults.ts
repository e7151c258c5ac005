/** Every fault at every step of a purchase's payment, with its result: a table and its runner. */
import { eq } from "drizzle-orm";
import { lockPurchase, type PurchaseRow } from "../../../db/queries/purchases/purchases.ts";
import { purchases } from "../../../db/schema/index.ts";
import { refundToBuyer, releaseToSeller } from "../../../market/purchase/settlement/end-escrow.ts";
import { settler } from "../../../market/purchase/settlement/outcome.ts";
import type { Payments } from "../../../platform/payments/port.ts";
import {
  balancesOf,
  buy,
  feeCents,
  type Held,
  heldFor,
  isDueSoon,
  type Money,
  offer,
  postingsOf,
  priceCents,
  readRow,
  runClock,
  runClockOut,
} from "../../support/money.ts";

type Call =
  | "createIntent"
  | "confirmIntent"
  | "readIntent"
  | "cancelIntent"
  | "findTransfer"
  | "createTransfer"
  | "listRefunds"
  | "createRefund"
  | "createReversal"
  | "findReversal"
  | "listBankDisputes"
  | "readPayoutAccount"
  | "sendEvidence"
  | "closeBankDispute";

/**
 * Faults of the stand-in that fail one call including the SDK's retry, and deaths of our process.
 */
export const faultNames = [
  "no fault",
  "connection refused",
  "answer dropped",
  "answer too late",
  "request arrives after the next try",
  "500 before it is done",
  "500 after it is done",
  "429",
  "process dies before the call",
  "process dies after the call",
] as const;
export type FaultName = (typeof faultNames)[number];

const providerFaults: Partial<Record<FaultName, object>> = {
  // The runtime itself retries a GET a few times when its connection breaks.
  "connection refused": { kind: "refuse_connection_before", times: 20 },
  "answer dropped": { kind: "drop_answer", times: 20 },
  "answer too late": { kind: "late_answer", times: 1, delay_ms: 500 },
  "500 before it is done": { kind: "status_500_before", times: 2 },
  "500 after it is done": { kind: "status_500_after", times: 2 },
  "429": { kind: "rate_limit", times: 2 },
};

export type Scene = {
  step: string;
  call: Call;
  operation: string;
  /**
   * Brings a purchase to the point before the call; returns its id, or that of the dataset to buy.
   */
  prepare(money: Money): Promise<string>;
  act(money: Money, subject: string): Promise<{ purchaseId: string; told: string }>;
  end: { state: string; postings: string[]; balances: Record<string, number>; held: Held };
};

const nothing: Held = { charges: [], refunds: [], transfers: [], taken: 0 };
const charged: Held = { ...nothing, charges: [priceCents] };
const inEscrow = {
  state: "in_escrow",
  postings: ["captured"],
  balances: { buyer: -priceCents, escrow: priceCents },
  held: charged,
};
const transferred = {
  state: "released",
  postings: ["captured", "released", "transferred"],
  balances: { buyer: -priceCents, seller_paid: priceCents - feeCents, platform_fee: feeCents },
  held: { ...charged, transfers: [priceCents - feeCents] },
};
const refunded = {
  state: "refunded",
  postings: ["captured", "refund_owed", "refund_paid"],
  balances: {},
  held: { ...charged, refunds: [priceCents] },
};
const expired = { state: "expired", postings: [], balances: {}, held: nothing };

const newOffer = ({ api, seller }: Money) => offer(api, seller);

async function bought(money: Money): Promise<string> {
  const answer = await buy(money.api, money.buyer, await newOffer(money));
  if (answer.status !== 201) throw new Error(answer.text);
  return String(answer.body.id);
}

async function buyIt({ api, buyer }: Money, datasetId: string) {
  const answer = await buy(api, buyer, datasetId);
  const [row] = await api.db.select().from(purchases).where(eq(purchases.listingId, datasetId));
  if (row === undefined) throw new Error(`nothing was opened: ${answer.text}`);
  return { purchaseId: row.id, told: `${answer.status} ${answer.body.status ?? answer.body.code}` };
}

/** Reaches both ends of escrow as the use cases do. */
export async function end(
  money: Money,
  purchaseId: string,
  to: "released" | "refunded",
): Promise<string> {
  const now = money.api.ctx.now();
  await money.api.db.transaction(async (tx) => {
    const purchase = await lockPurchase(tx, purchaseId);
    if (purchase === null) throw new Error(`no purchase ${purchaseId}`);
    const ending = { actor: settler, now };
    if (to === "released") {
      await releaseToSeller(tx, purchase, { ...ending, cause: "buyer_confirmed" });
    } else {
      await refundToBuyer(tx, purchase, { ...ending, cause: "dispute_resolved" });
    }
  });
  return purchaseId;
}

const clockActs =
  (seconds: number): Scene["act"] =>
  async ({ api }, purchaseId) => {
    await runClock(api, seconds);
    return { purchaseId, told: "-" };
  };

/** A purchase whose process died between two calls: its intent exists but is not confirmed. */
async function unconfirmed(money: Money): Promise<string> {
  const restore = wrapPayments(money, dyingAt("confirmIntent", "before"));
  const { purchaseId } = await buyIt(money, await newOffer(money));
  restore();
  return purchaseId;
}

const aDayLater = 25 * 3600;

export const scenes: Scene[] = [
  {
    step: "make the intent",
    call: "createIntent",
    operation: "POST /v1/payment_intents",
    prepare: newOffer,
    act: buyIt,
    end: inEscrow,
  },
  {
    step: "confirm (charge)",
    call: "confirmIntent",
    operation: "POST /v1/payment_intents/:id/confirm",
    prepare: newOffer,
    act: buyIt,
    end: inEscrow,
  },
  {
    step: "read the intent",
    call: "readIntent",
    operation: "GET /v1/payment_intents/:id",
    prepare: unconfirmed,
    act: clockActs(61),
    end: inEscrow,
  },
  {
    step: "cancel what is overdue",
    call: "cancelIntent",
    operation: "POST /v1/payment_intents/:id/cancel",
    prepare: unconfirmed,
    act: clockActs(aDayLater),
    end: expired,
  },
  {
    step: "look for a transfer",
    call: "findTransfer",
    operation: "GET /v1/transfers",
    prepare: async (money) => end(money, await bought(money), "released"),
    act: clockActs(0),
    end: transferred,
  },
  {
    step: "transfer",
    call: "createTransfer",
    operation: "POST /v1/transfers",
    prepare: async (money) => end(money, await bought(money), "released"),
    act: clockActs(0),
    end: transferred,
  },
  {
    step: "look for a refund",
    call: "listRefunds",
    operation: "GET /v1/refunds",
    prepare: async (money) => end(money, await bought(money), "refunded"),
    act: clockActs(0),
    end: refunded,
  },
  {
    step: "refund",
    call: "createRefund",
    operation: "POST /v1/refunds",
    prepare: async (money) => end(money, await bought(money), "refunded"),
    act: clockActs(0),
    end: refunded,
  },
];

export type Played = {
  told: string;
  /** The state of the money right after the fault, and at the end. */
  after: string;
  last: string;
  state: string;
  postings: string[];
  balances: Record<string, number>;
  held: Held;
  isDue: boolean;
};

/** Plays one fault at one step, then runs the clock with a working provider. */
export async function play(money: Money, scene: Scene, fault: FaultName): Promise<Played> {
  const { api, provider } = money;
  const subject = await scene.prepare(money);
  const { restore, straggler } = await cause(money, scene, fault);
  const { purchaseId, told } = await scene.act(money, subject);
  restore();
  await money.clearFaults();
  const after = describe(await readRow(api, purchaseId));
  const since = scene.call === "cancelIntent" ? 25 : 0;
  await runClockOut(api, { fromHour: since });
  await straggler?.arrive();
  await runClockOut(api, { fromHour: since + 24 });
  const row = await readRow(api, purchaseId);
  return {
    told,
    after,
    last: describe(row),
    state: row.state,
    postings: await postingsOf(api, purchaseId),
    balances: await balancesOf(api, purchaseId),
    held: await heldFor(provider, purchaseId),
    isDue: isDueSoon(row),
  };
}

function describe(row: Awaited<ReturnType<typeof readRow>>): string {
  if (row.state === "released") return row.transferredAt === null ? "released" : "transferred";
  if (row.state === "refunded") return row.refundPaidAt === null ? "refund owed" : "refund paid";
  return row.state;
}

type Cause = {
  /** Removes the cause on our side. */
  restore: () => void;
  straggler?: Straggler;
};

async function cause(money: Money, scene: Scene, fault: FaultName): Promise<Cause> {
  const given = providerFaults[fault];
  if (given !== undefined) await money.fault({ operation: scene.operation, ...given });
  if (fault === "request arrives after the next try") {
    const straggler = straggling(scene.call);
    return { restore: wrapPayments(money, straggler.wrap), straggler };
  }
  const wraps: Partial<Record<FaultName, Wrap>> = {
    "answer too late": impatient(200),
    "process dies before the call": dyingAt(scene.call, "before"),
    "process dies after the call": dyingAt(scene.call, "after"),
  };
  const wrap = wraps[fault];
  return { restore: wrap === undefined ? () => {} : wrapPayments(money, wrap) };
}

export type Wrap = (payments: Payments) => Payments;

/** Wraps the calls to the provider; returns a function that removes the wrapper. */
export function wrapPayments({ api }: Pick<Money, "api">, wrap: Wrap): () => void {
  const { payments } = api.ctx;
  api.ctx.payments = wrap(payments);
  return () => {
    api.ctx.payments = payments;
  };
}

/** Simulates the end of a process. It is not an answer of the provider, so no code handles it. */
class ProcessDied extends Error {}

/** From the first such call on, every call of this process fails, as if it were dead. */
export function dyingAt(call: Call, when: "before" | "after"): Wrap {
  let isDead = false;
  return (payments) =>
    new Proxy(payments, {
      get(target, name, receiver) {
        const value = Reflect.get(target, name, receiver);
        if (typeof value !== "function") return value;
        return async (...given: unknown[]) => {
          if (isDead) throw new ProcessDied();
          if (name !== call) return value.apply(target, given);
          isDead = true;
          if (when === "after") await value.apply(target, given);
          throw new ProcessDied();
        };
      },
    });
}

/** The answer to the first such call reaches its driver only after `meanwhile` has finished. */
export async function overtaken(
  money: Pick<Money, "api">,
  call: Call,
  drive: () => Promise<unknown>,
  meanwhile: () => Promise<unknown>,
): Promise<void> {
  let isFirst = true;
  const restore = wrapPayments(
    money,
    (payments) =>
      new Proxy(payments, {
        get(target, name, receiver) {
          const value = Reflect.get(target, name, receiver);
          if (name !== call || typeof value !== "function") return value;
          return async (...given: unknown[]) => {
            const isHeld = isFirst;
            isFirst = false;
            const answer = await value.apply(target, given);
            if (isHeld) await meanwhile();
            return answer;
          };
        },
      }),
  );
  await drive().finally(restore);
}

/** Claims a purchase as the clock does for a driver; a clock at the current time skips it. */
export async function claim({ api }: Pick<Money, "api">, purchaseId: string): Promise<PurchaseRow> {
  const settleDueAt = new Date(Date.now() + 60_000);
  const own = eq(purchases.id, purchaseId);
  const [row] = await api.db.update(purchases).set({ settleDueAt }).where(own).returning();
  if (row === undefined) throw new Error(`no purchase ${purchaseId}`);
  return row;
}

const late = { kind: "unknown", code: "timeout", detail: "No answer came.", answered: false };

export type Straggler = { wrap: Wrap; arrive(): Promise<void> };

/** Delays the first such request: the provider receives it when `arrive` is called. */
export function straggling(call: Call): Straggler {
  const held: (() => Promise<unknown>)[] = [];
  const wrap: Wrap = (payments) =>
    new Proxy(payments, {
      get(target, name, receiver) {
        const value = Reflect.get(target, name, receiver);
        if (name !== call || typeof value !== "function") return value;
        return async (...given: unknown[]) => {
          held.push(() => value.apply(target, given));
          return late;
        };
      },
    });
  return {
    wrap,
    async arrive() {
      if (held.length === 0) throw new Error(`nobody called ${call}`);
      for (const send of held) await send();
    },
  };
}

/** Times out while the provider still executes the call. The timeout is the subject of the test. */
function impatient(ms: number): Wrap {
  return (payments) =>
    new Proxy(payments, {
      get(target, name, receiver) {
        const value = Reflect.get(target, name, receiver);
        if (typeof value !== "function") return value;
        return (...given: unknown[]) =>
          Promise.race([value.apply(target, given), Bun.sleep(ms).then(() => late)]);
      },
    });
}
