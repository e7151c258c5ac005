/**
 * A local stand-in for an embeddings endpoint: texts that share words get similar vectors. It can
 * also be slow, fail, or return invalid answers.
 */
import { createHash } from "node:crypto";

type Call = { headers: Headers; body: { model: string; input: string[]; dimensions?: number } };
type Behaviour = (call: Call) => Response | Promise<Response> | null;

export type EmbeddingsStandIn = Awaited<ReturnType<typeof startEmbeddings>>;

/** `concepts` maps synonyms to one direction, as a model that knows them would. */
export function startEmbeddings(
  options: { dimensions?: number; concepts?: Record<string, string> } = {},
) {
  const state = { dimensions: options.dimensions ?? 64, behaviour: null as Behaviour | null };
  const calls: Call[] = [];
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      const call: Call = { headers: request.headers, body: await request.json() };
      calls.push(call);
      const special = await state.behaviour?.(call);
      if (special !== null && special !== undefined) return special;
      return embeddingsAnswer(
        call.body.input.map((text) => vectorOf(text, state.dimensions, options.concepts ?? {})),
      );
    },
  });
  return { url: `http://127.0.0.1:${server.port}/v1`, state, calls, stop: () => server.stop(true) };
}

export function embeddingsAnswer(vectors: unknown[]): Response {
  const data = vectors.map((embedding, index) => ({ object: "embedding", index, embedding }));
  return Response.json({ object: "list", data, model: "stand-in" });
}

/** Sums one fixed direction per word. */
function vectorOf(text: string, dimensions: number, concepts: Record<string, string>): number[] {
  const vector = new Array<number>(dimensions).fill(0);
  for (const [word] of text.toLowerCase().matchAll(/[\p{L}\p{N}]+/gu)) {
    const direction = directionOf(concepts[word] ?? word, dimensions);
    for (const [at, value] of direction.entries()) vector[at] = (vector[at] ?? 0) + value;
  }
  return vector;
}

function directionOf(word: string, dimensions: number): number[] {
  const values: number[] = [];
  for (let block = 0; values.length < dimensions; block += 1) {
    const digest = createHash("sha256").update(`${word} ${block}`).digest();
    values.push(...[...digest].map((byte) => byte / 127.5 - 1));
  }
  return values.slice(0, dimensions);
}
