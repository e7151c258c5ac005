/**
 * OpenAI's `POST /v1/embeddings` for the bundled model, for the services of one marketplace.
 * https://platform.openai.com/docs/api-reference/embeddings
 */
import { z } from "zod";
import { localModel } from "../../platform/embeddings/model-config.ts";
import { answerHealth, type Probe } from "../../platform/health.ts";
import { nullIfBroken, readBody } from "../../platform/read-body.ts";
import { tracedEntry } from "../../platform/telemetry/tracing.ts";
import type { Turns } from "./turns.ts";

const bodyBytesMax = 1024 * 1024;
const textsMax = 64;
const textCharsMax = 16_000;
const busyRetrySeconds = 5;

const text = z.string().min(1).max(textCharsMax);
const requestSchema = z.object({
  model: z.literal(localModel.name),
  input: z.union([text.transform((one) => [one]), z.array(text).min(1).max(textsMax)]),
  dimensions: z.literal(localModel.dimensions).optional(),
  encoding_format: z.enum(["float", "base64"]).default("float"),
});

type EmbeddingsRequest = z.infer<typeof requestSchema>;

/**
 * Resolves once the model is loaded; the server starts to listen after that. `serving` rejects once
 * no more requests should be sent here.
 */
export function createEndpoint(
  turns: Turns,
  serving: Probe,
): (request: Request) => Promise<Response> {
  return async (request) => {
    const { pathname } = new URL(request.url);
    const health = await answerHealth(pathname, { serving });
    if (health !== null) return health;
    if (pathname !== "/v1/embeddings") return refusal(404, "There is no such address.");
    if (request.method !== "POST")
      return refusal(405, "This address takes POST.", { allow: "POST" });
    const asked = await readAsked(request);
    if (typeof asked === "string") return refusal(400, asked);
    const parent = request.headers.get("traceparent");
    const attributes = { "market.texts": asked.input.length };
    return await tracedEntry("embed texts", { kind: "server", parent, attributes }, () =>
      answer(asked, turns, request),
    );
  };
}

async function readAsked(request: Request): Promise<EmbeddingsRequest | string> {
  const body = await readBody(request, bodyBytesMax).catch(nullIfBroken);
  if (body === null) return `The body is incomplete, or larger than ${bodyBytesMax} bytes.`;
  const parsed = requestSchema.safeParse(parseJson(new TextDecoder().decode(body)));
  return parsed.success ? parsed.data : z.prettifyError(parsed.error);
}

async function answer(asked: EmbeddingsRequest, turns: Turns, request: Request): Promise<Response> {
  const { input, encoding_format: format } = asked;
  if (!turns.hasRoomFor(input.length)) {
    const headers = { "retry-after": String(busyRetrySeconds) };
    return refusal(503, "Too many texts wait for their vectors.", headers);
  }
  const vectors = await turns.embedAll(input, request.signal);
  const data = vectors.map((vector, index) => ({
    object: "embedding",
    index,
    embedding: format === "base64" ? inBase64(vector ?? []) : vector,
  }));
  const usage = { prompt_tokens: 0, total_tokens: 0 };
  return Response.json({ object: "list", model: localModel.name, data, usage });
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

function inBase64(vector: number[]): string {
  return Buffer.from(Float32Array.from(vector).buffer).toString("base64");
}

function refusal(status: number, message: string, headers: Record<string, string> = {}): Response {
  const error = { message, type: status === 503 ? "server_error" : "invalid_request_error" };
  return Response.json({ error }, { status, headers });
}
