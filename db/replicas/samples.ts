/**
 * Determines how far behind a replica can be, using only this process's clock. The primary's write
 * position is sampled repeatedly; a replica that has replayed a sample lacks nothing from before
 * it.
 */

/** A position in the write-ahead log, as `X/Y` in hexadecimal. */
export type LogPlace = string;

type Sample = { place: bigint; askedAtMs: number };

/** Keeps the primary's positions as long as they can be needed. */
export class PrimarySamples {
  readonly #keptMs: number;
  #samples: Sample[] = [];

  constructor(keptMs: number) {
    this.#keptMs = keptMs;
  }

  /**
   * `askedAtMs` is the time before the question, so that everything committed until then is
   * included.
   */
  add(place: LogPlace, askedAtMs: number): void {
    const sample = { place: logBytes(place), askedAtMs };
    const last = this.#samples.at(-1);
    // A smaller position: another server has become the primary, with other positions.
    if (last !== undefined && sample.place < last.place) this.#samples = [];
    const oldestMs = askedAtMs - this.#keptMs;
    this.#samples = [...this.#samples.filter((kept) => kept.askedAtMs >= oldestMs), sample];
  }

  /** Largest possible age of the data of a replica at this position; null if unknown. */
  ageMs(replayed: LogPlace, nowMs: number): number | null {
    const reached = logBytes(replayed);
    const newest = this.#samples.findLast(({ place }) => place <= reached);
    return newest === undefined ? null : nowMs - newest.askedAtMs;
  }
}

/** The notation has two halves of 32 bits. */
export function logBytes(place: LogPlace): bigint {
  const [high = "", low = ""] = place.split("/");
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}
