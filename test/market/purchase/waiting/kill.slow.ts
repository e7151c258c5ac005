/**
 * Processes killed with SIGKILL while people and the clock answer pending approvals: nothing is
 * bought twice.
 */
import { expect, setDefaultTimeout, test } from "bun:test";
import { and, inArray, ne } from "drizzle-orm";
import { waitingPurchases } from "../../../../db/schema/index.ts";
import { approveWaitingPurchase } from "../../../../market/purchase/waiting/approve-waiting-purchase.ts";
import { cancelWaitingPurchase } from "../../../../market/purchase/waiting/cancel-waiting-purchase.ts";
import { expireDueWaitingPurchases } from "../../../../market/purchase/waiting/expire-due-waiting-purchases.ts";
import { refuseWaitingPurchase } from "../../../../market/purchase/waiting/refuse-waiting-purchase.ts";
import type { Visitor } from "../../../site/visitor.ts";
import { visitorOf } from "../../../site/visitor.ts";
import {
  heldFor,
  type MoneyBuyer,
  runClock,
  runClockOut,
  testMoney,
} from "../../../support/money.ts";
import {
  killableProcesses,
  outcomeOf,
  randomMoment,
} from "../../../support/programs/killed-processes.ts";
import { testEnv } from "../../../support/stack.ts";
import { ask, expectSound, newAskingBuyer, purchasesOf, readWaiting, tracesOf } from "./support.ts";

setDefaultTimeout(120_000);

const rounds = Number(process.env.WAITING_KILLS ?? 2);
const acts = ["approved", "refused", "cancelled", "expired"] as const;
const perAct = 4;

const money = await testMoney({ webhooks: false });
const { api, provider } = money;
const env = await testEnv({
  DATABASE_URL: api.databaseUrl,
  SESSION_SECRET: api.config.SESSION_SECRET.join(","),
  STRIPE_API_BASE_URL: provider.url,
  STRIPE_SECRET_KEY: provider.secretKey,
  STRIPE_WEBHOOK_SECRET: provider.webhookSecret,
});
const url = `http://127.0.0.1:${env.API_PORT}`;
const processes = killableProcesses(env);

type Question = { act: (typeof acts)[number]; buyer: MoneyBuyer; visitor: Visitor } & Awaited<
  ReturnType<typeof ask>
>;

async function newQuestions(): Promise<Question[]> {
  const questions: Question[] = [];
  for (const act of acts) {
    const buyer = await newAskingBuyer(money);
    const visitor = await visitorOf(api, buyer.owner);
    for (let index = 0; index < perAct; index += 1) {
      questions.push({ act, buyer, visitor, ...(await ask(money, buyer)) });
    }
  }
  return questions;
}

function answerOnTheSite({ visitor, waitingId }: Question, verb: "approve" | "refuse") {
  const body = new URLSearchParams({ form_token: visitor.formToken, once: crypto.randomUUID() });
  return fetch(`${url}/account/waiting/${waitingId}/${verb}`, {
    method: "POST",
    redirect: "manual",
    headers: { ...visitor.headers, "content-type": "application/x-www-form-urlencoded" },
    body: body.toString(),
  });
}

/** The requests to the process that is killed: each approval comes from two browsers. */
function sendAll(questions: Question[]): Promise<number | "cut off">[] {
  return questions.flatMap((question) => {
    const { act, buyer, waitingId } = question;
    if (act === "refused") return [outcomeOf(answerOnTheSite(question, "refuse"))];
    if (act === "approved") {
      return [1, 2].map(() => outcomeOf(answerOnTheSite(question, "approve")));
    }
    if (act === "expired") return [];
    const headers = { authorization: `Bearer ${buyer.token}` };
    const address = `${url}/waiting-purchases/${waitingId}/cancel`;
    return [outcomeOf(fetch(address, { method: "POST", headers }))];
  });
}

async function endedOf(questions: Question[]): Promise<number> {
  const ids = questions.map(({ waitingId }) => waitingId);
  const { id, state } = waitingPurchases;
  return api.db.$count(waitingPurchases, and(inArray(id, ids), ne(state, "waiting")));
}

async function killTheApi(questions: Question[]): Promise<void> {
  const child = await processes.startApi();
  const answers = sendAll(questions);
  await randomMoment(() => endedOf(questions), 2 * perAct);
  await processes.kill(child);
  const outcomes = await Promise.all(answers);
  // Every answer took effect: a redirect to the result, or the cancelled resource.
  expect(outcomes.filter((outcome) => ![200, 303, "cut off"].includes(outcome))).toEqual([]);
}

/** A running clock ends overdue approvals and charges approved ones. */
async function killTheClock(overdue: Question[]): Promise<void> {
  const ids = overdue.map(({ waitingId }) => waitingId);
  const past = new Date(Date.now() - 1000);
  await api.db
    .update(waitingPurchases)
    .set({ createdAt: new Date(0), expiresAt: past })
    .where(inArray(waitingPurchases.id, ids));
  await money.fault({
    operation: "POST /v1/payment_intents/:id/confirm",
    kind: "late_answer",
    times: 100,
    delay_ms: 40,
  });
  const child = processes.start("workers/main.ts", "clock");
  await randomMoment(() => endedOf(overdue), perAct);
  await processes.kill(child);
  await money.clearFaults();
}

/** Everybody repeats their requests, as people and programs do that got no answer. */
async function repeat({ act, buyer, waitingId }: Question): Promise<void> {
  const { owner, operator } = buyer;
  if (act === "approved") await approveWaitingPurchase(api.ctx, owner, waitingId);
  if (act === "refused") await refuseWaitingPurchase(api.ctx, owner, waitingId);
  if (act === "cancelled") await cancelWaitingPurchase(api.ctx, operator, waitingId);
}

async function expectOneEnd({ act, waitingId, datasetId }: Question): Promise<void> {
  expect(await readWaiting(money, waitingId)).toMatchObject({ state: act });
  expect(await tracesOf(money, waitingId)).toEqual({
    audit: ["waiting_purchase.opened", `waiting_purchase.${act}`],
    events: ["waiting_purchase.opened", "waiting_purchase.ended"],
    mails: 1,
  });
  const made = await purchasesOf(money, datasetId);
  expect(made.map(({ state }) => state)).toEqual(act === "approved" ? ["in_escrow"] : []);
  for (const { id } of made) {
    expect(await heldFor(provider, id)).toMatchObject({ charges: [1000], refunds: [] });
  }
}

test("a process killed while answering leaves each question one outcome, and each approval one charge", async () => {
  const all: Question[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const questions = await newQuestions();
    all.push(...questions);
    await killTheApi(questions);
    await killTheClock(questions.filter(({ act }) => act === "expired"));
    await Promise.all(questions.map(repeat));
  }
  await expireDueWaitingPurchases(api.ctx, { rowsMax: 1000 });
  await runClock(api, 61);
  await runClockOut(api);
  for (const question of all) await expectOneEnd(question);
  await expectSound(money, [...new Set(all.map(({ buyer }) => buyer.operator.apiKeyId))]);
  // No process charged anybody for anything else.
  const intents = await provider.stripe.paymentIntents.list({ limit: 100 });
  const paid = intents.data.filter(({ status }) => status === "succeeded");
  expect(paid).toHaveLength(rounds * perAct);
});
