/** Children that wait, warm, for queries: each runs one at a time and many after each other. */
import type { ChildOptions } from "../child/process.ts";
import { QueryChild } from "./child.ts";

export type QueryPoolOptions = ChildOptions & {
  /** Children, and so queries at once. */
  children: number;
};

/** Polars' buffers grow with what it has seen: a child is replaced now and then. */
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

  /** Resolves when all children that were started are warm. */
  async warm(): Promise<void> {
    await Promise.all([...this.#all].map((child) => child.ready));
  }

  /** A child for one query alone; who takes one gives it back. No more may be taken than there are. */
  take(): QueryChild {
    this.#refill();
    const child = this.#idle.shift();
    if (child === undefined) throw new Error("more queries than children");
    return child;
  }

  /** A child that was killed or is worn out is replaced at once. */
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

  /** One that died while it waited leaves its place to another. */
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
