/**
 * Encodes an older client's capability in its session id, the only value that the client repeats.
 * The server stores nothing, so any process can read it, and a forged id harms only its sender.
 */
import { randomUUID } from "node:crypto";
import type { ReadBody } from "../message.ts";

export const sessionHeader = "mcp-session-id";

const prefix = "opens-pages-";

/** A session id for a 2025-11-25 client that can open pages for its person; null for all others. */
export function sessionFor(body: ReadBody | null): string | null {
  if (body?.kind !== "json") return null;
  const message = body.value as Initialize | null;
  if (message?.method !== "initialize") return null;
  const { url } = message.params?.capabilities?.elicitation ?? {};
  return typeof url === "object" && url !== null ? `${prefix}${randomUUID()}` : null;
}

type Initialize = {
  method?: unknown;
  params?: { capabilities?: { elicitation?: { url?: unknown } | null } | null } | null;
};

export function opensPages({ headers }: Request): boolean {
  return headers.get(sessionHeader)?.startsWith(prefix) ?? false;
}
