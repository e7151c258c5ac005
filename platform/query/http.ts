/** Calls a query process over HTTP, with limits on time and response size. */
import { z } from "zod";
import { traceCalls } from "../telemetry/trace-calls.ts";
import { currentTraceparent } from "../telemetry/tracing.ts";
import type { Queries, QueryResult, StoredQuery } from "./port.ts";

export type QueryEndpoint = { baseUrl: string; secret: string; timeoutMs: number };

/** The rows of a response, and room for the column names. */
const answerBytesMax = 16 * 1024 * 1024;

const refusalSchema = z.object({
  code: z.string(),
  detail: z.string(),
  faults: z
    .array(z.object({ pointer: z.string(), code: z.string(), detail: z.string() }))
    .optional(),
  retryAfterSeconds: z.int().min(1).optional(),
});

const refusedStatus = 422;

export function openHttpQueries(endpoint: QueryEndpoint): Queries {
  const queries: Queries = { run: (asked, signal) => ask(endpoint, asked, signal) };
  return traceCalls(queries, { name: "query", methods: ["run"] });
}

async function ask(
  { baseUrl, secret, timeoutMs }: QueryEndpoint,
  asked: StoredQuery,
  callerSignal: AbortSignal,
): Promise<QueryResult> {
  const signal = AbortSignal.any([callerSignal, AbortSignal.timeout(timeoutMs)]);
  const traceparent = currentTraceparent();
  try {
    const response = await fetch(`${baseUrl}/v1/query`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        authorization: `Bearer ${secret}`,
        ...(traceparent === null ? {} : { traceparent }),
      },
      body: JSON.stringify(asked),
      // The secret is sent only to the address that the operator configured.
      redirect: "manual",
      signal,
    });
    return await readAnswer(response);
  } catch (error) {
    const reason = error instanceof Error ? error.message : "unknown";
    return { kind: "failed", reason: signal.aborted ? "no answer in time" : reason };
  }
}

async function readAnswer(response: Response): Promise<QueryResult> {
  const { status } = response;
  if (status !== 200 && status !== refusedStatus) {
    await response.body?.cancel().catch(() => {});
    return { kind: "failed", reason: `the query process answered ${status}` };
  }
  const body = await readBytes(response);
  if (body === null) return { kind: "failed", reason: "the answer is too large" };
  if (status === 200) return { kind: "answered", body };
  const refusal = refusalSchema.safeParse(JSON.parse(new TextDecoder().decode(body)));
  if (!refusal.success) return { kind: "failed", reason: "a misshapen refusal" };
  const { code, detail, faults, retryAfterSeconds } = refusal.data;
  return {
    kind: "refused",
    refusal: {
      code,
      detail,
      ...(faults === undefined ? {} : { faults }),
      ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    },
  };
}

/** Null as soon as it is too large, whatever size was announced. */
async function readBytes(response: Response): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > answerBytesMax) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
