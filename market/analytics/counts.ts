/**
 * Counts of one process in memory, in bounded space, until they are written. A process that is killed
 * loses the seconds since the last write.
 */
import { createHmac } from "node:crypto";
import { type VisitKind, type Visits, visitKinds } from "../../db/vocabulary/analytics.ts";
import { COUNTED_LISTINGS_MAX, COUNTED_SEARCHES_MAX } from "./limits.ts";

type UnmetCount = { searches: number; marks: number };
export type TakenCounts = {
  visits: Map<string, Visits>;
  /** Files of purchases that were fetched, by purchase. */
  purchases: Map<string, number>;
  unmet: Map<string, UnmetCount>;
};

const markBits = 16;

export class AudienceCounts {
  #taken = none();
  readonly #secret: string;

  /** `secret`: keys the hash of callers. */
  constructor(secret: string) {
    this.#secret = secret;
  }

  countVisit(listingId: string, kind: VisitKind): void {
    const { visits } = this.#taken;
    const known = visits.get(listingId);
    if (known !== undefined) known[kind] += 1;
    else if (visits.size < COUNTED_LISTINGS_MAX) visits.set(listingId, { ...noVisits, [kind]: 1 });
  }

  countPurchaseDownload(purchaseId: string): void {
    add(this.#taken.purchases, purchaseId, 1, COUNTED_LISTINGS_MAX);
  }

  /** `caller` is only hashed to one of sixteen marks, and differently for other words. */
  countUnmet(words: string, caller: string): void {
    const { unmet } = this.#taken;
    if (!unmet.has(words) && unmet.size >= COUNTED_SEARCHES_MAX) return;
    const [byte = 0] = createHmac("sha256", this.#secret).update(`${words}\n${caller}`).digest();
    const mark = 1 << (byte % markBits);
    const { searches, marks } = unmet.get(words) ?? { searches: 0, marks: 0 };
    unmet.set(words, { searches: searches + 1, marks: marks | mark });
  }

  /** The counts since the last call; the process starts again from zero. */
  take(): TakenCounts {
    const taken = this.#taken;
    this.#taken = none();
    return taken;
  }

  /** Adds counts that could not be written, within the limits. */
  putBack({ visits, purchases, unmet }: TakenCounts): void {
    const now = this.#taken;
    for (const [id, counts] of visits) {
      const known = now.visits.get(id);
      if (known !== undefined) for (const kind of visitKinds) known[kind] += counts[kind];
      else if (now.visits.size < COUNTED_LISTINGS_MAX) now.visits.set(id, counts);
    }
    for (const [id, count] of purchases) add(now.purchases, id, count, COUNTED_LISTINGS_MAX);
    for (const [words, { searches, marks }] of unmet) {
      const known = now.unmet.get(words);
      if (known === undefined && now.unmet.size >= COUNTED_SEARCHES_MAX) continue;
      now.unmet.set(words, {
        searches: searches + (known?.searches ?? 0),
        marks: marks | (known?.marks ?? 0),
      });
    }
  }
}

const noVisits: Visits = { pageViews: 0, apiReads: 0, samples: 0, queries: 0, downloads: 0 };

const none = (): TakenCounts => ({ visits: new Map(), purchases: new Map(), unmet: new Map() });

function add(counts: Map<string, number>, key: string, count: number, sizeMax: number): void {
  const known = counts.get(key);
  if (known !== undefined || counts.size < sizeMax) counts.set(key, (known ?? 0) + count);
}
