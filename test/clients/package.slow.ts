/** The npm package as it would be published: its content and size, and what it does where it is installed. */
import { beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { denoProgram } from "../deno/deno.ts";
import { launchChromium } from "../site/chromium.ts";
import { offer, testMoney } from "../support/money.ts";
import { findProgram } from "../support/programs/debian-programs.ts";
import { createTestDir } from "../support/stack.ts";

setDefaultTimeout(300_000);

const { api, seller, buyer } = await testMoney();
const rootDir = join(import.meta.dir, "../..");
const packageDir = join(rootDir, ".data/package");
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

type Packed = { filename: string; unpackedSize: number; files: { path: string }[] };
let packed: Packed;

beforeAll(async () => {
  const built = await run([process.execPath, "dev/build-sdk.ts"], { cwd: rootDir });
  expect(built).toMatchObject({ code: 0 });
  const { out } = await run(
    [await findProgram("npm"), "pack", "--json", "--pack-destination", dir],
    {
      cwd: packageDir,
    },
  );
  [packed] = JSON.parse(out) as [Packed];
}, 300_000);

test("holds what runs and its types, and no source, test or secret", () => {
  const paths = packed.files.map(({ path }) => path);
  expect(paths.filter((path) => !/^dist\/.+\.(js|d\.ts)$/.test(path)).sort()).toEqual([
    "LICENSE",
    "README.md",
    "package.json",
  ]);
  for (const entry of ["index.js", "index.d.ts", "node.js", "node.d.ts", "cli.js"]) {
    expect(paths).toContain(`dist/${entry}`);
  }
  expect(packed.unpackedSize).toBeLessThan(1_000_000);
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

test("an installed package buys, downloads and verifies in three commands", async () => {
  const id = await offer(api, seller, { sha256 });
  const installed = await run([
    await findProgram("npm"),
    "install",
    "--prefix",
    dir,
    "--no-audit",
    "--no-fund",
    join(dir, packed.filename),
  ]);
  expect(installed.code).toBe(0);
  const env = {
    DATASET_MARKET_URL: baseUrl,
    DATASET_MARKET_KEY: buyer.token,
    DATASET_MARKET_CONFIG_DIR: join(dir, "config"),
    DATASET_MARKET_KEYCHAIN: "off",
  };
  const cli = join(dir, "node_modules/.bin/dataset-market");
  const to = join(dir, "bought.csv");
  const bought = await run([cli, "buy", id, "--max-price", "10", "--pull", "--to", to], { env });
  expect([bought.code, bought.err]).toEqual([0, ""]);
  expect((await run([cli, "verify", to, id], { env })).code).toBe(0);
});
