/** A shared charge of a card that needs its holder: it waits, and is charged once or not at all. */
import { afterEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { and, eq, sql } from "drizzle-orm";
import { auditLog, events, outbox } from "../../../../db/schema/index.ts";
import { newPayingBuyer, readRow, testMoney } from "../../../support/money.ts";
import { wrapPayments } from "../faults.ts";
import { atProvider, booksOf, charge, openShared, readPurse, settleAll } from "../purse/support.ts";
import { answerBank, goToBank, goToBankForPurse, newAskedBuyer } from "./support.ts";

setDefaultTimeout(60_000);

const money = await testMoney({ webhooks: false });
const { api, provider } = money;
afterEach(() => money.clearFaults());

const aDayLater = 25 * 3600;
const prices = { priceCents: 1500, prices: [500, 700] };

async function asked(by: Awaited<ReturnType<typeof newAskedBuyer>> | null = null) {
  const buyer = by ?? (await newAskedBuyer(money));
  const { purse, ids } = await openShared(money, { ...prices, buyer });
  await charge(money, purse);
  const purchase = async (at: number) =>
    (await api.send("GET", `/purchases/${ids[at]}`, { token: buyer.token })).body;
  return { buyer, id: purse.id, ids, purchase };
}

async function toldOf(id: string, ids: string[]) {
  const event = "purchase.action_required";
  return {
    asked: await api.db.$count(
      auditLog,
      and(eq(auditLog.subjectId, id), eq(auditLog.action, "purse.action_required")),
    ),
    mails: await api.db.$count(outbox, sql`payload->>'purse_id' = ${id}`),
    events: await Promise.all(
      ids.map((one) =>
        api.db.$count(events, and(eq(events.subjectId, one), eq(events.type, event))),
      ),
    ),
  };
}

async function expectChargedOnce(id: string, ids: string[]) {
  expect((await readPurse(money, id)).state).toBe("in_escrow");
  for (const one of ids) expect(await readRow(api, one)).toMatchObject({ state: "in_escrow" });
  expect((await atProvider(money, id)).charges).toEqual([1500]);
  expect((await booksOf(money, id)).postings).toEqual(["captured", "allotted"]);
}

async function expectUncharged(id: string, ids: string[], state: string, failureCode: string) {
  expect(await readPurse(money, id)).toMatchObject({ state, failureCode, allottedCents: 0 });
  for (const one of ids) expect(await readRow(api, one)).toMatchObject({ state, failureCode });
  expect((await atProvider(money, id)).charges).toEqual([]);
  expect((await booksOf(money, id)).postings).toEqual([]);
}

describe("a shared charge of such a card", () => {
  test("waits with its purchases, which name its page, and tells once however often it is looked at", async () => {
    const { id, ids, purchase } = await asked();
    const purse = await readPurse(money, id);
    await Promise.all([charge(money, purse), charge(money, purse), charge(money, purse)]);
    expect(await toldOf(id, ids)).toEqual({ asked: 1, mails: 1, events: [1, 1] });
    expect(await purchase(0)).toMatchObject({
      status: "payment_pending",
      next_action: {
        type: "confirm_with_bank",
        url: `${api.config.PUBLIC_BASE_URL}/account/payments/${id}`,
        expires_at: purse.actionDueAt?.toISOString(),
      },
    });
  });

  test("pays its purchases once when the holder confirms in two tabs and never comes back", async () => {
    const { buyer, id, ids, purchase } = await asked();
    const visits = [1, 2].map(() => goToBankForPurse(money, buyer, id));
    const urls = (await Promise.all(visits)).map(String);
    const answers = await Promise.all(urls.map((url) => answerBank(url, "complete")));
    // The bank asks once: whichever tab is second may get no address.
    expect(answers.map(String)).toContainEqual(
      expect.stringContaining(`/account/payments/${id}/bank?`),
    );
    await settleAll(money, 61);
    await expectChargedOnce(id, ids);
    expect(await goToBankForPurse(money, buyer, id)).toBeNull();
    expect((await purchase(1)).next_action).toBeNull();
  });

  test("fails with all its purchases when the holder refuses", async () => {
    const { buyer, id, ids } = await asked();
    await answerBank(String(await goToBankForPurse(money, buyer, id)), "fail");
    await settleAll(money, 61);
    await expectUncharged(id, ids, "payment_failed", "authentication_failed");
  });

  test("is given up a day later, gives the budget back, and can't be confirmed any more", async () => {
    const limited = await newPayingBuyer(api, provider, {
      card: "pm_card_authenticationRequired",
      key: { budget_cents: 1500, budget_period: "month" },
    });
    const { id, ids } = await asked(limited);
    const url = String(await goToBankForPurse(money, limited, id));
    const left = async () =>
      (await api.send("GET", "/operator/me", { token: limited.token })).body.remaining_cents;
    expect(await left()).toBe(0);
    await settleAll(money, aDayLater);
    await expectUncharged(id, ids, "expired", "authentication_expired");
    expect(await answerBank(url, "complete")).toBeNull();
    expect(await goToBankForPurse(money, limited, id)).toBeNull();
    expect(await left()).toBe(1500);
  });

  test("is not lost a day later when the holder had confirmed and nobody had told", async () => {
    const { buyer, id, ids } = await asked();
    await answerBank(String(await goToBankForPurse(money, buyer, id)), "complete");
    await settleAll(money, aDayLater);
    await expectChargedOnce(id, ids);
  });

  test("is confirmed by its own buyer only, and by no purchase of it", async () => {
    const { buyer, id, ids } = await asked();
    const stranger = await newAskedBuyer(money);
    await expect(goToBankForPurse(money, stranger, id)).rejects.toThrow("Another operator");
    expect(await goToBank(money, buyer, String(ids[0]))).toBeNull();
    expect((await readPurse(money, id)).actionBegunAt).toBeNull();
  });
});

for (const when of ["before", "after"] as const) {
  test(`a process that dies ${when} it has asked for the bank's page: the next visit goes on`, async () => {
    const { buyer, id, ids } = await asked();
    const restore = wrapPayments(money, (payments) => ({
      ...payments,
      async confirmWithHolder(...given) {
        if (when === "after") await payments.confirmWithHolder(...given);
        throw new Error("the process dies");
      },
    }));
    await expect(goToBankForPurse(money, buyer, id)).rejects.toThrow("dies");
    restore();
    await answerBank(String(await goToBankForPurse(money, buyer, id)), "complete");
    await settleAll(money, 61);
    await expectChargedOnce(id, ids);
  });
}
