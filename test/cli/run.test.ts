/** The command line in process against a real API: results, exit codes and what it refuses to do. */
import { describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { agree, ask, knownClient } from "../api/oauth/support.ts";
import { offer, testMoney } from "../support/money.ts";
import { newOwner } from "../support/operators.ts";
import { testSmallBucket } from "../support/small-bucket.ts";
import { commandLine } from "./support.ts";

const { api, seller, buyer } = await testMoney();
const line = commandLine(api);
const { dir, environment } = line;
const small = await testSmallBucket();
const fileText = "price\n1.5\n";
const sha256 = createHash("sha256").update(fileText).digest("hex");
const command = (
  args: string[],
  env: Record<string, string> = { DATASET_MARKET_KEY: buyer.token },
  onError?: (text: string) => void,
) => line.command(args, env, onError);

describe("buying", () => {
  test("needs a limit, keeps to it, and says what it would do", async () => {
    const id = await offer(api, seller, { priceCents: 2000 });
    expect(await command(["buy", id])).toMatchObject({
      code: 2,
      err: expect.stringContaining("--max-price"),
    });
    const dear = await command(["buy", id, "--max-price", "19.99"]);
    expect(dear).toMatchObject({ code: 5, out: "", err: expect.stringContaining("2000 cents") });
    const dry = await command(["--json", "buy", id, "--max-price", "20", "--dry-run"]);
    expect([dry.code, dry.json()]).toEqual([
      0,
      { dry_run: true, dataset_id: id, price_cents: 2000 },
    ]);
    const { json } = await command(["--json", "purchases"]);
    expect(json().items).toEqual([]);
  });

  test("ends with a verified file, and another file is found out", async () => {
    const id = await offer(api, seller, { sha256 });
    const to = join(dir, "bought.csv");
    const bought = await command(["buy", id, "--max-price", "10", "--pull", "--to", to]);
    expect([bought.code, bought.err]).toEqual([0, ""]);
    expect(readFileSync(to, "utf8")).toBe(fileText);
    expect((await command(["verify", to, id])).code).toBe(0);
    writeFileSync(to, "price\n1.6\n");
    expect((await command(["verify", to, id])).code).toBe(7);
    expect((await command(["pull", id, "--to", to])).code).toBe(0);
    expect(readFileSync(to, "utf8")).toBe(fileText);
  });
});

test("an acceptance contract is sent with the purchase, and refused before anything is charged", async () => {
  const id = await offer(api, seller, {});
  const file = join(dir, "contract.json");
  const buyWith = () => command(["buy", id, "--max-price", "10", "--acceptance", file]);
  writeFileSync(file, "no json");
  expect((await buyWith()).code).toBe(2);
  writeFileSync(file, JSON.stringify({ schema: "none" }));
  const refused = await buyWith();
  expect([refused.code, refused.err]).toEqual([6, expect.stringContaining("/acceptance")]);
});

test("purchases are delivered to a bucket that was added", async () => {
  const { bucket, endpoint, access_key_id, secret_access_key } = small.body("own");
  const keys = { AWS_ACCESS_KEY_ID: access_key_id, AWS_SECRET_ACCESS_KEY: secret_access_key };
  const env = { DATASET_MARKET_KEY: buyer.token, ...keys };
  const add = ["--json", "buckets", "--add", `s3://${bucket}/own`, "--s3-endpoint", endpoint];
  expect((await command(add, { DATASET_MARKET_KEY: buyer.token })).code).toBe(2);
  const added = await command(add, env);
  expect([added.code, added.json()]).toMatchObject([0, { bucket, prefix: "own/" }]);
  const listed = await command(["buckets"]);
  expect(listed.out).toContain(`s3://${bucket}/own/`);
  expect((await command(["buckets", "--remove", String(added.json().id)])).code).toBe(0);
  expect((await command(["buckets"])).out.trim()).toBe("");
});

test("sell takes a file or an address, and keys for s3 from the environment", async () => {
  expect((await command(["sell"])).code).toBe(2);
  expect((await command(["sell", "x.csv", "--from", "https://example.org/x.csv"])).code).toBe(2);
});

test("refusals have an exit code, their text and the next step, or the whole problem as JSON", async () => {
  const unknown = "01990000-0000-7000-8000-000000000000";
  const forPeople = await command(["show", unknown]);
  expect(forPeople).toMatchObject({ code: 3, out: "" });
  expect(forPeople.err).toMatch(/^dataset_not_found: .+\nNext: /);
  const forPrograms = await command(["--json", "show", unknown]);
  expect(JSON.parse(forPrograms.err)).toMatchObject({ code: "dataset_not_found", status: 404 });
  expect((await command(["keys", "--no-such"])).code).toBe(2);
  expect((await command(["purchases"], {})).code).toBe(4);
  const nowhere = { DATASET_MARKET_URL: "http://127.0.0.1:9" };
  expect((await command(["doctor"], nowhere)).code).toBe(8);
});

test("signing in by a browser stores tokens that only this person can read, and renews them", async () => {
  const owner = await newOwner(api);
  let consent: Promise<unknown> = Promise.resolve();
  const signedIn = await command(["login", "--no-browser"], {}, (text) => {
    const address = /(http\S+\/oauth\/authorize\S+)/.exec(text)?.[1];
    if (address !== undefined) consent = consentTo(address);
  });
  await consent;
  expect(signedIn).toMatchObject({ code: 0, out: expect.stringContaining("Connected to") });
  const file = join(environment.DATASET_MARKET_CONFIG_DIR, "secrets.json");
  expect((statSync(file).mode & 0o777).toString(8)).toBe("600");
  expect((await command(["--json", "purchases"], {})).code).toBe(0);
  const secrets = JSON.parse(readFileSync(file, "utf8"));
  const { oauth } = secrets[api.config.PUBLIC_BASE_URL];
  oauth.expiresAt = 0;
  oauth.access = "expired";
  writeFileSync(file, JSON.stringify(secrets));
  expect((await command(["--json", "purchases"], {})).code).toBe(0);

  async function consentTo(address: string): Promise<void> {
    const given = new URL(address).searchParams;
    const config = await knownClient(api, given.get("client_id") ?? "");
    const parameters = Object.fromEntries(given);
    const { callback } = await agree(api, owner, await ask(config, { parameters }));
    await (await fetch(callback)).arrayBuffer();
  }
});
