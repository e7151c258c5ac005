/**
 * How far behind a replica can be, by this process' clock alone: the primary is asked again and again
 * how much it has written, and a replica that has replayed an answer lacks nothing from before it.
 */

/** A place in the write-ahead log, as `X/Y` in hexadecimal. */
export type LogPlace = string;

type Sample = { place: bigint; askedAtMs: number };

/** Keeps what the primary has answered for as long as anybody may ask for it. */
export class PrimarySamples {
  readonly #keptMs: number;
  #samples: Sample[] = [];

  constructor(keptMs: number) {
    this.#keptMs = keptMs;
  }

  /** `askedAtMs`: from before the question, so that what was committed until then is in the answer. */
  add(place: LogPlace, askedAtMs: number): void {
    const sample = { place: logBytes(place), askedAtMs };
    const last = this.#samples.at(-1);
    // Less than before: another server has taken the primary's place, and counts otherwise.
    if (last !== undefined && sample.place < last.place) this.#samples = [];
    const oldestMs = askedAtMs - this.#keptMs;
    this.#samples = [...this.#samples.filter((kept) => kept.askedAtMs >= oldestMs), sample];
  }

  /** At most so old is what a replica shows that has replayed up to the place; null: nobody knows. */
  ageMs(replayed: LogPlace, nowMs: number): number | null {
    const reached = logBytes(replayed);
    const newest = this.#samples.findLast(({ place }) => place <= reached);
    return newest === undefined ? null : nowMs - newest.askedAtMs;
  }
}

/** Written as two halves of 32 bits. */
export function logBytes(place: LogPlace): bigint {
  const [high = "", low = ""] = place.split("/");
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}
