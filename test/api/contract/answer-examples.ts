/** The examples of `/openapi.json`: true answers of the contract's test, kept when it is asked to. */
import process from "node:process";
import type { Answer, Json } from "../../support/api.ts";

const file = new URL("../../../api/http/answer-examples.json", import.meta.url);
const isKept = process.env.KEEP_ANSWER_EXAMPLES === "true";
const kept: Record<string, unknown> = {};

/** A list is shown by its first items, a long text by its beginning. */
const itemsMax = 1;
const textCharsMax = 400;

/** `KEEP_ANSWER_EXAMPLES=true bun test test/api/contract` writes them anew. */
export function keepExample(operationId: string, answer: Answer): void {
  const isJson = answer.headers.get("content-type")?.includes("json") === true;
  if (!isKept || !isJson || answer.status >= 300) return;
  kept[`${operationId} ${answer.status}`] = shortened(answer.body);
  Bun.write(file, `${JSON.stringify(sorted(kept), null, 2)}\n`);
}

function shortened(value: unknown): unknown {
  if (typeof value === "string") return neutral(value);
  if (Array.isArray(value)) return value.slice(0, itemsMax).map(shortened);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, held]) => [name, shortened(held)]));
}

/** Without this machine's ports, and without what looks like a secret. */
function neutral(text: string): string {
  return text
    .replace(/http:\/\/localhost:\d+/g, "https://market.example")
    .replace(/http:\/\/127\.0\.0\.1:\d+/g, "https://files.example")
    .replace(
      /eyJ[\w-]+\.[\w-]+\.[\w-]+/g,
      "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIwMTkyZjBjMSJ9.c2lnbmF0dXJl",
    )
    .replace(/whsec_[\w+/=]+/g, "whsec_c2VjcmV0IG9mIGFuIGV4YW1wbGU=")
    .replace(/(signature|sig)=[\w%-]+/g, "$1=example")
    .slice(0, textCharsMax);
}

function sorted(record: Record<string, unknown>): Json {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1))) as Json;
}
