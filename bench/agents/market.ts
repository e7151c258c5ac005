/** A `bun dev` in a folder of its own, with the people that the tasks need. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDemoMarket } from "../../dev/catalogue/demo-market.ts";
import { approveAgent, call, createSellerClient } from "../../dev/catalogue/seller-client.ts";
import { agentFile } from "../../dev/catalogue/sellers.ts";
import { startProcess } from "../../dev/parts/process.ts";
import { signInHeadless } from "../../dev/parts/sign-in-headless.ts";
import { commonVariables, partsToStart } from "../../dev/parts-table.ts";
import { loadSecrets } from "../../dev/secrets.ts";
import { readSettings } from "../../dev/settings.ts";

/** A stack that already runs: its data folder and its first port. */
export type RunningStack = { dataDir: string; portBase: string };

const PORT_BASE = "7400";
const START_MS_MAX = 900_000;
const POLL_MS = 500;

export type Market = Awaited<ReturnType<typeof openMarket>>;

/** `mcpUrl`: of another MCP process before the same API. */
export async function openMarket(running: RunningStack | null, mcpUrl?: string) {
  const started = running === null ? await startDev() : null;
  const { dataDir, portBase } = running ?? started ?? fail();
  const settings = readSettings({ DATA_DIR: dataDir, PORT_BASE: portBase });
  const secrets = loadSecrets(dataDir);
  const parts = partsToStart(settings, secrets, () => {});
  const env: Record<string, string> = Object.assign(
    commonVariables(settings, secrets),
    ...parts.map(({ variables }) => variables),
  );
  const identity = {
    issuer: env.OIDC_ISSUER ?? fail(),
    clientId: env.OIDC_CLIENT_ID ?? fail(),
    clientSecret: env.OIDC_CLIENT_SECRET ?? fail(),
  };
  const baseUrl = settings.publicBaseUrl;
  const options = { baseUrl, identity, dataDir, onProgress: () => {} };
  const people = openDemoMarket(env);
  const { token: sellerToken = fail() } = JSON.parse(
    readFileSync(agentFile(dataDir, "made-up-labs"), "utf8"),
  ) as { token?: string };
  const seller = createSellerClient(baseUrl, sellerToken);
  const run = Date.now().toString(36);
  return {
    baseUrl,
    mcpUrl: mcpUrl ?? settings.mcpPublicUrl,
    mailUrl: `http://127.0.0.1:${settings.ports.mail}`,
    /** An address that nobody has used, also on a stack that ran this before. */
    email: (name: string) => `${name}-${run}@example.com`,
    /** A new account's key, and its card unless another one is named. */
    async newBuyer(name: string, card = "pm_card_visa"): Promise<string> {
      const owner = await people.signIn(options, `${name}-${run}@example.com`);
      const { secret } = await people.addKey(owner);
      await people.addCard(owner, card);
      return secret;
    },
    /** The owner's part of a registration: the mailed link, and an account for payouts. */
    async approve(email: string, token: string): Promise<void> {
      const redirectUri = `${baseUrl}/auth/callback`;
      const { idToken } = await signInHeadless({ ...identity, redirectUri, email });
      await approveAgent(baseUrl, token, idToken);
      await people.enablePayouts(await people.signIn(options, email));
    },
    /** A free listing of another seller. */
    async publish({
      title,
      description,
      content,
    }: Record<"title" | "description" | "content", string>) {
      const id = await seller.createDraft({ title, description, category: "other" });
      const path = await seller.uploadFile(id, new Blob([content]), "text/csv");
      await seller.attachFile(id, path);
      await seller.waitForSample(id);
      await seller.publish(id);
    },
    /** Another seller offers the demo's shop orders. */
    async answerRequest(requestId: string): Promise<void> {
      const own = await seller.listListings();
      const orders = own.find(({ title }) => title.startsWith("Orders of an online shop"));
      const body = { dataset_id: orders?.id, note: "These are they." };
      const headers = { Authorization: `Bearer ${sellerToken}` };
      await call(baseUrl, "POST", `/requests/${requestId}/answers`, { body, headers });
    },
    async close(): Promise<void> {
      await people.close();
      await started?.stop();
    },
  };
}

async function startDev() {
  const dataDir = mkdtempSync(join(tmpdir(), "market-agents-"));
  const logFile = join(dataDir, "dev.log");
  const child = startProcess({
    name: "dev",
    command: [process.execPath, "dev/main.ts"],
    cwd: join(import.meta.dir, "../.."),
    logFile,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      DATA_DIR: dataDir,
      PORT_BASE,
    },
    stopTimeoutMs: 60_000,
  });
  const deadline = performance.now() + START_MS_MAX;
  // The tour is printed once the demo is loaded.
  while (!/^Open \S+ first\.$/m.test(readFileSync(logFile, "utf8"))) {
    if (child.hasExited() || performance.now() > deadline) {
      throw new Error(`bun dev is not ready:\n${child.lastLines(20).join("\n")}`);
    }
    await Bun.sleep(POLL_MS);
  }
  const stop = async () => {
    await child.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { dataDir, portBase: PORT_BASE, stop };
}

function fail(): never {
  throw new Error("the stack has no such setting");
}
