/** A thread that reads ahead of its owner and answers one question at a time. */
import { parentPort, Worker } from "node:worker_threads";
import { failureOf, revive, type ThreadFailure } from "./thread-failures.ts";

type Message<Answer> = { answer: Answer } | { failure: ThreadFailure };

/** The thread starts in the constructor, so that it may be ready by the first question. */
export class AheadThread<Question, Answer> {
  readonly #worker: Worker;
  readonly #gone: Promise<void>;
  #ended: Error | null = null;
  #answer: (message: Message<Answer>) => void = () => {};
  #fail: (error: Error) => void = () => {};

  constructor(file: URL, workerData: unknown) {
    this.#worker = new Worker(file, { workerData });
    this.#worker.on("message", (message: Message<Answer>) => this.#answer(message));
    this.#worker.on("error", (error: Error) => this.#end(error));
    this.#gone = new Promise((resolve) => {
      this.#worker.on("exit", (code) => {
        this.#end(new Error(`The reading thread ended with code ${code}.`));
        resolve();
      });
    });
  }

  /** Returns the answer; throws what the thread threw, and an `Error` if it dies. */
  ask(question: Question): Promise<Answer> {
    const answered = new Promise<Answer>((resolve, reject) => {
      if (this.#ended) reject(this.#ended);
      this.#fail = reject;
      this.#answer = (message) => {
        if ("failure" in message) reject(revive(message.failure));
        else resolve(message.answer);
      };
    });
    // Handled where it is awaited; the caller may also stop before that.
    answered.catch(() => {});
    this.#worker.postMessage(question);
    return answered;
  }

  async end(): Promise<void> {
    if (this.#ended === null) await this.#worker.terminate();
    await this.#gone;
  }

  #end(error: Error): void {
    this.#ended ??= error;
    this.#fail(this.#ended);
  }
}

/** Runs in the thread and answers each question with `answer`. */
export function answerQuestions<Question, Answer>(
  answer: (question: Question) => Answer | Promise<Answer>,
): void {
  parentPort?.on("message", async (question: Question) => {
    try {
      parentPort?.postMessage({ answer: await answer(question) });
    } catch (error) {
      parentPort?.postMessage({ failure: failureOf(error) });
    }
  });
}
