/** The endpoint of the bundled model: OpenAI's protocol, its limits, and the order of service. */
import { describe, expect, test } from "bun:test";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbeddings } from "../../../dev/parts/embeddings.ts";
import { freePort } from "../../../dev/parts/ports.ts";
import { openEmbeddings } from "../../../platform/embeddings/open-embeddings.ts";
import { Turns } from "../../../workers/embeddings/turns.ts";
import { forFile } from "../../support/for-file.ts";

const { started } = await forFile(open());
const url = `${started.url}/embeddings`;

async function open() {
  const logFile = join(mkdtempSync(join(tmpdir(), "market-model-")), "embeddings.log");
  const started = await startEmbeddings({ port: await freePort(), logFile });
  return { started, close: () => started.stop() };
}

function post(body: unknown): Promise<Response> {
  return fetch(url, { method: "POST", body: JSON.stringify(body) });
}

const none: Float32Array = new Float32Array();
const cosine = (one = none, other = none) =>
  one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0);

describe("through the port of the marketplace", () => {
  test("texts that mean alike are near, whatever their words", async () => {
    const embeddings = openEmbeddings({
      EMBEDDINGS_URL: started.url,
      EMBEDDINGS_MODEL: started.model,
      EMBEDDINGS_QUERY_PREFIX: "",
      EMBEDDINGS_DOCUMENT_PREFIX: "",
      EMBEDDINGS_QUERY_MS_MAX: 4000,
    });
    const texts = [
      "Real estate sales in Sacramento",
      "Daily rainfall of weather stations",
      "😀".repeat(900),
    ];
    const result = await embeddings?.embedDocuments(texts);
    if (result?.kind !== "embedded") throw new Error(JSON.stringify(result));
    const [houses, rain, signs] = result.vectors;
    expect(signs?.length).toBe(512);
    const query = (await embeddings?.embedQuery("prices of homes that were sold")) ?? undefined;
    expect(cosine(query, houses)).toBeGreaterThan(cosine(query, rain) + 0.1);
  });
});

describe("as OpenAI's", () => {
  test("answers a list in the order of the texts, as numbers or base64", async () => {
    const input = ["rain", "houses"];
    const numbers = await (await post({ model: "use-lite-en", input })).json();
    const packed = await (
      await post({ model: "use-lite-en", input, encoding_format: "base64" })
    ).json();
    expect(numbers.data.map(({ index }: { index: number }) => index)).toEqual([0, 1]);
    const bytes = Buffer.from(packed.data[1].embedding, "base64");
    const read = new Float32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4);
    expect([...read]).toEqual([...Float32Array.from(numbers.data[1].embedding as number[])]);
  });

  test.each([
    ["another model", { model: "other", input: "x" }],
    ["no text", { model: "use-lite-en", input: [] }],
    ["an empty text", { model: "use-lite-en", input: "" }],
    ["too many texts", { model: "use-lite-en", input: Array(65).fill("x") }],
    ["a text beyond its limit", { model: "use-lite-en", input: "x".repeat(16_001) }],
    ["a body beyond its limit", { model: "use-lite-en", input: "x".repeat(1_100_000) }],
    ["other dimensions", { model: "use-lite-en", input: "x", dimensions: 256 }],
    ["tokens", { model: "use-lite-en", input: [1, 2] }],
    ["no object", null],
  ])("refuses %s in words", async (_name, body) => {
    const answer = await post(body);
    expect(answer.status).toBe(400);
    const { error } = await answer.json();
    expect(error.type).toBe("invalid_request_error");
    expect(error.message.length).toBeGreaterThan(10);
  });

  test("other addresses and methods", async () => {
    expect((await fetch(url)).status).toBe(405);
    expect((await fetch(`${started.url}/models`)).status).toBe(404);
  });
});

describe("turns", () => {
  test("a search goes before listings that wait, and nobody works for callers who have gone", async () => {
    const order: string[] = [];
    const turns = new Turns(
      async (text) => {
        order.push(text);
        return [1];
      },
      { textsWaitingMax: 4 },
    );
    const gone = new AbortController();
    const { signal } = new AbortController();
    const listings = turns.embedAll(["one", "two"], signal);
    const left = turns.embedAll(["left", "too"], gone.signal);
    gone.abort();
    expect(turns.hasRoomFor(2)).toBe(false);
    const search = turns.embedAll(["search"], signal);
    expect(await Promise.all([listings, left, search])).toEqual([[[1], [1]], [null, null], [[1]]]);
    expect(order).toEqual(["one", "search", "two"]);
  });

  test("a text that the model cannot read fails alone", async () => {
    const embed = async (text: string) => {
      if (text === "bad") throw new Error("bad text");
      return [1];
    };
    const turns = new Turns(embed, { textsWaitingMax: 10 });
    const { signal } = new AbortController();
    await expect(turns.embedAll(["bad"], signal)).rejects.toThrow("bad text");
    expect(await turns.embedAll(["good"], signal)).toEqual([[1]]);
  });
});
