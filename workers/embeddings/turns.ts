/** Chooses the next text: searches, for which somebody waits, come before listings. */
import { setImmediate } from "node:timers/promises";
import type { Embed } from "./model.ts";

type Turn = {
  text: string;
  signal: AbortSignal;
  resolve: (vector: number[] | null) => void;
  reject: (error: unknown) => void;
};

export class Turns {
  readonly #embed: Embed;
  readonly #textsWaitingMax: number;
  readonly #searches: Turn[] = [];
  readonly #listings: Turn[] = [];
  #isRunning = false;

  constructor(embed: Embed, options: { textsWaitingMax: number }) {
    this.#embed = embed;
    this.#textsWaitingMax = options.textsWaitingMax;
  }

  hasRoomFor(texts: number): boolean {
    return this.#searches.length + this.#listings.length + texts <= this.#textsWaitingMax;
  }

  /**
   * In the order of the texts; a single text counts as a search. Null for texts whose caller has
   * gone.
   */
  async embedAll(texts: readonly string[], signal: AbortSignal): Promise<(number[] | null)[]> {
    const queue = texts.length === 1 ? this.#searches : this.#listings;
    const vectors = texts.map(
      (text) =>
        new Promise<number[] | null>((resolve, reject) => {
          queue.push({ text, signal, resolve, reject });
        }),
    );
    if (!this.#isRunning) void this.#run();
    return await Promise.all(vectors);
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    for (;;) {
      const turn = this.#searches.shift() ?? this.#listings.shift();
      if (turn === undefined) break;
      await this.#take(turn);
      // Computing a vector blocks the thread, so new requests are received before the next one.
      await setImmediate();
    }
    this.#isRunning = false;
  }

  async #take({ text, signal, resolve, reject }: Turn): Promise<void> {
    if (signal.aborted) return resolve(null);
    await this.#embed(text).then(resolve, reject);
  }
}
