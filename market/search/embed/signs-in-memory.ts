/** The signs of all vectors of a model in the memory of a process that searches, as the database has them. */
import type { Database } from "../../../db/client.ts";
import type { ModelKey } from "../../../db/queries/search/embeddings.ts";
import {
  changedMax,
  parseRecords,
  type ReadFrom,
  readSignsPage,
} from "../../../db/queries/search/signs.ts";
import {
  findSearchedModel,
  type SearchedModel,
  type SignsHeld,
} from "../../../db/queries/search/vectors.ts";
import type { Config } from "../../../platform/config.ts";
import { minuteMs } from "../../../platform/time.ts";
import { SignTable } from "./sign-table.ts";

const pageRows = 2_000;
/** Of what was deleted nothing is told: it goes when all are read anew. Until then no search shows it. */
const keptMs = 10 * minuteMs;
/** After a loading that failed, or whose end was too old already. */
const pauseMs = 10_000;

type Held = { modelId: number; readFrom: ReadFrom; signs: SignTable; loadedAtMs: number };

type Followed = { model: SearchedModel; signs: SignsHeld | null };

export class SignsInMemory {
  readonly #bytesMax: number;
  readonly #nowMs: () => number;
  #held: Held | null = null;
  #loading: Promise<void> | null = null;
  #loadsFromMs = 0;

  /** `nowMs`: milliseconds that only ever grow. */
  constructor(
    config: Pick<Config, "EMBEDDINGS_MEMORY_BYTES_MAX">,
    nowMs: () => number = () => performance.now(),
  ) {
    this.#bytesMax = config.EMBEDDINGS_MEMORY_BYTES_MAX;
    this.#nowMs = nowMs;
  }

  /** Of a loading that is under way. */
  async loaded(): Promise<void> {
    await this.#loading;
  }

  /**
   * The model, and its signs with all that was committed before. Null signs: they are not in memory yet, are too
   * many for it, or pgvector has an index of them; null: there are no vectors.
   */
  async follow(db: Database, key: ModelKey): Promise<Followed | null> {
    const held = this.#held;
    const model = await findSearchedModel(db, key, held);
    if (model === null) return null;
    if (model.isIndexed) this.#held = null;
    else this.#loadIfDue(db, model);
    if (held === null || model.isIndexed) return { model, signs: null };
    return { model, signs: this.#catchUp(held, model) ? held.signs : null };
  }

  /**
   * Whether all of the changes are known. Of two answers the earlier one may come last, and puts signs back: its
   * `readFrom` lies before what it did not see, so the next search mends that.
   */
  #catchUp(held: Held, { id, changed, readFrom }: SearchedModel): boolean {
    const listings = parseRecords(changed);
    if (held.modelId !== id || listings.length >= changedMax) {
      if (this.#held === held) this.#held = null;
      return false;
    }
    for (const { id: listingId, signs } of listings) held.signs.put(listingId, signs);
    held.readFrom = readFrom;
    return true;
  }

  #loadIfDue(db: Database, model: SearchedModel): void {
    const nowMs = this.#nowMs();
    const isFresh = this.#held?.modelId === model.id && nowMs - this.#held.loadedAtMs < keptMs;
    if (isFresh || this.#loading !== null || nowMs < this.#loadsFromMs || this.#bytesMax === 0)
      return;
    this.#loadsFromMs = nowMs + pauseMs;
    this.#loading = this.#load(db, model)
      .catch(() => {})
      .finally(() => {
        this.#loading = null;
      });
  }

  /** The searches of meanwhile go on as before. What changes while it reads is read by the next search. */
  async #load(db: Database, { id: modelId, dimensions }: SearchedModel): Promise<void> {
    const signs = new SignTable(dimensions);
    let readFrom: ReadFrom | null = null;
    for (let after: string | null = null; ; ) {
      const page = await readSignsPage(db, modelId, { after, rowsMax: pageRows });
      readFrom = readFrom === null ? page.readFrom : earlier(readFrom, page.readFrom);
      for (const listing of page.listings) signs.put(listing.id, listing.signs);
      if (signs.bytes > this.#bytesMax) return this.#giveUp();
      if (page.listings.length < pageRows) break;
      after = page.listings.at(-1)?.id ?? null;
    }
    this.#held = { modelId, readFrom, signs, loadedAtMs: this.#nowMs() };
  }

  /** Asked again once some may have been deleted. */
  #giveUp(): void {
    this.#held = null;
    this.#loadsFromMs = this.#nowMs() + keptMs;
  }
}

/** Replicas differ in what they have: one that is behind has not seen what another one has. */
function earlier(one: ReadFrom, other: ReadFrom): ReadFrom {
  return BigInt(other) < BigInt(one) ? other : one;
}
