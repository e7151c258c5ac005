/**
 * Keeps the input of a form whose session had expired, encrypted in a cookie. Only the same browser
 * has it, only this service can read it, and only for the account that entered it.
 */
import { brotliCompressSync, brotliDecompressSync, constants } from "node:zlib";
import { CompactEncrypt, compactDecrypt, errors } from "jose";
import { z } from "zod";
import { firstThatOpens, type SecretList } from "../secrets/secret-list.ts";
import { COOKIE_VALUE_CHARACTERS_MAX, keyFor } from "../session.ts";
import { hourSeconds } from "../time.ts";

export const KEPT_FORM_TTL_SECONDS = hourSeconds;
/** Size of the fields before compression; the largest content of a form. */
const KEPT_FORM_BYTES_MAX = 256 * 1024;
/** Fast, and nearly as small as possible. */
const compression = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

const keptFormSchema = z.object({
  accountId: z.string().min(1),
  /** The page with the form. */
  path: z.string().startsWith("/"),
  fields: z.array(z.tuple([z.string(), z.string()])),
  expiresAtMs: z.int(),
});

export type KeptForm = Omit<z.infer<typeof keptFormSchema>, "expiresAtMs">;

/** The cookie's value; null if it would exceed the browsers' limit. */
export async function sealKeptForm(
  secrets: SecretList,
  form: KeptForm,
  now: Date,
): Promise<string | null> {
  const expiresAtMs = now.getTime() + KEPT_FORM_TTL_SECONDS * 1000;
  const bytes = Buffer.from(JSON.stringify({ ...form, expiresAtMs }));
  if (bytes.length > KEPT_FORM_BYTES_MAX) return null;
  const sealed = await new CompactEncrypt(brotliCompressSync(bytes, compression))
    .setProtectedHeader({ alg: "dir", enc: "A256GCM" })
    .encrypt(keyFor(secrets[0], "kept-form"));
  return sealed.length <= COOKIE_VALUE_CHARACTERS_MAX ? sealed : null;
}

/** Decrypts the input of {@link sealKeptForm}; null if it is missing, changed or expired. */
export async function openKeptForm(
  secrets: SecretList,
  value: string | undefined,
  now: Date,
): Promise<KeptForm | null> {
  if (!value || value.length > COOKIE_VALUE_CHARACTERS_MAX) return null;
  return firstThatOpens(secrets, (secret) => openBy(keyFor(secret, "kept-form"), value, now));
}

async function openBy(key: Uint8Array, value: string, now: Date): Promise<KeptForm | null> {
  try {
    const { plaintext } = await compactDecrypt(value, key);
    const limits = { maxOutputLength: KEPT_FORM_BYTES_MAX };
    const given = JSON.parse(brotliDecompressSync(plaintext, limits).toString());
    const { expiresAtMs, ...form } = keptFormSchema.parse(given);
    return now.getTime() < expiresAtMs ? form : null;
  } catch (error) {
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
}
