/** Listings whose text the embedding model refused. */
import { enqueueJob } from "../../../db/queries/journal/journal.ts";
import {
  findRefusedEmbedding,
  listRefusedEmbeddings,
  type RefusedEmbeddingRow,
} from "../../../db/queries/operations/embeddings.ts";
import type { StuckJob } from "../schemas.ts";
import { foundOf, type KindOfJob } from "./kind.ts";

export const embeddings: KindOfJob = {
  async list(db, { rowsMax }) {
    const rows = await listRefusedEmbeddings(db, rowsMax + 1);
    return foundOf([rows.map(view)], rowsMax);
  },

  async find(db, id) {
    const row = await findRefusedEmbedding(db, id, { lock: false });
    return row === null ? null : view(row);
  },

  async lock(tx, id) {
    const row = await findRefusedEmbedding(tx, id, { lock: true });
    return row === null ? null : view(row);
  },

  async retry(tx, { id }, { now }) {
    await enqueueJob(tx, "jobs.embed", { listing_ids: [id] }, now);
  },
};

function view({ id, title, model, errorCode, updatedAt }: RefusedEmbeddingRow): StuckJob {
  return {
    kind: "embedding",
    id,
    standing: "failed",
    label: title,
    since: updatedAt,
    tries: 1,
    nextTryAt: null,
    detail: `${model}: ${errorCode}`,
    hold: null,
    listingId: id,
    subject: { subjectKind: "listing", subjectId: id },
  };
}
