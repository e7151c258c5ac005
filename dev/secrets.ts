/** The secrets of an embedded stack: random, generated once, stored in its data folder. */
import { generateKeyPairSync, randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

const names = [
  "AGENT_TOKEN_SECRET",
  "SESSION_SECRET",
  "APPROVAL_SECRET",
  "WEBHOOK_SECRET",
  "QUERY_SECRET",
  "STORED_SECRETS_KEYS",
  "RECEIPT_KEYS",
  "STORAGE_SIGNING_SECRET",
  "OIDC_CLIENT_SECRET",
  "IDENTITY_COOKIE_SECRET",
  "RESEND_API_KEY",
  "STRIPE_SECRET_KEY",
  "STRIPE_WEBHOOK_SECRET",
] as const;

/** Prefixes of real secrets, by which clients and logs recognise them. */
const prefixes: Partial<Record<(typeof names)[number], string>> = {
  STRIPE_SECRET_KEY: "sk_test_",
  STRIPE_WEBHOOK_SECRET: "whsec_",
};

export type Secrets = Record<(typeof names)[number], string>;

const SECRET_BYTES = 32;

/** Reads `secrets.json` in `dataDir`, and adds secrets that a newer version needs. */
export function loadSecrets(dataDir: string): Secrets {
  const file = join(dataDir, "secrets.json");
  const kept = existsSync(file) ? readSecrets(file) : {};
  const secrets = Object.fromEntries(
    names.map((name) => [name, kept[name] ?? newSecret(name)]),
  ) as Secrets;
  mkdirSync(dataDir, { recursive: true });
  // An interrupted write must not lose the secrets on which earlier tokens depend.
  writeFileSync(`${file}.new`, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
  return secrets;
}

/** The only secret that is a key pair: `RECEIPT_KEYS`. */
export function newReceiptKey(): string {
  return JSON.stringify(generateKeyPairSync("ed25519").privateKey.export({ format: "jwk" }));
}

function newSecret(name: (typeof names)[number]): string {
  if (name === "RECEIPT_KEYS") return newReceiptKey();
  return `${prefixes[name] ?? ""}${randomBytes(SECRET_BYTES).toString("hex")}`;
}

function readSecrets(file: string): Record<string, string> {
  try {
    return z.record(z.string(), z.string()).parse(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    throw new Error(`${file} cannot be read. Delete it for new secrets: old tokens then end.`);
  }
}
