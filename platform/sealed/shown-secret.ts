/**
 * Seals a new secret between the form that made it and the page that shows it. The key is derived from
 * SESSION_SECRET and the session's cookie, which no server keeps: another session cannot open it.
 */
import { hkdfSync } from "node:crypto";
import { CompactEncrypt, compactDecrypt, errors } from "jose";

type SealedFor = {
  /** SESSION_SECRET. */
  secret: string;
  /** The value of the cookie of the session that made it. */
  sessionCookieValue: string;
  /** The key or webhook that it belongs to. */
  subjectId: string;
};

/** A compact JWE (A256GCM) of `text`. */
export function sealShownSecret(by: SealedFor, text: string): Promise<string> {
  return new CompactEncrypt(new TextEncoder().encode(text))
    .setProtectedHeader({ alg: "dir", enc: "A256GCM" })
    .encrypt(keyFor(by));
}

/** What was sealed; null for another session, another subject or a changed value. */
export async function openShownSecret(by: SealedFor, sealed: string): Promise<string | null> {
  try {
    const { plaintext } = await compactDecrypt(sealed, keyFor(by));
    return new TextDecoder().decode(plaintext);
  } catch (error) {
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
}

function keyFor({ secret, sessionCookieValue, subjectId }: SealedFor): Uint8Array {
  const purpose = `dataset-market shown-secret v1 ${subjectId}`;
  return new Uint8Array(hkdfSync("sha256", secret, sessionCookieValue, purpose, 32));
}
