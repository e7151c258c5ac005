import { z } from "zod";
import { plainAddress, port } from "../environment-lists.ts";

const positiveInteger = z.coerce.number().int().positive();
const mebibyte = 1024 ** 2;

export const embeddingsVariables = {
  /**
   * Endpoint for [searching by meaning](operating.md#searching-by-meaning) (OpenAI's `POST
   * /embeddings`), such as `https://host/v1`; it gets the texts of searches and listings.
   */
  EMBEDDINGS_URL: z
    .url()
    .transform((url) => url.replace(/\/$/, ""))
    .refine((url) => plainAddress(url), "http(s), without a password")
    .optional(),
  /** Name of the model; required with `EMBEDDINGS_URL`. */
  EMBEDDINGS_MODEL: z.string().min(1).max(100).optional(),
  /** Bearer token, if the endpoint requires one. */
  EMBEDDINGS_API_KEY: z.string().min(1).optional(),
  /**
   * Requested vector length for models that can shorten their vectors, 8 to 4096; default: the
   * model's own.
   */
  EMBEDDINGS_DIMENSIONS: z.coerce.number().int().min(8).max(4096).optional(),
  /** Prefix that the model expects before a search's text, such as `query: `. */
  EMBEDDINGS_QUERY_PREFIX: z.string().max(200).default(""),
  /** The same before a listing's text; a new prefix embeds all listings again. */
  EMBEDDINGS_DOCUMENT_PREFIX: z.string().max(200).default(""),
  /**
   * How long a search waits for its vector and the search among vectors; then only words decide.
   */
  EMBEDDINGS_QUERY_MS_MAX: positiveInteger.max(4000).default(300),
  /** Cosine below which a listing is not a result by meaning; models differ. */
  EMBEDDINGS_SIMILARITY_MIN: z.coerce.number().min(0).max(1).default(0.3),
  /**
   * Memory for vectors' signs in an API process, at most 64 MiB; twice as much while they are
   * reloaded. `0`: Postgres compares them, up to 50,000.
   */
  EMBEDDINGS_MEMORY_BYTES_MAX: z.coerce
    .number()
    .int()
    .min(0)
    .max(64 * mebibyte)
    .default(32 * mebibyte),
  /**
   * The same for the vectors themselves, at most 1 GiB; beyond it each search reads 200 from
   * Postgres.
   */
  EMBEDDINGS_VECTORS_BYTES_MAX: z.coerce
    .number()
    .int()
    .min(0)
    .max(1024 * mebibyte)
    .default(32 * mebibyte),
  /** `en` for an English-only model: searches in other languages then use only words. */
  EMBEDDINGS_LANGUAGE: z.enum(["en"]).optional(),
  /** Port of `bun workers/embeddings/main.ts`, the endpoint of the bundled small English model. */
  EMBEDDINGS_PORT: port.default(4007),
};
