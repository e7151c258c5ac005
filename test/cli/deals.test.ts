/** Contracts, subscriptions, private offers, gates, coupons and bounties by the command line alone. */
import { expect, setDefaultTimeout, test } from "bun:test";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "../../dev/parts/ports.ts";
import { evaluateDueAcceptances } from "../../market/query/acceptance/evaluate-due.ts";
import { openQueries } from "../../platform/query/open-queries.ts";
import {
  evaluate,
  irisListing,
  newDeliverer,
  rowsAtLeast,
  runMoney,
  settle,
} from "../api/requests/bounty-support.ts";
import { writeBundle } from "../market/bundle/support.ts";
import { planned, runAll } from "../market/subscription/support.ts";
import { trialListing } from "../market/trial/rows.ts";
import { forFile } from "../support/for-file.ts";
import { newPayingBuyer, offer, openMoney } from "../support/money.ts";
import { eventually } from "../support/stack.ts";
import { serveQueries } from "../workers/query/query-world.ts";
import { commandLine } from "./support.ts";

setDefaultTimeout(120_000);

const QUERY_URL = `http://127.0.0.1:${await freePort()}`;
const money = await forFile(openMoney({ env: { QUERY_URL } }));
const { api, provider } = money;
await forFile(serveQueries(api, { children: 1 }));
const queries = openQueries(api.config);
const deliverer = await newDeliverer(money);
const { seller } = deliverer;
const line = commandLine(api);

const asSeller = { DATASET_MARKET_AGENT_TOKEN: deliverer.token };
type Env = Record<string, string>;
const json = (env: Env, ...args: string[]) => line.command(["--json", ...args], env);

async function newBuyer(): Promise<Env> {
  const key = { scopes: ["purchase" as const, "message" as const] };
  return { DATASET_MARKET_KEY: (await newPayingBuyer(api, provider, { key })).token };
}

function contractFile(rows: number): string {
  const file = join(line.dir, `rows-${rows}.json`);
  writeFileSync(file, JSON.stringify(rowsAtLeast(rows)));
  return file;
}

/** Runs the clock's task until it evaluated one contract. */
const evaluated = (task: () => Promise<number>) => eventually(async () => (await task()) > 0);
const evaluatePurchases = () => evaluateDueAcceptances(api.ctx, queries, { rowsMax: 10 });

test("a buy with a contract waits for the verdict, and its exit code says which", async () => {
  const env = await newBuyer();
  for (const [rows, code, status] of [
    [200, 0, "passed"],
    [201, 7, "failed"],
  ] as const) {
    const id = await irisListing(money, seller);
    const order = ["buy", id, "--max-price", "50", "--acceptance", contractFile(rows)];
    const buying = json(env, ...order);
    await evaluated(evaluatePurchases);
    const bought = await buying;
    const [purchase, verdict] = bought.jsonLines();
    expect(verdict).toMatchObject({
      status,
      results: [{ figure: 200, passed: status === "passed" }],
    });
    expect(bought.code).toBe(code);
    const shown = await line.command(["verdict", String(purchase?.id), "--wait"], env);
    expect(shown.code).toBe(code);
    expect(shown.out).toContain(`\t200\t${code === 0 ? "yes" : "no"}`);
    const sale = await json(asSeller, "verdict", String(purchase?.id));
    expect(sale.json().status).toBe(status);
  }
});

test("a verdict that is not awaited is read later, and a purchase without a contract has none", async () => {
  const env = await newBuyer();
  const id = await irisListing(money, seller);
  const order = ["buy", id, "--max-price", "50", "--no-wait", "--acceptance", contractFile(200)];
  const bought = await json(env, ...order);
  expect([bought.code, bought.jsonLines()]).toMatchObject([0, [{ acceptance: "pending" }]]);
  const early = await line.command(["verdict", String(bought.json().id)], env);
  expect([early.code, early.out]).toEqual([0, expect.stringContaining("not decided yet")]);
  const plain = await json(env, "buy", await offer(api, seller), "--max-price", "10");
  expect((await json(env, "verdict", String(plain.json().id))).code).toBe(3);
});

test("a subscription is bought by its plan's price, paused, continued and cancelled", async () => {
  const env = await newBuyer();
  const id = await planned({ api, seller: { ...money.seller, ...seller } });
  const subscribe = (...more: string[]) => json(env, "buy", id, "--plan", "month", ...more);
  expect((await json(env, "show", id)).json().plans).toHaveLength(2);
  expect((await line.command(["show", id], env)).out).toContain("7.00 USD a month");
  expect((await json(env, "buy", id, "--plan", "week", "--max-price", "9")).code).toBe(2);
  expect((await subscribe("--max-price", "6.99")).code).toBe(5);
  const bought = await subscribe("--max-price", "7");
  expect(bought.code).toBe(0);
  const subscription = String((bought.json().subscription as { id: string }).id);
  await runAll(api);
  expect((await line.command(["subscriptions"], env)).out).toContain(`${subscription}\tPrices`);
  for (const [option, renewal] of [
    ["--pause", "paused"],
    ["--resume", "on"],
    ["--cancel", "off"],
  ] as const) {
    const changed = await json(env, "subscriptions", subscription, option);
    expect([changed.code, changed.json()]).toMatchObject([0, { renewal }]);
  }
  expect((await json(env, "subscriptions", subscription, "--pause", "--cancel")).code).toBe(2);
  expect((await json(env, "subscriptions", "--pause")).code).toBe(2);
  expect((await line.command(["subscriptions", subscription], env)).out).toContain("in_escrow");
});

test("a trial is bought at its own price, and downloaded", async () => {
  const env = await newBuyer();
  const id = await trialListing(money);
  const buy = (most: string) => json(env, "buy", id, "--trial", "--max-price", most);
  expect((await line.command(["show", id], env)).out).toContain("20 rows for 1.00 USD (ready)");
  expect((await buy("0.99")).code).toBe(5);
  const to = join(line.dir, "trial.csv");
  const bought = await json(env, "buy", id, "--trial", "--max-price", "1", "--pull", "--to", to);
  expect([bought.code, bought.json()]).toMatchObject([0, { trial: { rows: 20 } }]);
  const dear = await json(env, "buy", id, "--max-price", "8.99");
  expect(dear.code).toBe(5);
  const dry = await json(env, "buy", id, "--max-price", "9", "--dry-run");
  expect(dry.json()).toMatchObject({ dry_run: true, price_cents: 900 });
  const whole = await json(env, "buy", id, "--max-price", "9");
  expect([whole.code, whole.json()]).toMatchObject([0, { credit: { cents: 100 } }]);
  const without = await json(env, "buy", await offer(api, seller), "--trial", "--max-price", "1");
  expect(without.code).toBe(2);
});

test("the files of a bundle are saved in a folder, also if their titles are the same", async () => {
  const env = await newBuyer();
  const { agentId } = seller;
  const sha256 = createHash("sha256").update("price\n1.5\n").digest("hex");
  const datasets = [await offer(api, seller, { sha256 }), await offer(api, seller, { sha256 })];
  const bundle = await writeBundle(api, { agentId, priceCents: 1500, datasets });
  const to = join(line.dir, "bundle");
  const most = ["--max-price", "15", "--duplicate"];
  const bought = await json(env, "buy", "--bundle", bundle, ...most, "--to", to);
  expect([bought.code, bought.err]).toEqual([0, ""]);
  const saved = readdirSync(to).toSorted();
  expect(saved).toHaveLength(2);
  const texts = saved.map((name) => readFileSync(join(to, name), "utf8"));
  expect(texts).toEqual(["price\n1.5\n", "price\n1.5\n"]);
});

test("a bundle is bought with one charge, at its price and with no option of single datasets", async () => {
  const env = await newBuyer();
  const { agentId } = seller;
  const datasets = [await offer(api, seller), await offer(api, seller)];
  const bundle = await writeBundle(api, { agentId, priceCents: 1500, datasets });
  const buy = (...more: string[]) => json(env, "buy", "--bundle", bundle, ...more);
  expect((await buy()).code).toBe(2);
  expect((await buy("--max-price", "14.99")).code).toBe(5);
  for (const [other, name] of [
    [["--trial"], "--trial"],
    [["--coupon", "half-40"], "--coupon"],
    [["--acceptance", contractFile(200)], "--acceptance"],
    [[String(datasets[0])], "--dataset"],
  ] as const) {
    const refused = await buy("--max-price", "15", ...other);
    expect([refused.code, refused.err]).toEqual([2, expect.stringContaining(name)]);
  }
  const dry = await buy("--max-price", "15", "--dry-run");
  expect(dry.json()).toMatchObject({ dry_run: true, price_cents: 1500 });
  const bought = await buy("--max-price", "15");
  expect([bought.code, bought.json()]).toMatchObject([
    0,
    { status: "paid", price_cents: 1500, purchases: [{ price_cents: 750 }, { price_cents: 750 }] },
  ]);
  const again = await buy("--max-price", "15");
  expect([again.code, again.err]).toEqual([6, expect.stringContaining(String(datasets[0]))]);
  expect((await json(env, "buy", "--max-price", "15")).code).toBe(2);
});

test("a price is negotiated by both sides and then paid", async () => {
  const env = await newBuyer();
  const id = await offer(api, seller);
  const made = await json(env, "offer", id, "6", "--note", "For a pilot.", "--hours", "24");
  expect([made.code, made.json()]).toMatchObject([0, { status: "open", price_cents: 600 }]);
  const offerId = String(made.json().id);
  const seen = await line.command(["offers", "--seller"], asSeller);
  expect(seen.out).toContain(`${offerId}\tPrices\t6.00 USD\topen\taccept, counter, decline`);
  const countered = await json(asSeller, "offers", offerId, "--counter", "8");
  expect(countered.json()).toMatchObject({ price_cents: 800 });
  expect((await json(env, "offers", offerId, "--accept", "--decline")).code).toBe(2);
  expect((await json(env, "offers", offerId, "--accept")).json().status).toBe("accepted");
  const buy = (most: string) => json(env, "buy", id, "--offer", offerId, "--max-price", most);
  expect((await buy("7.99")).code).toBe(5);
  const bought = await buy("8");
  expect([bought.code, bought.json()]).toMatchObject([0, { price_cents: 800 }]);
  expect((await line.command(["offers", offerId], env)).out).toContain("used");
  expect((await json(env, "offers", offerId, "--withdraw")).code).toBe(6);
});

test("a coupon lowers the price below a limit that the listed price exceeds", async () => {
  const env = await newBuyer();
  const id = await offer(api, seller);
  const make = ["coupons", "--percent", "40", "--code", "half-40", "--datasets", id, "--uses", "1"];
  const made = await json(asSeller, ...make);
  expect([made.code, made.json()]).toMatchObject([0, { percent_off: 40, max_uses: 1 }]);
  const buy = (most: string, code = "half-40") =>
    json(env, "buy", id, "--coupon", code, "--max-price", most);
  expect(await buy("5.99")).toMatchObject({ code: 5, err: expect.stringContaining("600 cents") });
  expect((await buy("9", "half-41")).code).toBe(6);
  const bought = await buy("6");
  expect([bought.code, bought.json()]).toMatchObject([0, { price_cents: 600 }]);
  expect((await line.command(["coupons"], asSeller)).out).toContain("HALF-40\t40 %\t1 of 1");
  const revoked = await json(asSeller, "coupons", "--revoke", String(made.json().id));
  expect(revoked.json().status).toBe("revoked");
});

test("a gated dataset is sold to a buyer whom its seller approved", async () => {
  const env = await newBuyer();
  const id = await offer(api, seller);
  expect((await json(asSeller, "gate", id)).code).toBe(2);
  await json(asSeller, "gate", id, "--question", "What for?", "--question", "Do you resell?");
  const buy = () => json(env, "buy", id, "--max-price", "10");
  const refused = await line.command(["buy", id, "--max-price", "10"], env);
  expect([refused.code, refused.err]).toEqual([6, expect.stringContaining("Next: access <id>")]);
  const unanswered = await json(env, "access", id);
  expect(unanswered).toMatchObject({ code: 2, err: expect.stringContaining("What for?") });
  const asked = await json(env, "access", id, "--answer", "A study.", "--answer", "No.");
  expect([asked.code, asked.json()]).toMatchObject([0, { status: "pending" }]);
  const request = String(asked.json().id);
  expect((await line.command(["access", "--seller"], asSeller)).out).toContain("A study. / No.");
  await json(asSeller, "access", "--approve", request);
  expect((await line.command(["access"], env)).out).toContain("approved");
  expect((await buy()).code).toBe(0);
  expect((await json(asSeller, "gate", id, "--open")).json().questions).toBeNull();
});

test("a bounty is posted with a contract, delivered to, and its winner is paid", async () => {
  const env = await newBuyer();
  const words = ["--description", "Two hundred of them."];
  const ask = ["request", "Irises of a garden", ...words];
  expect((await json(env, ...ask, "--prize", "20")).code).toBe(2);
  const bounty = ["--prize", "20", "--contract", contractFile(200)];
  const dry = await json(env, ...ask, ...bounty, "--dry-run");
  expect(dry.json()).toMatchObject({ dry_run: true, bounty: { prize_cents: 2000 } });
  const posted = await json(env, ...ask, ...bounty);
  expect(posted.code).toBe(0);
  const id = String(posted.json().id);
  await runMoney(money);
  expect((await line.command(["requests"], asSeller)).out).toContain(`${id}\tIrises of a garden`);
  const board = await line.command(["requests", id], asSeller);
  expect(board.out).toContain("The number of rows is at least 200");

  const small = await offer(api, seller);
  const unread = await json(asSeller, "deliver", id, small, "--no-wait");
  expect(unread.json()).toMatchObject({ delivery: { status: "pending" } });
  const delivering = json(asSeller, "deliver", id, await irisListing(money, seller));
  await evaluated(() => evaluate(money));
  await eventually(async () => {
    await evaluate(money);
    await settle(money);
    const answers = await json(env, "requests", id);
    return JSON.stringify(answers.json().answers).includes('"won"');
  });
  const delivered = await delivering;
  expect(delivered.code).toBe(0);
  expect(delivered.json()).toMatchObject({ delivery: { results: [{ figure: 200 }] } });
  expect((await line.command(["requests", "--mine"], env)).out).toContain("fulfilled");
});

test("an answer without a bounty is accepted or rejected, and a request closed", async () => {
  const env = await newBuyer();
  const posted = await json(env, "request", "Tides", "--description", "By the hour.");
  const id = String(posted.json().id);
  const listing = await offer(api, seller);
  const answer = await json(asSeller, "deliver", id, listing, "--note", "Here.");
  expect([answer.code, answer.json()]).toMatchObject([0, { status: "pending", delivery: null }]);
  const rejected = await json(env, "requests", id, "--reject", String(answer.json().id));
  expect(rejected.json().status).toBe("rejected");
  expect((await json(env, "requests", id, "--close")).json().status).toBe("closed");
  expect((await json(env, "requests", "--close")).code).toBe(2);
});

test("sell states plans and a promised contract, and reads the file before it uploads", async () => {
  const file = join(line.dir, "tides.csv");
  writeFileSync(file, "day,level\n1,2\n");
  const terms = ["--title", "Tides", "--description", "Levels.", "--price", "9"];
  const more = [
    ...["--monthly", "3", "--yearly", "30", "--trial-days", "7"],
    ...["--trial-rows", "20", "--trial-price", "1"],
  ];
  const sell = (contract: string) =>
    json(asSeller, "sell", file, ...terms, ...more, "--contract", contract, "--dry-run");
  expect((await sell(contractFile(200))).json()).toMatchObject({
    contract: rowsAtLeast(200),
    trial: { rows: 20, price_cents: 100 },
    plans: [
      { interval: "month", price_cents: 300, trial_days: 7 },
      { interval: "year", price_cents: 3000, trial_days: 7 },
    ],
  });
  expect((await sell(file)).code).toBe(2);
});
