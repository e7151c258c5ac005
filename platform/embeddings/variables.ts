/** The variables of searching by meaning. */
import { z } from "zod";
import { plainAddress, port } from "../environment-lists.ts";

const positiveInteger = z.coerce.number().int().positive();
const mebibyte = 1024 ** 2;

export const embeddingsVariables = {
  /** An endpoint that speaks OpenAI's `POST /embeddings`; without one searches know words alone. */
  EMBEDDINGS_URL: z
    .url()
    .transform((url) => url.replace(/\/$/, ""))
    .refine((url) => plainAddress(url), "http(s), without a password")
    .optional(),
  EMBEDDINGS_MODEL: z.string().min(1).max(100).optional(),
  EMBEDDINGS_API_KEY: z.string().min(1).optional(),
  /** Asked of models that can shorten their vectors; left out, the model's own. */
  EMBEDDINGS_DIMENSIONS: z.coerce.number().int().min(8).max(4096).optional(),
  /** What some models want before a search's text and before a listing's, such as `query: `. */
  EMBEDDINGS_QUERY_PREFIX: z.string().max(200).default(""),
  EMBEDDINGS_DOCUMENT_PREFIX: z.string().max(200).default(""),
  /** How long a search waits for the vector of its text. */
  EMBEDDINGS_QUERY_MS_MAX: positiveInteger.max(4000).default(300),
  /** Vectors less alike than this are no hits: a cosine, whose use differs by model. */
  EMBEDDINGS_SIMILARITY_MIN: z.coerce.number().min(0).max(1).default(0.3),
  /** Of the signs of vectors that an API process keeps in its memory; 0: Postgres looks at them. */
  EMBEDDINGS_MEMORY_BYTES_MAX: z.coerce
    .number()
    .int()
    .min(0)
    .max(64 * mebibyte)
    .default(32 * mebibyte),
  /** Of the vectors themselves beside those signs; where they are more, or by 0, each search looks them up. */
  EMBEDDINGS_VECTORS_BYTES_MAX: z.coerce
    .number()
    .int()
    .min(0)
    .max(1024 * mebibyte)
    .default(32 * mebibyte),
  /** The only language that the model knows: searches in others reach it in words of this one. */
  EMBEDDINGS_LANGUAGE: z.enum(["en"]).optional(),
  /** Of `bun workers/embeddings/main.ts` alone: the endpoint of the model that comes along. */
  EMBEDDINGS_PORT: port.default(4007),
};
