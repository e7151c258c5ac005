/** The signs of a model's vectors in the memory of a searching process, kept up to date with the database. */
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
/** Deletions are not reported: deleted vectors go at the next full load. Until then no search shows them. */
const keptMs = 10 * minuteMs;
/** The pause after a load that failed or was outdated when it ended. */
const pauseMs = 10_000;

type LoadedSigns = {
  modelId: number;
  readFrom: ReadFrom;
  hasVectors: boolean;
  signs: SignTable;
  loadedAtMs: number;
};

type Followed = { model: SearchedModel; signs: SignsHeld | null };

export const loadOutcomes = ["loaded", "too_many", "failed"] as const;

export type LoadOutcome = (typeof loadOutcomes)[number];

type Options = {
  /** A monotonic clock in milliseconds. */
  nowMs?: () => number;
  /** Called after each load; `error` if it failed. */
  onLoad?: (outcome: LoadOutcome, error?: unknown) => void;
};

type Limits = Pick<Config, "EMBEDDINGS_MEMORY_BYTES_MAX" | "EMBEDDINGS_VECTORS_BYTES_MAX">;

export class SignsInMemory {
  readonly #bytesMax: number;
  readonly #vectorBytesMax: number;
  readonly #nowMs: () => number;
  readonly #onLoad: NonNullable<Options["onLoad"]>;
  #held: LoadedSigns | null = null;
  #loading: Promise<void> | null = null;
  #loadsFromMs = 0;

  constructor(
    limits: Limits,
    { nowMs = () => performance.now(), onLoad = () => {} }: Options = {},
  ) {
    this.#bytesMax = limits.EMBEDDINGS_MEMORY_BYTES_MAX;
    this.#vectorBytesMax = limits.EMBEDDINGS_VECTORS_BYTES_MAX;
    this.#nowMs = nowMs;
    this.#onLoad = onLoad;
  }

  /** How many vectors are held by their signs, and how many of them also by their bytes. */
  get held(): { signs: number; vectors: number } {
    const signs = this.#held?.signs.size ?? 0;
    return { signs, vectors: this.#held?.signs.hasVectors === true ? signs : 0 };
  }

  /** Resolves when the current load has ended. */
  async loaded(): Promise<void> {
    await this.#loading;
  }

  /**
   * The model, and its signs with everything committed before. Null signs: not loaded yet, too many for
   * memory, or pgvector has an index of them. Null: there are no vectors.
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
   * Whether all changes are known. Of two answers, the earlier one may arrive last and restore old signs:
   * its `readFrom` is before the newer changes, so the next search corrects that.
   */
  #catchUp(held: LoadedSigns, { id, changed, readFrom }: SearchedModel): boolean {
    const listings = parseRecords(changed);
    if (held.modelId !== id || listings.length >= changedMax) {
      if (this.#held === held) this.#held = null;
      return false;
    }
    for (const listing of listings) held.signs.put(listing);
    held.readFrom = readFrom;
    held.hasVectors = held.signs.hasVectors;
    return true;
  }

  #loadIfDue(db: Database, model: SearchedModel): void {
    const nowMs = this.#nowMs();
    const isFresh = this.#held?.modelId === model.id && nowMs - this.#held.loadedAtMs < keptMs;
    if (isFresh || this.#loading !== null || nowMs < this.#loadsFromMs || this.#bytesMax === 0)
      return;
    this.#loadsFromMs = nowMs + pauseMs;
    this.#loading = this.#load(db, model)
      .then(this.#onLoad, (error: unknown) => this.#onLoad("failed", error))
      .finally(() => {
        this.#loading = null;
      });
  }

  /** Searches continue with the old signs meanwhile. The next search reads changes made during the load. */
  async #load(db: Database, { id: modelId, dimensions }: SearchedModel): Promise<LoadOutcome> {
    const signs = new SignTable(dimensions, { vectorBytesMax: this.#vectorBytesMax });
    let readFrom: ReadFrom | null = null;
    for (let after: string | null = null; ; ) {
      const rows = { after, rowsMax: pageRows, withVectors: signs.hasVectors };
      const page = await readSignsPage(db, modelId, rows);
      readFrom = readFrom === null ? page.readFrom : earlier(readFrom, page.readFrom);
      for (const listing of page.listings) signs.put(listing);
      if (signs.bytes > this.#bytesMax) return this.#giveUp();
      if (page.listings.length < pageRows) break;
      after = page.listings.at(-1)?.id ?? null;
    }
    const { hasVectors } = signs;
    this.#held = { modelId, readFrom, hasVectors, signs, loadedAtMs: this.#nowMs() };
    return "loaded";
  }

  /** Tries again once vectors may have been deleted. */
  #giveUp(): LoadOutcome {
    this.#held = null;
    this.#loadsFromMs = this.#nowMs() + keptMs;
    return "too_many";
  }
}

/** Replicas differ: one that lags has not seen changes that another one has. */
function earlier(one: ReadFrom, other: ReadFrom): ReadFrom {
  return BigInt(other) < BigInt(one) ? other : one;
}
