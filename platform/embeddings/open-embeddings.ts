import { pause } from "../bell.ts";
import { traceCalls } from "../telemetry/trace-calls.ts";
import { callEmbeddings, type EmbeddingsEndpoint } from "./openai.ts";
import type { Embeddings, EmbeddingsResult } from "./port.ts";
import { QueryGuard } from "./query-guard.ts";

type EmbeddingsConfig = {
  EMBEDDINGS_URL?: string | undefined;
  EMBEDDINGS_MODEL?: string | undefined;
  EMBEDDINGS_API_KEY?: string | undefined;
  EMBEDDINGS_DIMENSIONS?: number | undefined;
  EMBEDDINGS_QUERY_PREFIX: string;
  EMBEDDINGS_DOCUMENT_PREFIX: string;
  EMBEDDINGS_QUERY_MS_MAX: number;
};

/** Endpoints accept between 32 and 2,048; few per call keep answers below some megabytes. */
const textsPerCallMax = 32;
const documentsTimeoutMs = 30_000;
const triesMax = 3;
/** Failures that a retry in some seconds may cure; a wrong answer stays wrong. */
const passes = /^(?:timeout|connection_failed|http_429|http_5\d\d)$/;
const pauseSeconds = { base: 0.5, max: 8 };

/**
 * Opens the configured endpoint. Null if there is none: nothing is embedded, stored or searched by
 * vectors.
 */
export function openEmbeddings(config: EmbeddingsConfig): Embeddings | null {
  const { EMBEDDINGS_URL: baseUrl, EMBEDDINGS_MODEL: model } = config;
  if (baseUrl === undefined || model === undefined) return null;
  const endpoint: EmbeddingsEndpoint = {
    baseUrl,
    model,
    apiKey: config.EMBEDDINGS_API_KEY,
    dimensions: config.EMBEDDINGS_DIMENSIONS,
  };
  const queryLimit = { timeoutMs: config.EMBEDDINGS_QUERY_MS_MAX };
  const guard = new QueryGuard({
    ask: (text) => callEmbeddings(endpoint, [config.EMBEDDINGS_QUERY_PREFIX + text], queryLimit),
    nowMs: () => performance.now(),
  });
  const embeddings: Embeddings = {
    model: storedName(endpoint, config),
    embedDocuments: (texts) =>
      embedAll(
        endpoint,
        texts.map((text) => config.EMBEDDINGS_DOCUMENT_PREFIX + text),
      ),
    embedQuery: (text) => guard.embed(text),
  };
  const methods = ["embedDocuments", "embedQuery"] as const;
  return traceCalls(embeddings, { name: "embeddings", methods });
}

/** The name includes everything that changes the vectors of a text. */
function storedName({ model, dimensions }: EmbeddingsEndpoint, config: EmbeddingsConfig): string {
  const asked = dimensions === undefined ? model : `${model}@${dimensions}`;
  const prefix = config.EMBEDDINGS_DOCUMENT_PREFIX;
  return prefix === "" ? asked : `${asked} ${JSON.stringify(prefix)}`;
}

async function embedAll(
  endpoint: EmbeddingsEndpoint,
  texts: readonly string[],
): Promise<EmbeddingsResult> {
  const vectors: Float32Array[] = [];
  for (let at = 0; at < texts.length; at += textsPerCallMax) {
    const result = await callAgain(endpoint, texts.slice(at, at + textsPerCallMax));
    if (result.kind !== "embedded") return result;
    vectors.push(...result.vectors);
  }
  return { kind: "embedded", vectors };
}

/** If an endpoint asks for a longer pause than ours, the caller has to retry later. */
async function callAgain(
  endpoint: EmbeddingsEndpoint,
  texts: readonly string[],
): Promise<EmbeddingsResult> {
  const never = new AbortController().signal;
  for (let tries = 1; ; tries += 1) {
    const result = await callEmbeddings(endpoint, texts, { timeoutMs: documentsTimeoutMs });
    if (result.kind !== "failed" || tries === triesMax || !passes.test(result.code)) return result;
    const seconds = result.retryAfterSeconds ?? pauseSeconds.base * 2 ** tries;
    if (seconds > pauseSeconds.max) return result;
    await pause(seconds * (0.5 + Math.random() / 2), never);
  }
}
