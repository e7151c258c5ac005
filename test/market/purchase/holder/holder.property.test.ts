/**
 * Whatever buyer, bank, provider, clock and dying processes do, in any order: a purchase with a
 * card that needs authentication is charged once and held, or ends with an intent that can no
 * longer be charged.
 */
import { expect, setDefaultTimeout, test } from "bun:test";
import { markPurchaseDue } from "../../../../db/queries/purchases/payment-events.ts";
import {
  balancesOf,
  heldFor,
  postingsOf,
  priceCents,
  readRow,
  runClock,
  testMoney,
} from "../../../support/money.ts";
import {
  answerBank,
  buyAsked,
  goToBank,
  intentStatus,
  newAskedBuyer,
  timesTold,
} from "./support.ts";

setDefaultTimeout(120_000);

const money = await testMoney({ webhooks: false });
const { api, provider } = money;
const buyer = await newAskedBuyer(money);

/** The known state of the purchase in this play. */
type Play = { purchaseId: string; url: string | null; isConfirmed: boolean };
type Act = (play: Play) => Promise<unknown>;

/** Only the process of this visit dies; concurrent actions run in others. */
const dies = (when: "before" | "after") => async (play: Play) => {
  const { payments } = api.ctx;
  const dying: typeof payments = {
    ...payments,
    async confirmWithHolder(...given) {
      if (when === "after") await payments.confirmWithHolder(...given);
      throw new Error("the process dies");
    },
  };
  await goToBank(money, buyer, play.purchaseId, dying).catch(() => null);
};

const acts: Record<string, Act> = {
  "sets out": async (play) => {
    play.url = (await goToBank(money, buyer, play.purchaseId)) ?? play.url;
  },
  confirms: async (play) => {
    if (play.url === null) return;
    const back = await answerBank(play.url, "complete");
    play.isConfirmed ||= back?.includes("redirect_status=succeeded") === true;
  },
  refuses: async ({ url }) => url !== null && answerBank(url, "fail"),
  cancels: ({ purchaseId }) =>
    api.send("POST", `/purchases/${purchaseId}/cancel`, { token: buyer.token }),
  "a webhook comes": async ({ purchaseId }) => {
    const { paymentIntentId } = await readRow(api, purchaseId);
    const due = { now: api.ctx.now(), isEnded: false, isPaid: true };
    await markPurchaseDue(api.db, { paymentIntentId, purchaseId }, due);
    await runClock(api);
  },
  "the clock ticks": () => runClock(api, 61),
  "dies before it asks": dies("before"),
  "dies after it asked": dies("after"),
};
const names = Object.keys(acts);

/** New for each run; printed on failure. */
function randomPlay(): string[][] {
  const any = () => names[Math.floor(Math.random() * names.length)] ?? "sets out";
  // The two actions of a step run concurrently.
  return Array.from({ length: 3 + Math.floor(Math.random() * 4) }, () =>
    Math.random() < 0.4 ? [any(), any()] : [any()],
  );
}

async function outcomeOf(steps: string[][]) {
  const { purchaseId } = await buyAsked(money, buyer);
  const play: Play = { purchaseId, url: null, isConfirmed: false };
  for (const step of steps) await Promise.all(step.map((name) => acts[name]?.(play)));
  for (const hours of [25, 26, 27]) await runClock(api, hours * 3600);
  const { state } = await readRow(api, purchaseId);
  const told = await timesTold(money, purchaseId);
  return {
    play,
    state,
    told,
    charges: (await heldFor(provider, purchaseId)).charges,
    postings: await postingsOf(api, purchaseId),
    balances: await balancesOf(api, purchaseId),
    intent: await intentStatus(money, purchaseId),
  };
}

test("any twelve plays end with one charge that is held, or with none that could still come", async () => {
  for (let round = 0; round < 12; round += 1) {
    const steps = randomPlay();
    const { play, state, told, ...money } = await outcomeOf(steps);
    const isPaid = state === "in_escrow";
    const about = { steps, isPaid: play.isConfirmed };
    expect({ ...about, isPaid }).toEqual(about);
    expect({ steps, ...money }).toEqual({
      steps,
      charges: isPaid ? [priceCents] : [],
      postings: isPaid ? ["captured"] : [],
      balances: isPaid ? { buyer: -priceCents, escrow: priceCents } : {},
      intent: isPaid ? "succeeded" : "canceled",
    });
    expect(["in_escrow", "payment_failed", "cancelled", "expired"]).toContain(state);
    expect({ steps, told }).toEqual({
      steps,
      told: { asked: 1, paid: isPaid ? 1 : 0, mails: 1, events: 1 },
    });
  }
});
