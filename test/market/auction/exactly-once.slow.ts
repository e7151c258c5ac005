/**
 * Auctions close and are paid exactly once, whichever process does it, however many run, and
 * wherever they die.
 */
import { expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { SETTLE_LEASE_SECONDS } from "../../../market/limits.ts";
import { newAuction, readAuction } from "../../support/auctions.ts";
import { auditOf } from "../../support/market.ts";
import { balancesOf, heldFor, type MoneyBuyer, testMoney } from "../../support/money.ts";
import {
  bidOrThrow,
  newPayingBidder,
  noticesTo,
  purchasesOf,
  readAwards,
  readListing,
  runOut,
} from "../../support/paid-auctions.ts";
import { testEnv } from "../../support/stack.ts";

setDefaultTimeout(180_000);

const auctionCount = 8;
const killsWanted = 8;
/** The most steps that both clocks together take before they are killed. */
const stepsMax = 60;
const afterEnd = 24.1;
const leaseHours = SETTLE_LEASE_SECONDS / 3600;
const priceCents = 3_100;

const money = await testMoney({ webhooks: false });
const { api, provider } = money;
const winners: MoneyBuyer[] = [
  await newPayingBidder(api, provider),
  await newPayingBidder(api, provider),
];
const loser = await newPayingBidder(api, provider);

async function openAuctions(): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < auctionCount; index += 1) {
    const id = await newAuction(money.api, money.seller, { licenses: 2 });
    for (const winner of winners) await bidOrThrow(money.api, winner, id, 5_000);
    await bidOrThrow(money.api, loser, id, 3_000);
    ids.push(id);
  }
  return ids;
}

async function expectOnce(id: string): Promise<void> {
  const { api, provider } = money;
  expect(await readAuction(api, id)).toMatchObject({ outcome: "sold" });
  expect((await readListing(api, id)).status).toBe("sold");
  const awards = await readAwards(api, id);
  const accounts = winners.map(({ owner }) => owner.accountId);
  expect(awards.map(({ accountId, state }) => [accountId, state])).toEqual(
    accounts.map((accountId) => [accountId, "paid"]),
  );
  const bought = await purchasesOf(api, id);
  expect(bought.map(({ id }) => id).sort()).toEqual(
    awards.map((one) => one.purchaseId ?? "").sort(),
  );
  for (const purchase of bought) {
    expect(purchase.state).toBe("in_escrow");
    expect(await balancesOf(api, purchase.id)).toEqual({ buyer: -priceCents, escrow: priceCents });
    const held = await heldFor(provider, purchase.id);
    expect(held).toMatchObject({ charges: [priceCents], refunds: [] });
  }
  for (const accountId of accounts) expect(await noticesTo(api, id, accountId)).toEqual(["won"]);
  expect(await noticesTo(api, id, loser.owner.accountId)).toEqual(["lost"]);
  const audit = await auditOf(api, id);
  for (const action of ["auction.closed", "auction.settled"]) {
    expect(audit.filter((done) => done === action)).toHaveLength(1);
  }
}

test("six clocks at once close, charge and settle each auction once", async () => {
  const ids = await openAuctions();
  await Promise.all(Array.from({ length: 6 }, () => runOut(money.api, afterEnd)));
  for (const id of ids) await expectOnce(id);
});

test("clocks that are killed in the middle again and again do all of it, once", async () => {
  const ids = await openAuctions();
  const environment = await testEnv({
    DATABASE_URL: money.api.databaseUrl,
    STRIPE_API_BASE_URL: money.provider.url,
    STRIPE_SECRET_KEY: money.provider.secretKey,
    STRIPE_WEBHOOK_SECRET: money.provider.webhookSecret,
  });
  const progress: string[] = [];
  for (let kill = 0; kill < killsWanted; kill += 1) {
    // Each pair starts after the previous pair's leases have ended.
    const hours = String(afterEnd + kill * leaseHours);
    await killClocks([startClock(environment, hours), startClock(environment, hours)]);
    progress.push(await progressOf(ids));
  }
  console.info(`closed, paid, settled after each kill of two clocks: ${progress.join("  ")}`);
  // Work claimed by a dead clock is due again when its lease ends.
  await runOut(money.api, afterEnd + killsWanted * leaseHours);
  for (const id of ids) await expectOnce(id);
});

async function progressOf(ids: string[]): Promise<string> {
  const auctions = await Promise.all(ids.map((id) => readAuction(money.api, id)));
  const awards = (await Promise.all(ids.map((id) => readAwards(money.api, id)))).flat();
  const closed = auctions.filter(({ closedAt }) => closedAt !== null).length;
  const paid = awards.filter(({ state }) => state === "paid").length;
  return `${closed}/${paid}/${auctions.filter(({ outcome }) => outcome !== null).length}`;
}

function startClock(environment: Record<string, string | undefined>, hours: string) {
  return Bun.spawn([process.execPath, join(import.meta.dir, "fixtures/busy-clock.ts")], {
    env: { ...environment, CLOCK_SKEW_HOURS: hours },
    stdin: "pipe",
    stdout: "pipe",
    stderr: "inherit",
  });
}

/** Starts the clocks together, and kills them in a random step. */
async function killClocks(clocks: ReturnType<typeof startClock>[]): Promise<void> {
  const enough = Promise.withResolvers<void>();
  let stepsLeft = Math.ceil(Math.random() * stepsMax);
  const outputs = clocks.map(({ stdout }) => stdout.getReader());
  for (const output of outputs) await output.read();
  for (const clock of clocks) clock.stdin.write("go\n");
  for (const clock of clocks) await clock.stdin.flush();
  const follow = async (output: (typeof outputs)[number]) => {
    for (let read = await output.read(); !read.done; read = await output.read()) {
      stepsLeft -= new TextDecoder().decode(read.value).split("\n").length - 1;
      if (stepsLeft <= 0) enough.resolve();
    }
  };
  const followed = outputs.map(follow);
  await Promise.race([enough.promise, ...clocks.map(({ exited }) => exited)]);
  expect(clocks.map(({ exitCode }) => exitCode)).toEqual(clocks.map(() => null));
  for (const clock of clocks) clock.kill("SIGKILL");
  await Promise.all([...clocks.map(({ exited }) => exited), ...followed]);
}
