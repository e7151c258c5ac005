/**
 * Encrypts secrets that rows must contain (AES-256-GCM) with the operator's key, so that the
 * database or a backup reveals none without the key. Each is bound to its column and row.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { z } from "zod";
import type { Logger } from "../log.ts";
import { type SecretList, secretsOf } from "./secret-list.ts";

/**
 * As the first key: new values are stored in plain text, encrypted ones are decrypted with the
 * other keys.
 */
const CLEAR = "clear";

/** `STORED_SECRETS_KEYS`: the first one encrypts, all of them decrypt. */
export const storedSecretsKeys = secretsOf(
  z.union([z.literal(CLEAR), z.string().min(32, "a key has at least 32 characters")]),
)
  .refine((keys) => keys.lastIndexOf(CLEAR) <= 0, `\`${CLEAR}\` stands first, or not at all`)
  .optional();

/** Without the variable everything is stored in plain text. */
export type StoredSecretsKeys = SecretList | undefined;

/** A value that was moved to another row or column cannot be decrypted. */
export type SealedPlace = {
  column: "webhook_endpoints.url" | "upload_imports.source" | "delivery_targets.credentials";
  rowId: string;
};

/** `key_missing`: none of the keys encrypted it. `changed`: it is not what the key encrypted. */
export type UnreadableReason = "key_missing" | "changed";
export type Opened =
  | { kind: "opened"; text: string }
  | { kind: "unreadable"; reason: UnreadableReason };

const FORMAT = "sealed.v1.";
const ALGORITHM = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_ID_BYTES = 6;

/** The text as stored in the row: `sealed.v1.<key id>.<nonce, tag and text in base64url>`. */
export function sealStored(keys: StoredSecretsKeys, place: SealedPlace, text: string): string {
  const [key = CLEAR] = keys ?? [];
  if (key === CLEAR) return text;
  const { id, bytes } = derive(key, place.column);
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, bytes, nonce).setAAD(bindingOf(place));
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  const packed = Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
  return `${FORMAT}${id}.${packed.toString("base64url")}`;
}

/** The text given to {@link sealStored}; a plain value is returned unchanged. */
export function openStored(keys: StoredSecretsKeys, place: SealedPlace, stored: string): Opened {
  if (!stored.startsWith(FORMAT)) return { kind: "opened", text: stored };
  const [keyId, packed = ""] = stored.slice(FORMAT.length).split(".");
  const known = keys?.filter((key) => key !== CLEAR).map((key) => derive(key, place.column));
  const key = known?.find(({ id }) => id === keyId);
  if (key === undefined) return { kind: "unreadable", reason: "key_missing" };
  const all = Buffer.from(packed, "base64url");
  const [nonce, tag] = [all.subarray(0, NONCE_BYTES), all.subarray(NONCE_BYTES).subarray(0, 16)];
  if (tag.length !== TAG_BYTES) return { kind: "unreadable", reason: "changed" };
  const decipher = createDecipheriv(ALGORITHM, key.bytes, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(bindingOf(place)).setAuthTag(tag);
  try {
    const start = decipher.update(all.subarray(NONCE_BYTES + TAG_BYTES));
    return { kind: "opened", text: Buffer.concat([start, decipher.final()]).toString("utf8") };
  } catch {
    return { kind: "unreadable", reason: "changed" };
  }
}

/** Beginning of a column's values that need not be encrypted again; empty for plain text. */
export function sealedBeginning(keys: StoredSecretsKeys, column: SealedPlace["column"]): string {
  const [key = CLEAR] = keys ?? [];
  return key === CLEAR ? "" : `${FORMAT}${derive(key, column).id}.`;
}

/** Beginning of every encrypted value, whichever key encrypted it. */
export const anySealedBeginning = FORMAT;

type StartConfig = { STORED_SECRETS_KEYS?: StoredSecretsKeys; ALLOW_INSECURE_LOOPBACK: boolean };

/**
 * At start-up: warns that others' secrets are stored in plain text, unless the service is on
 * loopback.
 */
export function warnOfClearSecrets(config: StartConfig, log: Pick<Logger, "warn">): void {
  const [key = CLEAR] = config.STORED_SECRETS_KEYS ?? [];
  if (key !== CLEAR || config.ALLOW_INSECURE_LOOPBACK) return;
  log.warn(
    "addresses of webhooks, which may contain tokens, are stored in plain text: set STORED_SECRETS_KEYS",
  );
}

const bindingOf = ({ column, rowId }: SealedPlace) => Buffer.from(`${column} ${rowId}`);

type DerivedKey = { id: string; bytes: Uint8Array };

/** One entry per configured key and column. */
const derivedKeys = new Map<string, DerivedKey>();

/** The id distinguishes keys in rows and documents, and reveals nothing about the key. */
function derive(key: string, column: SealedPlace["column"]): DerivedKey {
  const place = `${column} ${key}`;
  const known = derivedKeys.get(place);
  if (known !== undefined) return known;
  const by = (purpose: string, length: number) =>
    new Uint8Array(hkdfSync("sha256", key, "", `dataset-market stored-secret ${purpose}`, length));
  const id = Buffer.from(by("key id", KEY_ID_BYTES)).toString("hex");
  const made = { id, bytes: by(`v1 ${column}`, 32) };
  derivedKeys.set(place, made);
  return made;
}
