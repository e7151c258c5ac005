/** The npm package that the marketplace serves: its content, and what it does where it is installed. */
import { beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { createHash } from "node:crypto";
import { readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildSdk } from "../../dev/build-sdk.ts";
import { writeSdkTypes } from "../../dev/docs/sdk-types.ts";
import { denoProgram } from "../deno/deno.ts";
import { launchChromium } from "../site/chromium.ts";
import { offer, testMoney } from "../support/money.ts";
import { findProgram } from "../support/programs/debian-programs.ts";
import { createTestDir } from "../support/stack.ts";

setDefaultTimeout(300_000);

const { api, seller, buyer } = await testMoney();
const rootDir = join(import.meta.dir, "../..");
const dir = createTestDir();
const baseUrl = api.config.PUBLIC_BASE_URL;
const sha256 = createHash("sha256").update("price\n1.5\n").digest("hex");

/** Waits for the program; the API of this process has to answer meanwhile. */
async function run(command: string[], options: { cwd?: string; env?: object } = {}) {
  const child = Bun.spawn(command, {
    cwd: options.cwd ?? dir,
    env: { ...process.env, ...options.env },
    stdout: "pipe",
    stderr: "pipe",
  });
  const [out, err] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  return { code: await child.exited, out, err };
}

const tarballUrl = `${baseUrl}/connect/dataset-market.tgz`;
const home = createTestDir();
/** Node and npm, and nothing of ours. */
const npmEnv = { HOME: home, npm_config_update_notifier: "false", npm_config_cache: `${home}/npm` };
const packageDir = join(dir, "node_modules/dataset-market");

async function npm(...args: string[]) {
  return run([await findProgram("npm"), ...args], { env: npmEnv });
}

beforeAll(async () => {
  await buildSdk();
  const installed = await npm("install", "--prefix", dir, "--no-audit", "--no-fund", tarballUrl);
  expect(installed).toMatchObject({ code: 0 });
}, 300_000);

describe("what is served", () => {
  test("holds what runs and its types, and no source, test or secret", () => {
    const files = readdirSync(packageDir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name).slice(packageDir.length + 1));
    expect(files.filter((path) => !/^dist\/.+\.(js|d\.ts)$/.test(path)).sort()).toEqual([
      "LICENSE",
      "README.md",
      "package.json",
      "service.json",
    ]);
    for (const entry of ["index.js", "index.d.ts", "node.js", "node.d.ts", "cli.js"]) {
      expect(files).toContain(`dist/${entry}`);
    }
    const bytes = files.reduce((sum, path) => sum + statSync(join(packageDir, path)).size, 0);
    expect(bytes).toBeLessThan(1_000_000);
  });

  test("has types that a strict program compiles with", async () => {
    const program = `
      import { Market, type BuyOptions } from "dataset-market";
      import { Market as NodeMarket } from "dataset-market/node";
      const options: BuyOptions = { maxPriceCents: 5 };
      const bought = await new Market({ baseUrl: "" }).buy("1", options);
      export const id: string = bought.id;
      // @ts-expect-error: a price is a number
      await new NodeMarket({ baseUrl: "" }).buy("1", { maxPriceCents: "5" });
    `;
    writeFileSync(join(dir, "program.mts"), program);
    const compiler = join(rootDir, "node_modules/.bin/tsc");
    const strict = ["--noEmit", "--strict", "--module", "nodenext", "--target", "es2023"];
    const compiled = await run([compiler, ...strict, "--types", "", "program.mts"]);
    expect(compiled).toMatchObject({ code: 0, out: "" });
  });

  test("has the declarations of today's modules, and the same bytes whenever it is built", async () => {
    const folder = createTestDir();
    writeSdkTypes(join(folder, "types"));
    const { out } = await run(["diff", "-r", join(folder, "types"), join(rootDir, "sdk/types")]);
    expect(out).toBe("");
    await buildSdk(join(folder, "package"));
    const rebuilt = await run([
      "diff",
      "-r",
      join(folder, "package/dist"),
      join(packageDir, "dist"),
    ]);
    expect(rebuilt.out).toBe("");
  });

  test("is what SHA256SUMS states, and is not sent again to who has it", async () => {
    const answer = await fetch(tarballUrl);
    const bytes = await answer.bytes();
    expect(bytes.byteLength).toBeLessThan(200_000);
    const sums = await (await fetch(`${baseUrl}/connect/SHA256SUMS`)).text();
    const hash = createHash("sha256").update(bytes).digest("hex");
    expect(sums.split("\n")).toContain(`${hash}  dataset-market.tgz`);
    expect(sums).toMatch(/^([0-9a-f]{64} {2}[\w.-]+\n){4}$/);
    const etag = String(answer.headers.get("etag"));
    const again = await fetch(tarballUrl, { headers: { "if-none-match": etag } });
    expect(again.status).toBe(304);
  });
});

const script = (modulePath: string) => `
  import { Market, createSha256 } from ${JSON.stringify(modulePath)};
  const market = new Market({ baseUrl: ${JSON.stringify(baseUrl)}, token: ${JSON.stringify(buyer.token)} });
  globalThis.result = (async () => {
    const found = [];
    for await (const hit of market.search({ limit: 5 })) { found.push(hit.id); if (found.length === 5) break; }
    const opened = await market.open(DATASET);
    const bytes = new Uint8Array(await new Response(opened.bytes).arrayBuffer());
    const hash = createSha256();
    hash.update(bytes);
    return JSON.stringify({ found: found.length > 0, size: bytes.byteLength, sha256: hash.hex() });
  })();
`;

const smoke = (modulePath: string, datasetId: string) =>
  script(modulePath).replace("DATASET", JSON.stringify(datasetId));

const wanted = { found: true, size: 10, sha256 };

describe("search and a verified download", () => {
  const printed = "\n  globalThis.result.then((text) => console.log(text));\n";

  test.each(["Node", "Deno"])("run under %s", async (runtime) => {
    const id = await offer(api, seller, { sha256, priceCents: 0 });
    const file = join(dir, `${runtime}.mjs`);
    writeFileSync(file, smoke(join(packageDir, "dist/index.js"), id) + printed);
    const command =
      runtime === "Deno"
        ? [denoProgram(), "run", "--allow-all", "--no-prompt", "--no-config", file]
        : [await findProgram("node"), file];
    const { out, err } = await run(command);
    expect([err, JSON.parse(out || "null")]).toEqual([expect.anything(), wanted]);
  });

  test("run in a browser", async () => {
    const id = await offer(api, seller, { sha256, priceCents: 0 });
    const source = join(dir, "browser.mjs");
    writeFileSync(source, smoke(join(packageDir, "dist/index.js"), id));
    const bundled = await Bun.build({ entrypoints: [source], target: "browser", format: "iife" });
    const browser = await launchChromium();
    try {
      const page = await browser.newPage();
      await page.goto(`${baseUrl}/openapi.json`);
      await page.evaluate((await bundled.outputs[0]?.text()) ?? "");
      const text = await page.evaluate("globalThis.result");
      expect(JSON.parse(String(text))).toEqual(wanted);
    } finally {
      await browser.close();
    }
  });
});

test("npx runs it from the address, knows the marketplace and verifies what it buys", async () => {
  const id = await offer(api, seller, { sha256 });
  const env = {
    ...npmEnv,
    DATASET_MARKET_KEY: buyer.token,
    DATASET_MARKET_CONFIG_DIR: join(dir, "config"),
    DATASET_MARKET_KEYCHAIN: "off",
  };
  const npx = await findProgram("npx");
  const cli = (...args: string[]) => run([npx, "-y", tarballUrl, ...args], { cwd: home, env });
  const to = join(dir, "bought.csv");
  const bought = await cli("buy", id, "--max-price", "10", "--pull", "--to", to);
  expect([bought.code, bought.err]).toEqual([0, ""]);
  expect((await cli("verify", to, id)).code).toBe(0);
});
