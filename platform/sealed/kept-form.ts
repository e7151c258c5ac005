/**
 * What was typed into a form whose session had ended, sealed into a cookie: only the browser that it was
 * typed in has it, only this service reads it, and only for the account that typed it.
 */
import { brotliCompressSync, brotliDecompressSync, constants } from "node:zlib";
import { CompactEncrypt, compactDecrypt, errors } from "jose";
import { z } from "zod";
import { firstThatOpens, type SecretList } from "../secrets/secret-list.ts";
import { COOKIE_VALUE_CHARACTERS_MAX, keyFor } from "../session.ts";
import { hourSeconds } from "../time.ts";

export const KEPT_FORM_TTL_SECONDS = hourSeconds;
/** Of the fields before they are compressed; what a form may hold at most. */
const KEPT_FORM_BYTES_MAX = 256 * 1024;
/** Quick, and nearly as small as it gets. */
const compression = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

const keptFormSchema = z.object({
  accountId: z.string().min(1),
  /** The page whose form it is. */
  path: z.string().startsWith("/"),
  fields: z.array(z.tuple([z.string(), z.string()])),
  expiresAtMs: z.int(),
});

export type KeptForm = Omit<z.infer<typeof keptFormSchema>, "expiresAtMs">;

/** The cookie's value; null where that would be larger than browsers keep. */
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

/** What {@link sealKeptForm} was given; null when it is missing, changed or its time is over. */
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
