/**
 * Accepts `Authorization: Basic` with an empty secret, as older client libraries always send it.
 */

/** The client's id if its secret is empty (RFC 6749 §2.3.1); null for any other header. */
export function secretlessClient(authorization: string | null): string | null {
  const [, packed] = /^basic +([\w+/=-]+)$/i.exec(authorization ?? "") ?? [];
  if (packed === undefined) return null;
  const [, id] = /^([^:]+):$/.exec(Buffer.from(packed, "base64").toString("utf8")) ?? [];
  if (id === undefined) return null;
  try {
    return decodeURIComponent(id.replaceAll("+", " "));
  } catch {
    return null;
  }
}
