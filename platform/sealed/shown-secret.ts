/**
 * Encrypts a new secret between the form that created it and the page that shows it. The key is
 * derived from SESSION_SECRET and the session's cookie, which no server stores, so another session
 * cannot decrypt it.
 */
import { hkdfSync } from "node:crypto";
import { CompactEncrypt, compactDecrypt, errors } from "jose";
import { firstThatOpens, type SecretList } from "../secrets/secret-list.ts";

type SealedFor = {
  /** SESSION_SECRET. */
  secrets: SecretList;
  /** The session cookie of the creator. */
  sessionCookieValue: string;
  /** The key or webhook that it belongs to. */
  subjectId: string;
};

/** A compact JWE (A256GCM) of `text`. */
export function sealShownSecret(by: SealedFor, text: string): Promise<string> {
  return new CompactEncrypt(new TextEncoder().encode(text))
    .setProtectedHeader({ alg: "dir", enc: "A256GCM" })
    .encrypt(keyFor(by, by.secrets[0]));
}

/** The secret; null for another session, another subject or a changed value. */
export function openShownSecret(by: SealedFor, sealed: string): Promise<string | null> {
  return firstThatOpens(by.secrets, (secret) => openBy(keyFor(by, secret), sealed));
}

async function openBy(key: Uint8Array, sealed: string): Promise<string | null> {
  try {
    const { plaintext } = await compactDecrypt(sealed, key);
    return new TextDecoder().decode(plaintext);
  } catch (error) {
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
}

function keyFor({ sessionCookieValue, subjectId }: SealedFor, secret: string): Uint8Array {
  const purpose = `dataset-market shown-secret v1 ${subjectId}`;
  return new Uint8Array(hkdfSync("sha256", secret, sessionCookieValue, purpose, 32));
}
