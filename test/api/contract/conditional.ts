/** Calls that test conditional requests on a caller's own resources. */
import type { Answer, TestApi } from "../../support/api.ts";

/** Repeats the read with the ETag that the caller already has. */
export async function getHeld(api: TestApi, path: string, token?: string): Promise<Answer> {
  const first = await api.send("GET", path, { token });
  const etag = String(first.headers.get("etag"));
  return api.send("GET", path, { token, headers: { "if-none-match": etag } });
}

/** A change based on an outdated read. */
export function changeOutdated(api: TestApi, path: string, token: string): Promise<Answer> {
  return api.send("PATCH", path, { token, body: {}, headers: { "if-match": '"of-before"' } });
}
