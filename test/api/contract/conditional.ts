/** Drives of conditional requests on what is a caller's own. */
import type { Answer, TestApi } from "../../support/api.ts";

/** What its holder is answered. */
export async function getHeld(api: TestApi, path: string, token?: string): Promise<Answer> {
  const first = await api.send("GET", path, { token });
  const etag = String(first.headers.get("etag"));
  return api.send("GET", path, { token, headers: { "if-none-match": etag } });
}

/** A change by who has read something else than what is there. */
export function changeOutdated(api: TestApi, path: string, token: string): Promise<Answer> {
  return api.send("PATCH", path, { token, body: {}, headers: { "if-match": '"of-before"' } });
}
