/** Checks the headers of answers against the documented ones. */
import { expect } from "bun:test";
import { commonHeaders, componentHeaders } from "../../../api/http/response-headers.ts";
import type { Answer } from "../../support/api.ts";

type Documented = { responses: Record<string, { headers?: Record<string, unknown> }> };

/** Headers of transport, browser rules and compression: documented once, not for each answer. */
const unsaid = new Set([
  "connection",
  "content-encoding",
  "content-length",
  "content-security-policy",
  "content-type",
  "date",
  "keep-alive",
  "link",
  "referrer-policy",
  "strict-transport-security",
  "transfer-encoding",
  "vary",
  "x-content-type-options",
]);

const common = Object.keys(commonHeaders).map((name) => name.toLowerCase());
const always = ["x-request-id", "cache-control"];

/** Every required header is present, and every header present is documented. */
export function expectDocumentedHeaders({ responses }: Documented, answer: Answer): void {
  const named = Object.entries(responses[String(answer.status)]?.headers ?? {});
  const documented = named.map(([name, header]) => ({
    name: name.toLowerCase(),
    isRequired: isRequired(header as { $ref: string }),
  }));
  const sent = [...answer.headers.keys()].filter((name) => !unsaid.has(name));
  const missing = documented.filter(({ name, isRequired }) => isRequired && !sent.includes(name));
  expect(missing).toEqual([]);
  expect(always.filter((name) => !sent.includes(name))).toEqual([]);
  const known = new Set([...documented.map(({ name }) => name), ...common]);
  const others = sent.filter((name) => !known.has(name) && !name.startsWith("access-control-"));
  expect(others).toEqual([]);
}

function isRequired({ $ref }: { $ref: string }): boolean {
  const name = $ref.slice($ref.lastIndexOf("/") + 1) as keyof typeof componentHeaders;
  return componentHeaders[name].required === true;
}
