/** Verifies deliveries of Standard Webhooks with Web Crypto. */
import type { Event } from "./generated/types.ts";

export class WebhookError extends Error {
  override readonly name = "WebhookError";
}

export type Delivery = {
  /** The body as it arrived, not parsed. */
  body: string;
  headers: Headers | Record<string, string | undefined>;
  /** `whsec_…`; several while a rotation lasts. */
  secret: string | string[];
  /** How old a delivery may be. */
  toleranceSeconds?: number;
};

const encoder = new TextEncoder();

/** The event of a delivery that the marketplace signed. Throws {@link WebhookError}. */
export async function verifyWebhook(delivery: Delivery): Promise<Event> {
  const { body, secret, toleranceSeconds = 300 } = delivery;
  const read = headersOf(delivery.headers);
  const [id, time, signatures] = ["webhook-id", "webhook-timestamp", "webhook-signature"].map(read);
  if (!id || !time || !signatures) throw new WebhookError("A header of the signature is missing.");
  const age = Math.abs(Date.now() / 1000 - Number(time));
  if (!(age <= toleranceSeconds))
    throw new WebhookError("The delivery is too old, or a clock is wrong.");
  const signed = encoder.encode(`${id}.${time}.${body}`);
  for (const one of [secret].flat()) {
    const key = await importSecret(one);
    for (const entry of signatures.split(" ")) {
      const [version, text = ""] = entry.split(",");
      if (version !== "v1") continue;
      if (await crypto.subtle.verify("HMAC", key, bytesOf(text), signed)) {
        return JSON.parse(body) as Event;
      }
    }
  }
  throw new WebhookError("No signature is by this secret.");
}

function headersOf(headers: Delivery["headers"]): (name: string) => string | undefined {
  if (headers instanceof Headers) return (name) => headers.get(name) ?? undefined;
  const lower = new Map(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
  return (name) => lower.get(name);
}

function importSecret(secret: string): Promise<CryptoKey> {
  const bytes = bytesOf(secret.replace(/^whsec_/, ""));
  return crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, [
    "verify",
  ]);
}

/** Base64 or base64url; no bytes if it is neither. */
export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  try {
    const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    return Uint8Array.from(binary, (char) => char.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}
