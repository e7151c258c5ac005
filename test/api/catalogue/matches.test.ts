/** `POST /matches`: values against columns of datasets, over HTTP with the real database and engine. */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { eq } from "drizzle-orm";
import { agents } from "../../../db/schema/index.ts";
import { sketchValues, ValueSketch } from "../../../sdk/src/value-sketch.ts";
import { sellerAgent, verifiedAgent } from "../../support/agents.ts";
import { type Json, testApi } from "../../support/api.ts";
import { attachCsv, csvOf, publishCsv, readDraft } from "../../support/joinable.ts";
import { newBuyer } from "../../support/market.ts";
import { newKey } from "../../support/operators.ts";

setDefaultTimeout(120_000);

const api = await testApi();
const seller = await sellerAgent(api);
const { token } = seller;
const run = crypto.randomUUID().slice(0, 8);

const range = <Made = string | number>(from: number, to: number, make: (at: number) => Made) =>
  Array.from({ length: to - from }, (_, at) => make(from + at));
const code = (at: number) => `${run}-${String((at * 7919) % 100_003).padStart(5, "0")}`;
const many = (size: number, make: (at: number) => string | number, name = "code") =>
  csvOf({ [name]: range(0, size, make), n: range(0, size, (at) => at % 7) });

const small = await publishCsv(api, token, many(800, code, "airport"), { title: `Small ${run}` });
const large = await publishCsv(api, token, many(3000, code), { title: `Large ${run}` });
const member = (at: number) => `member-${run}-${at}`;
const paid = await publishCsv(api, token, many(400, member, "client"), {
  title: `Paid ${run}`,
  price_cents: 900,
});

type Match = {
  dataset_id: string;
  title: string;
  table: null;
  column_values: number;
  says: string;
  column: string;
  matched: number;
  error: number;
  basis: string;
};
type Answer = Json & { matches: Match[]; not_compared: { reason: string; detail: string }[] };

async function ask(body: Json, as?: string) {
  const answer = await api.send("POST", "/matches", { body, ...(as ? { token: as } : {}) });
  return { status: answer.status, body: answer.body as Answer };
}

async function matchIn(id: string, values: (string | number)[], as?: string) {
  const { status, body } = await ask({ values, dataset_ids: [id] }, as);
  expect([status, body.code]).toEqual([200, undefined]);
  return body;
}

describe(`free datasets, run ${run}`, () => {
  test("are counted exactly in columns of up to 1,024 values, in any spelling", async () => {
    for (let at = 0; at < 10; at++) {
      const common = Math.floor(Math.random() * 200);
      const found = range(0, common, (row) => ` ${code(row * 3)}`.toUpperCase());
      const values = [...found, ...found.slice(0, 20), ...range(0, 40, (row) => `none-${row}`)];
      const { matches, ...rest } = await matchIn(small, values);
      expect(rest.values_count).toBe(common + 40);
      expect(matches).toEqual(
        common === 0
          ? []
          : [
              {
                dataset_id: small,
                title: `Small ${run}`,
                column: "airport",
                table: null,
                column_values: 800,
                matched: common,
                error: 0,
                basis: "exact",
                says: `Of your ${common + 40} values ${common} ${common === 1 ? "is" : "are"} in column "airport".`,
              },
            ],
      );
    }
  });

  test("are estimated in larger ones, and the error says how well", async () => {
    const values = [...range(0, 600, code), ...range(0, 200, (at) => `none-${at}`)];
    const [match] = (await matchIn(large, values)).matches;
    expect(match?.basis).toBe("estimated");
    expect(match?.error).toBeWithin(1, 80);
    // Three times the error of 95 % are six standard deviations.
    expect(Math.abs((match?.matched ?? 0) - 600)).toBeLessThanOrEqual(3 * (match?.error ?? 0));
  });

  test("say that a large column cannot be told by one value", async () => {
    const { matches, not_compared: refused } = await matchIn(large, ["nowhere"]);
    expect([matches, refused.map(({ reason }) => reason)]).toEqual([[], ["sample_too_small"]]);
  });

  test("are found by values only, by words, or by id", async () => {
    const values = range(0, 400, code);
    const byValues = await ask({ values });
    expect(byValues.body.matches.map((one) => one.dataset_id)).toEqual([small, large]);
    const byWords = await ask({ values: values.slice(0, 3), query: `Small ${run}` });
    expect(byWords.body.matches[0]).toMatchObject({ dataset_id: small, matched: 3, error: 0 });
    const first = await ask({ values, limit: 1 });
    expect(first.body).toMatchObject({ total: 2, next_offset: 1 });
    const second = await ask({ values, limit: 1, offset: 1 });
    expect(second.body).toMatchObject({ next_offset: null });
    expect([...first.body.matches, ...second.body.matches]).toEqual(byValues.body.matches);
  });

  test("answer a sketch as they answer its values", async () => {
    const values = [...range(100, 700, code), "none"];
    const { body } = await ask({ values, dataset_ids: [small, large] });
    const sketch = sketchValues(values);
    expect((await ask({ sketch, dataset_ids: [small, large] })).body).toEqual(body);
    expect((await ask({ sketch })).body.matches).toEqual((await ask({ values })).body.matches);
  });

  test("answer a sketch of many values with an error", async () => {
    const collected = new ValueSketch();
    for (const value of [...range(0, 800, code), ...range(0, 7200, (at) => `other-${at}`)]) {
      collected.add(value);
    }
    const [match] = (await ask({ sketch: collected.toString(), dataset_ids: [small] })).body
      .matches;
    expect(match?.basis).toBe("estimated");
    expect(Math.abs((match?.matched ?? 0) - 800)).toBeLessThanOrEqual(3 * (match?.error ?? 0));
    expect(match?.error).toBeLessThan(300);
  });

  test("without a key column say so", async () => {
    const none = await publishCsv(api, token, "a,b\n1,true\n2,false\n", { title: "None" });
    const { not_compared: [refused] = [], datasets_compared } = await matchIn(none, ["1"]);
    expect([refused?.reason, datasets_compared]).toEqual(["no_keys", 0]);
  });
});

describe(`a paid dataset, run ${run}`, () => {
  const half = [...range(0, 300, member), ...range(0, 100, (at) => `none-${at}`)];

  test("answers its seller exactly, and nobody without an account", async () => {
    expect((await matchIn(paid, half, token)).matches[0]).toMatchObject({
      matched: 300,
      error: 0,
      basis: "exact",
    });
    const stranger = await matchIn(paid, half);
    expect(stranger.not_compared.map(({ reason }) => reason)).toEqual(["needs_account"]);
    expect(stranger.matches).toEqual([]);
  });

  test("answers every account with the same noise, in tenths", async () => {
    const [one, other] = [await newBuyer(api), await newBuyer(api)];
    const first = await matchIn(paid, half, one.token);
    expect(first.matches[0]).toMatchObject({ basis: "noised", column: "client" });
    expect((first.matches[0]?.matched ?? 1) % 40).toBe(0);
    // Nine standard deviations.
    expect(first.matches[0]?.matched).toBeWithin(100, 401);
    const again = await matchIn(paid, half.toReversed(), one.token);
    expect(again).toEqual(first);
    expect(await matchIn(paid, half, other.token)).toEqual(first);
    const { body } = await ask({ sketch: sketchValues(half), dataset_ids: [paid] }, one.token);
    expect(body).toEqual(first);
  });

  test("needs fifty values, and a forged sketch does not hide that there are fewer", async () => {
    const { token: key } = await newBuyer(api);
    for (const values of [range(0, 49, member), [member(1)]]) {
      const { not_compared: refused } = await matchIn(paid, values, key);
      expect(refused.map(({ reason }) => reason)).toEqual(["too_few_values"]);
    }
    const { body } = await ask({ sketch: sketchValues([member(1)]), dataset_ids: [paid] }, key);
    expect(body.not_compared.map(({ reason }) => reason)).toEqual(["too_few_values"]);
    // One member among a thousand made hashes is lost in the noise: a set seems to match once in forty
    // times, five of eight sets less than once in a million.
    const own = Buffer.from(sketchValues([member(1)]), "base64url").subarray(7);
    const forgedOf = (set: number) => {
      const values = range(0, 1000, (at) => `made-${set}-${at}`);
      const bytes = Buffer.from(sketchValues(values), "base64url");
      const hashes = range(0, 1000, (at) => bytes.subarray(7 + at * 6, 13 + at * 6));
      hashes[0] = own;
      hashes.sort(Buffer.compare);
      return Buffer.concat([bytes.subarray(0, 7), ...hashes]).toString("base64url");
    };
    let matched = 0;
    for (const set of range(0, 8, (at) => at)) {
      const answer = await ask({ sketch: forgedOf(set), dataset_ids: [paid] }, key);
      expect(answer.status).toBe(200);
      matched += answer.body.matches.length;
    }
    expect(matched).toBeLessThan(5);
  });

  test("whose seller withholds values answers only those who may read it", async () => {
    const client = (at: number) => `client-${run}-${at}`;
    const title = `Coarse ${run}`;
    const terms = { title, price_cents: 900, distributions: "coarse" };
    const coarse = await publishCsv(api, token, many(400, client, "client"), terms);
    const values = range(0, 300, client);
    const { token: key } = await newBuyer(api);
    const refused = await matchIn(coarse, values, key);
    expect([refused.matches, refused.datasets_compared]).toEqual([[], 0]);
    expect(refused.not_compared).toMatchObject([{ reason: "values_withheld" }]);
    expect((await matchIn(coarse, values)).not_compared[0]?.reason).toBe("values_withheld");
    const own = await matchIn(coarse, values, token);
    expect(own.matches[0]).toMatchObject({ matched: 300, basis: "exact" });
  });

  test("is found by values only through those that its sample shows", async () => {
    const { token: key } = await newBuyer(api);
    const { body } = await api.send("GET", `/datasets/${paid}/sample?format=json`);
    const shown = new Set((body.rows as unknown[][]).map(([value]) => String(value)));
    expect(shown.size).toBeGreaterThan(0);
    const hidden = range(0, 400, member).filter((value) => !shown.has(String(value)));
    const without = await ask({ values: hidden }, key);
    expect([without.body.matches, without.body.not_compared]).toEqual([[], []]);
    const found = await ask({ values: [...hidden, ...shown] }, key);
    expect(found.body.matches).toMatchObject([{ dataset_id: paid, basis: "noised" }]);
  });

  test("stays the same for a value over versions, but their budgets are new", async () => {
    const id = await publishCsv(api, token, many(400, member, "client"), { price_cents: 900 });
    const { token: key } = await newBuyer(api);
    const first = await matchIn(id, half, key);
    for (let at = 0; at < 10; at++)
      await ask({ values: [...half, `x${at}`], dataset_ids: [id] }, key);
    const spent = await ask({ values: [...half, "x"], dataset_ids: [id] }, key);
    expect(spent.body.code).toBe("match_budget_spent");
    await api.send("POST", `/listings/${id}/versions`, { token });
    await attachCsv(api, token, id, many(400, member, "client").replace("client,n", "client,m"));
    expect((await api.send("POST", `/listings/${id}/publish`, { token })).status).toBe(200);
    expect(await matchIn(id, half, key)).toEqual(first);
  });
});

describe(`the budget of an account, run ${run}`, () => {
  // A tenth of 50 cells more than three rows: 60 rows of two columns may show 6 cells.
  const setsMax = 6;
  const client = (at: number) => `budget-${run}-${at}`;
  const set = (at: number) => [...range(0, 55, client), `extra-${at}`];
  const publish = () => publishCsv(api, token, many(60, client), { price_cents: 900 });

  test("ends after as many sets as cells may be public, for all keys and agents together", async () => {
    const id = await publish();
    const buyer = await newBuyer(api);
    const other = await newKey(api, buyer.owner);
    const agent = await verifiedAgent(api);
    await api.db
      .update(agents)
      .set({ accountId: buyer.owner.accountId })
      .where(eq(agents.ownerEmail, agent.email));
    const callers = [buyer.token, other.secret, agent.token];
    for (let at = 0; at < setsMax; at++) await matchIn(id, set(at), callers[at % 3]);
    for (const caller of callers) {
      const refused = await ask({ values: set(99), dataset_ids: [id] }, caller);
      expect([refused.status, refused.body.code]).toEqual([403, "match_budget_spent"]);
      expect(String(refused.body.next)).toContain("POST /datasets/{id}/buy");
    }
    // Earlier sets are answered as before, and other datasets too.
    await matchIn(id, set(0), buyer.token);
    const { status, body } = await ask({ values: set(99), dataset_ids: [id, paid] }, buyer.token);
    expect([status, body.datasets_compared]).toEqual([200, 1]);
    expect(body.not_compared.map(({ reason }) => reason)).toEqual(["budget_spent"]);
    await matchIn(id, set(99), (await newBuyer(api)).token);
  });

  test("is counted once for calls at the same time", async () => {
    const id = await publish();
    const { token: key } = await newBuyer(api);
    const calls = range(0, 20, (at) => at).map((at) =>
      ask({ values: set(Number(at)), dataset_ids: [id] }, key),
    );
    const answered = (await Promise.all(calls)).filter(({ status }) => status === 200);
    expect(answered.length).toBe(setsMax);
  });

  test("is not used by free datasets and by the seller", async () => {
    const id = await publish();
    for (let at = 0; at < 2 * setsMax; at++) await matchIn(id, set(at), token);
  });
});

const bad: [what: string, body: Json, pointer: string][] = [
  ["nothing", {}, "/values"],
  ["values and a sketch", { values: ["a"], sketch: sketchValues(["a"]) }, "/values"],
  ["no value", { values: [] }, "/values"],
  ["blanks", { values: ["", " \t"] }, "/values"],
  ["1,001 values", { values: range(0, 1001, String) }, "/values"],
  ["a value of 257 characters", { values: ["x".repeat(257)] }, "/values/0"],
  ["null", { values: [null] }, "/values/0"],
  ["half of a pair", { values: ["\ud800"] }, "/values/0"],
  ["a broken sketch", { sketch: "AQ" }, "/sketch"],
  ["a long sketch", { sketch: "A".repeat(9000) }, "/sketch"],
  [
    "11 datasets",
    { values: ["a"], dataset_ids: range(0, 11, () => crypto.randomUUID()) },
    "/dataset_ids",
  ],
  ["ids and words", { values: ["a"], dataset_ids: [small], query: "a" }, "/query"],
  ["an unknown field", { values: ["a"], column: "b" }, "/column"],
];
test.each(bad)("%s: refused", async (_, body, pointer) => {
  const answer = await ask(body);
  expect(answer.status).toBe(400);
  expect((answer.body.errors as Json[]).map((fault) => fault.pointer)).toContain(pointer);
});

test("a draft and an unknown id are not found", async () => {
  const draft = await readDraft(api, token, many(100, code), { title: "Draft" });
  for (const id of [draft, crypto.randomUUID()]) {
    const { status, body } = await ask({ values: ["a"], dataset_ids: [small, id] }, token);
    expect([status, body.code]).toEqual([404, "dataset_not_found"]);
    expect((body.errors as Json[])[0]?.pointer).toBe("/dataset_ids/1");
  }
});

test("a thousand hostile values hold nobody up", async () => {
  const stacked = range(0, 1000, (at) => `${at}${"\u0323\u0307".repeat(30)}`);
  const zeros = range(0, 1000, (at) => `${"0".repeat(220)}x${at}`);
  const ids = { dataset_ids: [small, large] };
  for (const values of [stacked, zeros]) {
    expect((await ask({ values, ...ids })).status).toBe(200);
  }
});
