/** The variables of searching by meaning. */
import { z } from "zod";
import { plainAddress, port } from "../environment-lists.ts";

const positiveInteger = z.coerce.number().int().positive();
const mebibyte = 1024 ** 2;

export const embeddingsVariables = {
  /**
   * An endpoint that speaks OpenAI's `POST /embeddings`, such as `https://host/v1`; the texts of
   * searches and listings go there. Without it searches know words alone
   * ([operating](operating.md#searching-by-meaning)).
   */
  EMBEDDINGS_URL: z
    .url()
    .transform((url) => url.replace(/\/$/, ""))
    .refine((url) => plainAddress(url), "http(s), without a password")
    .optional(),
  /** The model's name; needed with `EMBEDDINGS_URL`. */
  EMBEDDINGS_MODEL: z.string().min(1).max(100).optional(),
  /** Sent as a bearer token, where the endpoint wants one. */
  EMBEDDINGS_API_KEY: z.string().min(1).optional(),
  /** Asked of models that can shorten their vectors, 8 to 4096; left out, the model's own. */
  EMBEDDINGS_DIMENSIONS: z.coerce.number().int().min(8).max(4096).optional(),
  /** What the model wants before a search's text, such as `query: `. */
  EMBEDDINGS_QUERY_PREFIX: z.string().max(200).default(""),
  /** The same before a listing's; another one embeds all listings anew. */
  EMBEDDINGS_DOCUMENT_PREFIX: z.string().max(200).default(""),
  /**
   * How long a search waits for what is near in meaning: the vector of its text and the search
   * among vectors; then its words answer alone.
   */
  EMBEDDINGS_QUERY_MS_MAX: positiveInteger.max(4000).default(300),
  /** The cosine below which a listing is no hit by meaning; models differ. */
  EMBEDDINGS_SIMILARITY_MIN: z.coerce.number().min(0).max(1).default(0.3),
  /**
   * Signs of vectors that an API process keeps in its memory, at most 64 MiB; while they are read
   * anew twice as much. 0: Postgres looks at them, up to 50,000
   * ([operating](operating.md#searching-by-meaning)).
   */
  EMBEDDINGS_MEMORY_BYTES_MAX: z.coerce
    .number()
    .int()
    .min(0)
    .max(64 * mebibyte)
    .default(32 * mebibyte),
  /**
   * The vectors themselves beside their signs, at most 1 GiB; while they are read anew twice as
   * much. With more, or by 0, each search looks up 200 of them in Postgres.
   */
  EMBEDDINGS_VECTORS_BYTES_MAX: z.coerce
    .number()
    .int()
    .min(0)
    .max(1024 * mebibyte)
    .default(32 * mebibyte),
  /**
   * `en` for a model that knows English alone: searches in another language are then left to the
   * words.
   */
  EMBEDDINGS_LANGUAGE: z.enum(["en"]).optional(),
  /**
   * Port of `bun workers/embeddings/main.ts`, the endpoint of the small English model that comes
   * along.
   */
  EMBEDDINGS_PORT: port.default(4007),
};
