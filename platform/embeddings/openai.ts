/**
 * Calls an endpoint compatible with OpenAI's `POST /embeddings` once, with limits on time and
 * answer. https://platform.openai.com/docs/api-reference/embeddings
 */
import { currentTraceparent } from "../telemetry/tracing.ts";
import { readRetryAfter } from "../webhooks/retry-after.ts";
import { unitVectors } from "./answers.ts";
import { localModel } from "./model-config.ts";
import type { EmbeddingsResult } from "./port.ts";

export type EmbeddingsEndpoint = {
  /** Base URL of the API, such as `https://host/v1`. */
  baseUrl: string;
  apiKey: string | undefined;
  model: string;
  /** Requested if given; otherwise the model's own length. */
  dimensions: number | undefined;
};

/** A fully printed number takes some 24 characters; models have up to 4,096 numbers. */
const answerBytesPerTextMax = 128 * 1024;
const answerBytesBase = 64 * 1024;
const detailCharsMax = 200;

/** The texts are at fault, for example with too many tokens. Some endpoints answer 413 or 422. */
const refusalStatuses = new Set([400, 413, 422]);

/** One call for all texts. Never throws. */
export async function callEmbeddings(
  endpoint: EmbeddingsEndpoint,
  texts: readonly string[],
  { timeoutMs }: { timeoutMs: number },
): Promise<EmbeddingsResult> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(embeddingsUrl(endpoint.baseUrl), {
      method: "POST",
      headers: requestHeaders(endpoint),
      body: JSON.stringify(requestBody(endpoint, texts)),
      // The key is sent only to the address that the operator configured.
      redirect: "manual",
      signal,
    });
    return await readAnswer(response, endpoint, texts.length);
  } catch (error) {
    if (signal.aborted) return failed("timeout", `no answer within ${timeoutMs} ms`);
    return failed("connection_failed", error instanceof Error ? error.message : "unknown");
  }
}

function embeddingsUrl(baseUrl: string): string {
  const base = baseUrl.replace(/\/+$/, "");
  return base.endsWith("/embeddings") ? base : `${base}/embeddings`;
}

/** The trace continues at the bundled model; an external provider learns nothing of it. */
function requestHeaders({ apiKey, model }: EmbeddingsEndpoint): Record<string, string> {
  const traceparent = model === localModel.name ? currentTraceparent() : null;
  return {
    "content-type": "application/json",
    accept: "application/json",
    ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
    ...(traceparent === null ? {} : { traceparent }),
  };
}

function requestBody({ model, dimensions }: EmbeddingsEndpoint, texts: readonly string[]) {
  const body = { model, input: texts, encoding_format: "float" };
  return dimensions === undefined ? body : { ...body, dimensions };
}

async function readAnswer(
  response: Response,
  endpoint: EmbeddingsEndpoint,
  textCount: number,
): Promise<EmbeddingsResult> {
  const { status } = response;
  if (status < 200 || status > 299) {
    await response.body?.cancel().catch(() => {});
    return statusResult(status, response.headers.get("retry-after"));
  }
  const body = await readText(response, answerBytesBase + textCount * answerBytesPerTextMax);
  if (body === null) return failed("answer_too_large", "the answer is larger than its vectors");
  const read = unitVectors(body, { textCount, dimensions: endpoint.dimensions });
  return typeof read === "string"
    ? failed("answer_invalid", read)
    : { kind: "embedded", vectors: read };
}

function statusResult(status: number, retryAfter: string | null): EmbeddingsResult {
  if (refusalStatuses.has(status)) {
    return { kind: "refused", code: `http_${status}`, detail: "the endpoint refuses the texts" };
  }
  const isElsewhere = status >= 300 && status < 400;
  const detail = isElsewhere ? "redirects are not followed" : `the endpoint answered ${status}`;
  const retryAfterSeconds = readRetryAfter(retryAfter ?? undefined, new Date());
  const result = failed(`http_${status}`, detail);
  return retryAfterSeconds === null ? result : { ...result, retryAfterSeconds };
}

/** The body as text; null as soon as it is too large, whatever size was announced. */
async function readText(response: Response, bytesMax: number): Promise<string | null> {
  const chunks: Uint8Array[] = [];
  let bytesRead = 0;
  for await (const chunk of response.body ?? []) {
    bytesRead += chunk.byteLength;
    if (bytesRead > bytesMax) return null;
    chunks.push(chunk);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}

function failed(code: string, detail: string): Extract<EmbeddingsResult, { kind: "failed" }> {
  return { kind: "failed", code, detail: detail.slice(0, detailCharsMax) };
}
