/**
 * Fetches clients' metadata documents and keys for the provider, with the limits of webhooks:
 * public addresses only, no redirects, little time and few bytes.
 */
import {
  OAUTH_CLIENT_DOCUMENT_BYTES_MAX,
  OAUTH_CLIENT_DOCUMENT_SECONDS_MAX,
} from "../../market/connection/limits.ts";
import { callStranger, type StrangerOptions } from "../../platform/webhooks/call-stranger.ts";
import { openResolver } from "../../platform/webhooks/resolver.ts";
import { type ClientMetadata, clientFault, tidyClient } from "./client-metadata.ts";

/** Tests provide names and certificates themselves. */
export type DocumentOptions = Partial<
  Pick<StrangerOptions, "allowLoopback" | "resolve" | "extraAuthorities">
>;

const keptHeaders = ["cache-control", "expires", "content-type"];

/** The provider's `fetch`. Rejects an incomplete answer, and one that cannot be a client's. */
export function createDocumentFetch(
  options: DocumentOptions,
): (url: string | URL | Request) => Promise<Response> {
  const { resolve = openResolver() } = options;
  const limits: StrangerOptions = {
    allowLoopback: false,
    ...options,
    resolve,
    timeoutSeconds: OAUTH_CLIENT_DOCUMENT_SECONDS_MAX,
    // One byte more than the limit shows that a document is longer.
    bodyBytesMax: OAUTH_CLIENT_DOCUMENT_BYTES_MAX + 1,
  };
  return async (url) => {
    const address = url instanceof Request ? url.url : String(url);
    const call = { method: "GET" as const, headers: { accept: "application/json" } };
    const answer = await callStranger(address, call, limits, new AbortController().signal);
    if (!answer.isWhole) throw new Error("the document is too large, or breaks off");
    const headers = keptHeaders.flatMap((name): [string, string][] => {
      const value = answer.headers[name];
      return typeof value === "string" ? [[name, value]] : [];
    });
    const text = new TextDecoder().decode(answer.body);
    // Response refuses a body for 304 and similar statuses.
    if (answer.status !== 200) return Response.json({}, { status: failureStatus(answer.status) });
    return new Response(tidied(address, text), { status: 200, headers });
  };
}

function failureStatus(status: number): number {
  return status >= 400 && status < 600 ? status : 502;
}

/** Returns any document that is not a client's unchanged. */
function tidied(address: string, text: string): string {
  const document = asClient(address, text);
  if (document === null) return text;
  const fault = clientFault(document);
  if (fault !== null) throw new Error(fault.detail);
  if (isSecretShared(document)) return text;
  return JSON.stringify(tidyClient(document));
}

/** The provider itself refuses these. */
function isSecretShared({ token_endpoint_auth_method: method, ...rest }: ClientMetadata): boolean {
  return String(method).startsWith("client_secret") || "client_secret" in rest;
}

function asClient(address: string, text: string): ClientMetadata | null {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null || !("client_id" in value)) return null;
    return value.client_id === address ? { ...value } : null;
  } catch {
    return null;
  }
}
