/**
 * Warm children that wait for queries. Each runs one query at a time, and many after each other.
 */
import type { ChildOptions } from "../child/process.ts";
import { QueryChild } from "./child.ts";

export type QueryPoolOptions = ChildOptions & {
  /** Number of children, which is the number of simultaneous queries. */
  children: number;
};

/** Polars' buffers grow with use, so a child is replaced after this many tasks. */
const tasksPerChildMax = 2000;

export class QueryPool {
  readonly #options: QueryPoolOptions;
  readonly #idle: QueryChild[] = [];
  readonly #all = new Set<QueryChild>();
  #isClosed = false;

  constructor(options: QueryPoolOptions) {
    this.#options = options;
    this.#refill();
  }

  /** Resolves once all started children are warm. */
  async warm(): Promise<void> {
    await Promise.all([...this.#all].map((child) => child.ready));
  }

  /**
   * Takes a child for one query; the caller must give it back, and must not take more than there
   * are.
   */
  take(): QueryChild {
    this.#refill();
    const child = this.#idle.shift();
    if (child === undefined) throw new Error("more queries than children");
    return child;
  }

  /** Takes a child back, and replaces it at once if it was killed or is worn out. */
  giveBack(child: QueryChild): void {
    if (child.alive && child.tasks < tasksPerChildMax) this.#idle.push(child);
    else this.#drop(child);
    this.#refill();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const children = [...this.#all];
    for (const child of children) child.kill();
    await Promise.all(children.map((child) => child.exited));
  }

  #drop(child: QueryChild): void {
    child.kill();
    this.#all.delete(child);
  }

  /** Replaces a child that died while it waited. */
  #refill(): void {
    for (const child of this.#idle.filter(({ alive }) => !alive)) {
      this.#idle.splice(this.#idle.indexOf(child), 1);
      this.#drop(child);
    }
    while (!this.#isClosed && this.#all.size < this.#options.children) {
      const child = new QueryChild(this.#options);
      this.#all.add(child);
      this.#idle.push(child);
    }
  }
}
