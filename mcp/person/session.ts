/**
 * What an older client has said of itself, in the one thing that it repeats: its session's id. Nothing is
 * kept: any process reads it, and a lie harms nobody but the liar.
 */
import { randomUUID } from "node:crypto";
import type { ReadBody } from "../message.ts";

export const sessionHeader = "mcp-session-id";

const prefix = "opens-pages-";

/** A session for a client that shows pages to its person (2025-11-25); others need none. */
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
