/** Clock tasks for embeddings: finds listings without a vector, and deletes unused vectors. */
import { fillEmbeddings } from "../../market/search/embed/fill-embeddings.ts";
import { forgetEmbeddings } from "../../market/search/embed/forget-embeddings.ts";
import { indexVectors } from "../../market/search/embed/index-vectors.ts";
import { hourSeconds } from "../../platform/time.ts";
import type { ClockTask } from "./task.ts";

export const embeddingClockTasks: ClockTask[] = [
  { name: "fill_embeddings", everySeconds: 5, run: ({ ctx, bus }) => fillEmbeddings(ctx, bus) },
  { name: "index_vectors", everySeconds: 60, run: ({ ctx }) => indexVectors(ctx) },
  { name: "forget_embeddings", everySeconds: hourSeconds, run: ({ ctx }) => forgetEmbeddings(ctx) },
];
