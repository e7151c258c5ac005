/**
 * Reads a stored object by ranges, without a copy on disk. Each read verifies that the object is
 * the attached one; if the store breaks off, the read continues with a new request; all bytes are
 * hashed on the way.
 */
import { createHash } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { ObjectReplacedError, type Storage } from "../../platform/storage/port.ts";
import { changed, failStore, StoreFailedError } from "./fetch-file.ts";

type StoredObject = { key: string; etag: string; byteSize: number };

/** The first request at a position is small; consecutive ones grow. */
const requestBytesMin = 1024 * 1024;
const requestBytesMax = 256 * 1024 * 1024;
const requestGrowth = 4;
/** Smaller gaps are read over, which costs less than a new request. */
const gapBytesMax = 1024 * 1024;
/** Pauses between attempts that return no byte; after the last one the store has failed. */
const storePausesMs = [0, 1000, 2000, 5000, 10_000];

/** A response of the store, from `at` to before `end`, with its unconsumed bytes. */
type Answer = {
  reader: ReadableStreamDefaultReader<Uint8Array>;
  at: number;
  end: number;
  held: Uint8Array | null;
};

export class StoredBytes {
  readonly #storage: Pick<Storage, "read" | "head">;
  readonly #object: StoredObject;
  readonly #signal: AbortSignal;
  readonly #pausesMs: readonly number[];
  readonly #hash = createHash("sha256");
  /** All bytes before this are hashed. */
  #hashedBytes = 0;
  #answer: Answer | null = null;
  #requestBytes = requestBytesMin;
  #nextAt = 0;
  #turn: Promise<void> = Promise.resolve();

  constructor(
    storage: Pick<Storage, "read" | "head">,
    object: StoredObject,
    options: { signal: AbortSignal; pausesMs?: readonly number[] },
  ) {
    this.#storage = storage;
    this.#object = object;
    this.#signal = options.signal;
    this.#pausesMs = options.pausesMs ?? storePausesMs;
  }

  get byteSize(): number {
    return this.#object.byteSize;
  }

  /**
   * Exactly `length` bytes from `start`, which must exist. Only one reader at a time. Throws
   * `FileRefusedError`, `StoreFailedError`, or the signal's reason.
   */
  async *read(start: number, length: number): AsyncGenerator<Uint8Array> {
    const before = this.#turn;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#turn = promise;
    await before;
    try {
      for (let at = start; at < start + length; ) {
        const bytes = await this.#take(at, start + length);
        at += bytes.byteLength;
        yield bytes;
      }
    } finally {
      resolve();
    }
  }

  /**
   * Reads the remaining unread bytes and returns the hash of the whole. Throws what `read` throws.
   */
  async sha256(): Promise<string> {
    const start = this.#hashedBytes;
    for await (const bytes of this.read(start, this.byteSize - start)) void bytes;
    const head = await this.#storage.head(this.#object.key).catch(failStore);
    if (head?.etag !== this.#object.etag) throw changed();
    return this.#hash.copy().digest("hex");
  }

  async close(): Promise<void> {
    await this.#turn;
    await this.#drop();
  }

  /** Some bytes from `at` and before `end`; if the store breaks off, requests again from there. */
  async #take(at: number, end: number): Promise<Uint8Array> {
    for (let tries = 0; ; tries += 1) {
      this.#signal.throwIfAborted();
      try {
        const bytes = await this.#tryTaking(at, end);
        this.#note(at, bytes);
        return bytes;
      } catch (error) {
        await this.#drop();
        this.#signal.throwIfAborted();
        const pauseMs = this.#pausesMs[tries];
        if (!(error instanceof StoreFailedError) || pauseMs === undefined) throw error;
        await pause(pauseMs, undefined, { signal: this.#signal }).catch(() => {});
      }
    }
  }

  async #tryTaking(at: number, end: number): Promise<Uint8Array> {
    const answer = await this.#answerAt(at);
    const bytes = answer.held ?? (await nextOf(answer));
    const wanted = end - at;
    answer.held = bytes.byteLength > wanted ? bytes.subarray(wanted) : null;
    const taken = answer.held === null ? bytes : bytes.subarray(0, wanted);
    answer.at += taken.byteLength;
    return taken;
  }

  /** The current response if it is at this position or just before it; otherwise a new one. */
  async #answerAt(at: number): Promise<Answer> {
    const gap = this.#answer === null ? -1 : at - this.#answer.at;
    const isNear = gap >= 0 && gap <= gapBytesMax && at < (this.#answer?.end ?? 0);
    if (!isNear || this.#answer === null) return await this.#open(at);
    const answer = this.#answer;
    while (answer.at < at) {
      const bytes = answer.held ?? (await nextOf(answer));
      const passed = Math.min(bytes.byteLength, at - answer.at);
      this.#note(answer.at, bytes.subarray(0, passed));
      answer.held = passed < bytes.byteLength ? bytes.subarray(passed) : null;
      answer.at += passed;
    }
    return answer.at < answer.end ? answer : await this.#open(at);
  }

  async #open(at: number): Promise<Answer> {
    await this.#drop();
    const { key, etag, byteSize } = this.#object;
    const goesOn = at === this.#nextAt && at > 0;
    const bytes = goesOn ? this.#requestBytes * requestGrowth : requestBytesMin;
    this.#requestBytes = Math.min(bytes, requestBytesMax);
    const end = Math.min(at + this.#requestBytes, byteSize);
    const range = { start: at, endInclusive: end - 1 };
    const body = await this.#storage.read(key, range, etag).catch((error: unknown) => {
      if (error instanceof ObjectReplacedError) throw changed();
      return failStore(error);
    });
    this.#answer = { reader: body.getReader(), at, end, held: null };
    return this.#answer;
  }

  async #drop(): Promise<void> {
    const { reader } = this.#answer ?? {};
    this.#answer = null;
    await reader?.cancel().catch(() => {});
  }

  #note(at: number, bytes: Uint8Array): void {
    const end = at + bytes.byteLength;
    this.#nextAt = end;
    if (at > this.#hashedBytes || end <= this.#hashedBytes) return;
    this.#hash.update(bytes.subarray(this.#hashedBytes - at));
    this.#hashedBytes = end;
  }
}

/** The next bytes of a response. A broken connection can look like its end. */
async function nextOf({ reader, at, end }: Answer): Promise<Uint8Array> {
  const { done, value } = await reader.read().catch(failStore);
  if (done || value.byteLength > end - at) {
    throw new StoreFailedError(`the store's answer ended ${end - at} bytes too early or too late`);
  }
  return value.byteLength > 0 ? value : await nextOf({ reader, at, end, held: null });
}
