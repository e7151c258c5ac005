/** Balances the measuring of columns between a thread that reads ahead and its owner. */

/** An answer that arrives sooner than this counts as already there. */
const waitMsMin = 1;

/**
 * The side that would wait for the other measures more columns: the thread measures one more after each
 * block that its owner did not wait for, and one fewer after each block that it did.
 */
export class AheadBalance {
  #columns: number;

  /** Starts with the probable optimum, for files with few large blocks. */
  constructor(columns = 0) {
    this.#columns = columns;
  }

  /** Number of columns of the next block that the thread measures. */
  get columns(): number {
    return this.#columns;
  }

  /** Waits for the thread's answer and adjusts the balance. */
  async await<Answer>(asked: Promise<Answer>): Promise<Answer> {
    const from = performance.now();
    const answer = await asked;
    const waited = performance.now() - from >= waitMsMin;
    this.#columns = Math.max(0, this.#columns + (waited ? -1 : 1));
    return answer;
  }
}
