/** The embeddings port over HTTP, against a stand-in that also gives invalid answers. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { newReceiptKey } from "../../dev/secrets.ts";
import { ConfigError, loadConfig } from "../../platform/config.ts";
import { openEmbeddings } from "../../platform/embeddings/open-embeddings.ts";
import type { Embeddings } from "../../platform/embeddings/port.ts";
import { QueryGuard } from "../../platform/embeddings/query-guard.ts";
import {
  type EmbeddingsStandIn,
  embeddingsAnswer,
  startEmbeddings,
} from "../support/embeddings.ts";

let endpoint: EmbeddingsStandIn;
let embeddings: Embeddings;

beforeEach(() => {
  endpoint = startEmbeddings();
  embeddings = open({});
});
afterEach(() => endpoint.stop());

function open(changes: Partial<Parameters<typeof openEmbeddings>[0]>): Embeddings {
  const opened = openEmbeddings({
    EMBEDDINGS_URL: endpoint.url,
    EMBEDDINGS_MODEL: "stand-in",
    EMBEDDINGS_API_KEY: "sk-secret",
    EMBEDDINGS_QUERY_PREFIX: "",
    EMBEDDINGS_DOCUMENT_PREFIX: "",
    EMBEDDINGS_QUERY_MS_MAX: 300,
    ...changes,
  });
  if (opened === null) throw new Error("nothing is configured");
  return opened;
}

const cosine = (a: Float32Array, b: Float32Array) =>
  a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);

describe("documents", () => {
  test("get unit vectors in their order, by the endpoint's own path, with the key", async () => {
    const result = await embeddings.embedDocuments(["rain in Lisbon", "gold", "Lisbon rain"]);
    if (result.kind !== "embedded") throw new Error(result.detail);
    const [rain, gold, again] = result.vectors as [Float32Array, Float32Array, Float32Array];
    expect(cosine(rain, rain)).toBeCloseTo(1, 5);
    expect(cosine(rain, again)).toBeGreaterThan(cosine(rain, gold) + 0.2);
    const [call] = endpoint.calls;
    expect(call?.headers.get("authorization")).toBe("Bearer sk-secret");
    expect(call?.body).toEqual(expect.objectContaining({ model: "stand-in" }));
  });

  test("are sent in calls of 32 texts at most", async () => {
    const texts = Array.from({ length: 70 }, (_, at) => `text ${at}`);
    const result = await embeddings.embedDocuments(texts);
    expect(result.kind === "embedded" && result.vectors.length).toBe(70);
    expect(endpoint.calls.map(({ body }) => body.input.length)).toEqual([32, 32, 6]);
  });

  test("have the prefix that the model wants, and their vectors another name", async () => {
    const prefixed = open({ EMBEDDINGS_DOCUMENT_PREFIX: "passage: " });
    await prefixed.embedDocuments(["rain"]);
    expect(endpoint.calls[0]?.body.input).toEqual(["passage: rain"]);
    expect(prefixed.model).not.toBe(embeddings.model);
  });

  test("are tried again after a 503, and embedded by the next answer", async () => {
    endpoint.state.behaviour = () =>
      endpoint.calls.length === 1 ? new Response("busy", { status: 503 }) : null;
    expect(await embeddings.embedDocuments(["rain"])).toMatchObject({ kind: "embedded" });
    expect(endpoint.calls.length).toBe(2);
  });

  test("are left for later when the endpoint names a long pause", async () => {
    endpoint.state.behaviour = () =>
      new Response("", { status: 429, headers: { "retry-after": "60" } });
    expect(await embeddings.embedDocuments(["rain"])).toMatchObject({
      kind: "failed",
      code: "http_429",
      retryAfterSeconds: 60,
    });
    expect(endpoint.calls.length).toBe(1);
  });

  test.each([400, 413, 422])("%i refuses the texts for good", async (status) => {
    endpoint.state.behaviour = () => new Response("too long", { status });
    const result = await embeddings.embedDocuments(["rain"]);
    expect(result).toMatchObject({ kind: "refused", code: `http_${status}` });
    expect(endpoint.calls.length).toBe(1);
  });
});

describe("an answer that is none", () => {
  const ones = (length: number) => new Array<number>(length).fill(1);
  const cases: [name: string, answer: () => Response, why: RegExp][] = [
    ["no JSON", () => new Response("<h1>502</h1>"), /not the JSON/],
    ["no data", () => Response.json({ error: "no" }), /not the JSON/],
    ["too few vectors", () => embeddingsAnswer([]), /0 vectors for 1/],
    ["a word in a vector", () => embeddingsAnswer([["a", ...ones(7)]]), /not a number/],
    ["NaN, which JSON has as null", () => embeddingsAnswer([[null, ...ones(7)]]), /not a number/],
    [
      "a number beyond all",
      () => new Response('{"data":[{"embedding":[1e999,1,1,1,1,1,1,1]}]}'),
      /not a number/,
    ],
    ["nothing but zeros", () => embeddingsAnswer([new Array(8).fill(0)]), /direction/],
    ["a vector of three numbers", () => embeddingsAnswer([ones(3)]), /3 numbers/],
    ["a vector of 5,000 numbers", () => embeddingsAnswer([ones(5000)]), /5000 numbers/],
    ["a foreign index", () => Response.json({ data: [{ index: 7, embedding: ones(8) }] }), /index/],
    ["a redirect", () => Response.redirect("http://127.0.0.1:9/elsewhere", 307), /redirect/],
    ["more bytes than vectors have", () => new Response("x".repeat(1_000_000)), /larger/],
  ];
  test.each(cases)("%s", async (_name, answer, why) => {
    endpoint.state.behaviour = answer;
    const guarded = await embeddings.embedQuery("rain");
    expect(guarded).toBeNull();
    const result = await embeddings.embedDocuments(["rain"]);
    expect(result).toMatchObject({ kind: "failed", detail: expect.stringMatching(why) });
  });

  test("two lengths of vectors in one answer, or another than was asked for", async () => {
    endpoint.state.behaviour = () => embeddingsAnswer([ones(8), ones(9)]);
    const mixed = await embeddings.embedDocuments(["a", "b"]);
    expect(mixed).toMatchObject({ kind: "failed", code: "answer_invalid" });
    endpoint.state.behaviour = null;
    const asked = open({ EMBEDDINGS_DIMENSIONS: 32 });
    expect(await asked.embedDocuments(["a"])).toMatchObject({
      detail: "64 dimensions instead of 32",
    });
    expect(endpoint.calls.at(-1)?.body.dimensions).toBe(32);
  });
});

describe("a search's text", () => {
  test("is asked once, however it is spaced and however many ask at once", async () => {
    const vectors = await Promise.all([
      embeddings.embedQuery("rain in Lisbon"),
      embeddings.embedQuery(" Rain  in lisbon "),
    ]);
    expect(await embeddings.embedQuery("rain in lisbon")).toBe(vectors[0]);
    expect(vectors[1]).toBe(vectors[0]);
    expect(endpoint.calls.length).toBe(1);
  });

  test("has no vector when the endpoint does not answer within the limit", async () => {
    let release = () => {};
    const held = new Promise<null>((resolve) => {
      release = () => resolve(null);
    });
    endpoint.state.behaviour = () => held as Promise<never>;
    expect(await embeddings.embedQuery("rain")).toBeNull();
    release();
  });

  test("nobody asks an endpoint that fails, until one tries after the rest", async () => {
    let nowMs = 0;
    let isUp = false;
    let asked = 0;
    const guard = new QueryGuard({
      nowMs: () => nowMs,
      ask: async () => {
        asked += 1;
        if (isUp) return { kind: "embedded", vectors: [new Float32Array([1])] };
        return { kind: "failed", code: "http_500", detail: "" };
      },
    });
    for (const text of ["a", "b", "c", "d", "e"]) expect(await guard.embed(text)).toBeNull();
    expect(asked).toBe(3);
    nowMs = 10_001;
    isUp = true;
    expect(await Promise.all([guard.embed("f"), guard.embed("g")])).toEqual([
      new Float32Array([1]),
      null,
    ]);
    expect(await guard.embed("h")).toEqual(new Float32Array([1]));
  });
});

describe("the configuration", () => {
  test("without an endpoint nothing is opened", () => {
    const none = { EMBEDDINGS_QUERY_PREFIX: "", EMBEDDINGS_DOCUMENT_PREFIX: "" };
    expect(openEmbeddings({ ...none, EMBEDDINGS_QUERY_MS_MAX: 300 })).toBeNull();
  });

  test.each([
    [{ EMBEDDINGS_URL: "https://u:p@host/v1", EMBEDDINGS_MODEL: "m" }, "without a password"],
    [{ EMBEDDINGS_URL: "ftp://host/v1", EMBEDDINGS_MODEL: "m" }, "http(s)"],
    [{ EMBEDDINGS_URL: "https://host/v1" }, "EMBEDDINGS_MODEL"],
  ])("%j is a fault", (env, fault) => {
    const load = () => loadConfig({ ...minimalEnv, ...env });
    expect(load).toThrow(ConfigError);
    expect(load).toThrow(fault);
    expect(load).not.toThrow("u:p");
  });
});

const secret = "s".repeat(32);
const minimalEnv = {
  PUBLIC_BASE_URL: "http://localhost:4000",
  DATABASE_URL: "postgres://localhost/market",
  NATS_URL: "nats://localhost",
  STORAGE_DIR: "store",
  STORAGE_SIGNING_SECRET: secret,
  RESEND_API_KEY: "re_1",
  OIDC_ISSUER: "http://localhost:1",
  OIDC_CLIENT_ID: "a",
  OIDC_CLIENT_SECRET: "b",
  AGENT_TOKEN_SECRET: secret,
  SESSION_SECRET: secret,
  APPROVAL_SECRET: secret,
  WEBHOOK_SECRET: secret,
  RECEIPT_KEYS: newReceiptKey(),
  STRIPE_SECRET_KEY: "sk_test_1",
  STRIPE_WEBHOOK_SECRET: "whsec_1",
};
