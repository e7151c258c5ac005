/** Clients that send `Authorization: Basic` though they have no secret, as older libraries always do. */

/** The client's id where the secret is empty (RFC 6749 §2.3.1); null: it is no such header. */
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
