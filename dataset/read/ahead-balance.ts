/** Shares the measuring of columns between a thread that reads ahead and its owner. */

/** Who waits less than this for an answer finds that it is there. */
const waitMsMin = 1;

/**
 * Columns are measured by whoever would wait for the other: the thread measures one more after each block that
 * its owner did not wait for, and one fewer after each other one.
 */
export class AheadBalance {
  #columns: number;

  /** Of few large blocks the first ones are shared as is likely to be best. */
  constructor(columns = 0) {
    this.#columns = columns;
  }

  /** So many columns of the next block are to be measured by the thread. */
  get columns(): number {
    return this.#columns;
  }

  /** Waits for the answer of the thread. */
  async await<Answer>(asked: Promise<Answer>): Promise<Answer> {
    const from = performance.now();
    const answer = await asked;
    const waited = performance.now() - from >= waitMsMin;
    this.#columns = Math.max(0, this.#columns + (waited ? -1 : 1));
    return answer;
  }
}
