import type { Storage } from "./port.ts";

const ASK_TIMEOUT_MS = 5_000;

/**
 * Checks whether pages of `siteUrl` may PUT to the store: null, or the problem in a sentence. Sends
 * the preflight request (CORS) that browsers make, to a signed address that is never used.
 */
export async function browserUploadTrouble(
  storage: Pick<Storage, "signPut">,
  siteUrl: string,
): Promise<string | null> {
  const { origin } = new URL(siteUrl);
  const url = await storage.signPut("uploads/origin", { ttlSeconds: 60, byteSizeMax: 1 });
  const headers = {
    origin,
    "access-control-request-method": "PUT",
    "access-control-request-headers": "content-md5",
  };
  const signal = AbortSignal.timeout(ASK_TIMEOUT_MS);
  const answer = await fetch(url, { method: "OPTIONS", headers, signal }).catch(() => null);
  if (answer === null) return `The store does not answer at ${new URL(url).origin}`;
  await answer.body?.cancel();
  const allowed = answer.headers.get("access-control-allow-origin");
  if (answer.ok && (allowed === "*" || allowed === origin)) return null;
  return `The bucket has no CORS rule that lets pages of ${origin} send files by PUT`;
}
