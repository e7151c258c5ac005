/**
 * The demo's buyers: accounts with a key and a card, stored for the next start, and their one-time
 * actions.
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { OperatorActor } from "../../db/vocabulary/actor.ts";
import type { DemoBuyer } from "./demo-dataset.ts";
import type { DemoMarket } from "./demo-market.ts";
import { CallError, call } from "./seller-client.ts";
import { type SellersOptions, sellerOwners } from "./sellers.ts";

const keptBuyer = z.object({
  secret: z.string(),
  cardId: z.string(),
  accountId: z.string(),
  apiKeyId: z.string(),
});
const keptSchema = z.object({
  buyers: z.object({ "demo-buyer": keptBuyer, "demo-bidder": keptBuyer }),
  /** Names of completed actions, which are not repeated. */
  done: z.array(z.string()),
});
type StoredPeople = z.infer<typeof keptSchema>;

export type People = {
  operators: Record<DemoBuyer, OperatorActor>;
  /** The card for purchases. */
  cardOf: (buyer: DemoBuyer) => string;
  /** Makes a call as the buyer's agent. */
  callAs: (buyer: DemoBuyer, method: string, path: string, body?: unknown) => Promise<unknown>;
  /** Runs the action unless an earlier start completed it. */
  once: (name: string, act: () => Promise<unknown>) => Promise<void>;
};

export async function openPeople(market: DemoMarket, options: SellersOptions): Promise<People> {
  const file = join(options.dataDir, "demo-people.json");
  const kept = (await readKept(file, options.baseUrl)) ?? (await makePeople(market, options));
  writeKept(file, kept);
  const { buyers, done } = kept;
  const operatorOf = ({ accountId, apiKeyId }: z.infer<typeof keptBuyer>): OperatorActor => ({
    kind: "operator",
    accountId,
    apiKeyId,
  });
  return {
    operators: {
      "demo-buyer": operatorOf(buyers["demo-buyer"]),
      "demo-bidder": operatorOf(buyers["demo-bidder"]),
    },
    cardOf: (buyer) => buyers[buyer].cardId,
    callAs: (buyer, method, path, body) =>
      call(options.baseUrl, method, path, { body, headers: bearer(buyers[buyer].secret) }),
    async once(name, act) {
      if (done.includes(name)) return;
      await act();
      done.push(name);
      writeKept(file, kept);
    },
  };
}

/**
 * Different cards, because accounts that share a card count as one person, who may not bid twice.
 */
const cards: Record<DemoBuyer, string> = {
  "demo-buyer": "pm_card_visa",
  "demo-bidder": "pm_card_mastercard",
};

async function makePeople(market: DemoMarket, options: SellersOptions): Promise<StoredPeople> {
  const makeBuyer = async (name: DemoBuyer) => {
    const owner = await market.signIn(options, `${name}@example.com`);
    const { operator, secret } = await market.addKey(owner);
    const { accountId, apiKeyId } = operator;
    return { secret, cardId: await market.addCard(owner, cards[name]), accountId, apiKeyId };
  };
  const openSeller = async (email: string) =>
    market.enablePayouts(await market.signIn(options, email));
  const [buyer, bidder] = await Promise.all([
    makeBuyer("demo-buyer"),
    makeBuyer("demo-bidder"),
    ...Object.values(sellerOwners).map(openSeller),
  ]);
  options.onProgress("demo-buyer@example.com and demo-bidder@example.com have a key and a card");
  return { buyers: { "demo-buyer": buyer, "demo-bidder": bidder }, done: [] };
}

const bearer = (secret: string) => ({ Authorization: `Bearer ${secret}` });

/** Stored people may belong to another database; they are created again then. */
async function readKept(file: string, baseUrl: string): Promise<StoredPeople | null> {
  if (!existsSync(file)) return null;
  const parsed = keptSchema.safeParse(JSON.parse(readFileSync(file, "utf8")));
  if (!parsed.success) return null;
  const headers = bearer(parsed.data.buyers["demo-buyer"].secret);
  try {
    await call(baseUrl, "GET", "/operator/me", { headers });
    return parsed.data;
  } catch (error) {
    if (error instanceof CallError && error.status === 401) return null;
    throw error;
  }
}

function writeKept(file: string, kept: StoredPeople): void {
  writeFileSync(`${file}.new`, JSON.stringify(kept), { mode: 0o600 });
  renameSync(`${file}.new`, file);
}
