/**
 * Everything that may happen to a bounty, at once and in any order, with processes that die at the provider: no
 * deadlock, and no cent is lost. To play the same draws again: `BOUNTY_SEED=… bun test ./test/api/requests/bounty-storm.slow.ts`
 */
import { expect, setDefaultTimeout, test } from "bun:test";
import { freePort } from "../../../dev/parts/ports.ts";
import { dyingAt, wrapPayments } from "../../market/purchase/faults.ts";
import { atProvider, booksOf } from "../../market/purchase/purse/support.ts";
import { openFindings, reconcile } from "../../market/reconciliation/books.ts";
import { createRandom } from "../../simulator/random.ts";
import { forFile } from "../../support/for-file.ts";
import { newPayingBuyer, openMoney } from "../../support/money.ts";
import { serveQueries } from "../../workers/query/query-world.ts";
import {
  deliver,
  evaluate,
  funded,
  irisListing,
  newDeliverer,
  paidOf,
  readBounty,
  runMoney,
  settle,
} from "./bounty-support.ts";

setDefaultTimeout(240_000);

const QUERY_URL = `http://127.0.0.1:${await freePort()}`;
const limits = { RATE_LIMIT_AGENT_PER_MINUTE: "10000", RATE_LIMIT_PUBLIC_PER_MINUTE: "10000" };
const money = await openMoney({ webhooks: false, env: { QUERY_URL, ...limits } });
await forFile(Promise.resolve({ close: () => money.close() }));
const { api, provider } = money;
await forFile(serveQueries(api, { children: 1 }));

const seed = Number(process.env.BOUNTY_SEED ?? Math.floor(Math.random() * 1_000_000));
const random = createRandom(seed, 0);
const pick = <T>(items: readonly T[]): T => {
  const item = random.pick(items);
  if (item === undefined) throw new Error("nothing to pick from");
  return item;
};
const deadly = [
  ...(["createIntent", "confirmIntent", "createTransfer", "createRefund"] as const),
  ...(["findTransfer", "listRefunds", "readIntent"] as const),
];
const afterEnd = { hours: 31 * 24 };

test(`seed ${seed}: charged = prizes paid + refunded, whatever happens at once`, async () => {
  const poster = await newPayingBuyer(api, provider, {
    key: { scopes: ["purchase", "message", "read"] },
  });
  const sellers: (Awaited<ReturnType<typeof newDeliverer>> & { own: string[] })[] = [];
  for (let at = 0; at < 4; at += 1) {
    const made = await newDeliverer(money);
    const own = [await irisListing(money, made.seller), await irisListing(money, made.seller)];
    sellers.push({ ...made, own });
  }
  for (let round = 0; round < 3; round += 1) {
    const winners = 1 + round;
    const isLowest = random.happens(50);
    const mode = isLowest ? "lowest_price" : "first_to_pass";
    const rows = pick([200, 201]);
    const acceptance = {
      schema: [{ quality: [{ metric: "rowCount", mustBeGreaterOrEqualTo: rows }] }],
    };
    const id: string = await funded(money, poster, { winners, mode, acceptance });
    const answers: { id: string; token: string }[] = [];
    const send = async (path: string, token: string) => {
      const answer = await api.send("POST", `/requests/${id}${path}`, { token });
      expect(answer.status).toBeLessThan(500);
    };
    const acts = [
      async () => {
        const { token, own } = pick(sellers);
        const price = isLowest ? { price_cents: pick([500, 900, 2000]) } : {};
        const made = await deliver(money, { token }, id, { dataset_id: pick(own), ...price });
        expect(made.status).toBeLessThan(500);
        if (made.status === 201) answers.push({ id: String(made.body.id), token });
      },
      () => evaluate(money),
      () => settle(money),
      () => runMoney(money),
      async () => {
        if (answers.length === 0) return;
        const one = pick(answers);
        await send(`/answers/${one.id}/withdraw`, one.token);
      },
      async () => {
        if (answers.length > 0) await send(`/answers/${pick(answers).id}/accept`, poster.token);
      },
      () => (random.happens(5) ? send("/close", poster.token) : settle(money)),
    ];
    for (let wave = 0; wave < 6; wave += 1) {
      const dies = random.happens(40);
      const restore = dies
        ? wrapPayments(money, dyingAt(pick(deadly), pick(["before", "after"] as const)))
        : () => {};
      const drawn = Array.from({ length: 8 }, () => pick([...acts, ...acts.slice(0, 2)]));
      await Promise.all(drawn.map((act) => act()));
      restore();
    }
    await evaluate(money, { hours: 1 });
    for (let step = 0; step < 6; step += 1) {
      const later = { hours: afterEnd.hours + step };
      await settle(money, later);
      await runMoney(money, later);
    }
    const { bounty, purse } = await readBounty(money, id);
    const paid = await paidOf(money, purse.id);
    const prizes = paid.reduce((sum, { priceCents }) => sum + priceCents, 0);
    expect(bounty.endedAt).not.toBeNull();
    expect(bounty.awarded).toBe(paid.length);
    expect(paid.length).toBeLessThanOrEqual(winners);
    expect(purse.priceCents).toBe(prizes + purse.refundCents);
    const books = await booksOf(money, purse.id);
    expect(books.balances.escrow ?? 0).toBe(0);
    expect(books.balances.allotted ?? 0).toBe(prizes);
    const held = await atProvider(money, purse.id);
    expect(held.charges).toEqual([purse.priceCents]);
    expect(held.refunds.reduce((sum, cents) => sum + cents, 0)).toBe(purse.refundCents);
    expect(held.transfers).toHaveLength(paid.length);
  }
  await reconcile(money);
  expect(await openFindings(money)).toEqual([]);
});
