/**
 * The demo's seller agents: registered and approved over HTTP, with tokens stored for the next
 * start.
 */
import { randomUUID } from "node:crypto";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { signInHeadless } from "../parts/sign-in-headless.ts";
import type { SellerName } from "./demo-dataset.ts";
import {
  approveAgent,
  CallError,
  createSellerClient,
  registerAgent,
  type SellerClient,
} from "./seller-client.ts";

export type Sellers = Record<SellerName, SellerClient>;

export type SellersOptions = {
  baseUrl: string;
  identity: { issuer: string; clientId: string; clientSecret: string };
  /** Each agent's token is a file in this folder. */
  dataDir: string;
  onProgress: (line: string) => void;
};

export const sellerOwners: Record<SellerName, string> = {
  "demo-catalogue": "demo-seller@example.com",
  "open-desk": "open-desk@example.com",
  "made-up-labs": "made-up-labs@example.com",
};

const agentSchema = z.object({ registrationKey: z.string(), token: z.string().optional() });
type KeptAgent = z.infer<typeof agentSchema>;

/** One after another, because registrations are limited per address. */
export async function openSellers(options: SellersOptions): Promise<Sellers> {
  return {
    "demo-catalogue": await openSeller(options, "demo-catalogue"),
    "open-desk": await openSeller(options, "open-desk"),
    "made-up-labs": await openSeller(options, "made-up-labs"),
  };
}

/** A stored token may belong to another database; the agent registers again then. */
async function openSeller(options: SellersOptions, name: SellerName): Promise<SellerClient> {
  const file = agentFile(options.dataDir, name);
  const kept = readAgent(file);
  if (kept?.token !== undefined) {
    const seller = createSellerClient(options.baseUrl, kept.token);
    try {
      if (!(await seller.readAgent()).verified) await approve(options, name, kept.token);
      return await requireNamed(seller, name);
    } catch (error) {
      if (!(error instanceof CallError && error.status === 401)) throw error;
    }
  }
  // Stored before the call: after a crash in between, the same key returns the same token.
  const registrationKey = kept?.token === undefined && kept ? kept.registrationKey : randomUUID();
  writeAgent(file, { registrationKey });
  const names = { owner_email: sellerOwners[name], agent_name: name };
  const token = await registerAgent(options.baseUrl, names, registrationKey);
  writeAgent(file, { registrationKey, token });
  await approve(options, name, token);
  return await requireNamed(createSellerClient(options.baseUrl, token), name);
}

/**
 * Registering again without the token creates another agent, which would load a second catalogue.
 */
async function requireNamed(seller: SellerClient, name: SellerName): Promise<SellerClient> {
  const { agent_name: given } = await seller.readAgent();
  if (given === name) return seller;
  throw new Error(
    `${name} is registered already, and its token is not at hand: there is "${given}" now.`,
  );
}

async function approve(options: SellersOptions, name: SellerName, token: string): Promise<void> {
  const email = sellerOwners[name];
  const { idToken } = await signInHeadless({
    ...options.identity,
    redirectUri: `${options.baseUrl}/auth/callback`,
    email,
  });
  await approveAgent(options.baseUrl, token, idToken);
  options.onProgress(`agent ${name} registered, and approved by ${email}`);
}

/** The file that stores a seller's agent between starts. */
export function agentFile(dataDir: string, name: SellerName): string {
  return join(dataDir, name === "demo-catalogue" ? "demo-agent.json" : `demo-agent-${name}.json`);
}

function readAgent(file: string): KeptAgent | undefined {
  if (!existsSync(file)) return undefined;
  const parsed = agentSchema.safeParse(JSON.parse(readFileSync(file, "utf8")));
  return parsed.success ? parsed.data : undefined;
}

function writeAgent(file: string, agent: KeptAgent): void {
  writeFileSync(`${file}.new`, JSON.stringify(agent), { mode: 0o600 });
  renameSync(`${file}.new`, file);
}
