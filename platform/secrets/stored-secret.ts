/**
 * Secrets that rows have to hold, sealed by a key of the operator's (AES-256-GCM): who reads the
 * database or a backup without the key learns none of them. Each is bound to its column and row.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { z } from "zod";
import type { Logger } from "../log.ts";
import { type SecretList, secretsOf } from "./secret-list.ts";

/** In the place of the first key: new values stay in clear, sealed ones are opened by the others. */
const CLEAR = "clear";

/** Of `STORED_SECRETS_KEYS`: the first one seals, all of them open. */
export const storedSecretsKeys = secretsOf(
  z.union([z.literal(CLEAR), z.string().min(32, "a key has at least 32 characters")]),
)
  .refine((keys) => keys.lastIndexOf(CLEAR) <= 0, `\`${CLEAR}\` stands first, or not at all`)
  .optional();

/** Without the variable everything stays in clear. */
export type StoredSecretsKeys = SecretList | undefined;

/** A value that was moved to another row or column opens no more. */
export type SealedPlace = { column: "webhook_endpoints.url"; rowId: string };

/** key_missing: none of the keys has sealed it. changed: it is not what that key has sealed. */
export type UnreadableReason = "key_missing" | "changed";
export type Opened =
  | { kind: "opened"; text: string }
  | { kind: "unreadable"; reason: UnreadableReason };

const FORMAT = "sealed.v1.";
const ALGORITHM = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_ID_BYTES = 6;

/** The text as the row holds it: `sealed.v1.<key id>.<nonce, tag and text in base64url>`. */
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

/** What {@link sealStored} was given; a value in clear is itself. */
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

/** How a column's values begin that need not be sealed anew; of values in clear, nothing at all. */
export function sealedBeginning(keys: StoredSecretsKeys, column: SealedPlace["column"]): string {
  const [key = CLEAR] = keys ?? [];
  return key === CLEAR ? "" : `${FORMAT}${derive(key, column).id}.`;
}

/** How every sealed value begins, whichever key has sealed it. */
export const anySealedBeginning = FORMAT;

type StartConfig = { STORED_SECRETS_KEYS?: StoredSecretsKeys; ALLOW_INSECURE_LOOPBACK: boolean };

/** At the start: tells where others' secrets stand in clear, unless it is on loopback. */
export function warnOfClearSecrets(config: StartConfig, log: Pick<Logger, "warn">): void {
  const [key = CLEAR] = config.STORED_SECRETS_KEYS ?? [];
  if (key !== CLEAR || config.ALLOW_INSECURE_LOOPBACK) return;
  log.warn(
    "addresses of webhooks, with tokens in them, are stored in clear: set STORED_SECRETS_KEYS",
  );
}

const bindingOf = ({ column, rowId }: SealedPlace) => Buffer.from(`${column} ${rowId}`);

type DerivedKey = { id: string; bytes: Uint8Array };

/** As many as the configuration has keys and columns. */
const derivedKeys = new Map<string, DerivedKey>();

/** The id tells keys apart in rows and documents, and says nothing of the key. */
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
