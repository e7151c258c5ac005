/** Whether browsers may send files of this site straight to the store: asked as a browser asks. */
import type { Storage } from "./port.ts";

const ASK_TIMEOUT_MS = 5_000;

/**
 * Null: pages of `siteUrl` may PUT. Otherwise what is wrong, in a sentence. It is the request that
 * browsers make before the first PUT (CORS), to an address that is signed and never used.
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
