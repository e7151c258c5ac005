/**
 * The signs of life of a running profile job, which also detect that nobody waits for it any more.
 */
import type { Database } from "../../db/client.ts";
import { isAwaited, recordHeartbeat } from "../../db/queries/listings/profile-jobs.ts";
import type { UploadProgress } from "../../db/schema/index.ts";
import type { Logger } from "../../platform/log.ts";

/** Why a running attempt must stop early. */
export type AbortReason = "not_awaited" | "giving_back";

export class AttemptAbortedError extends Error {
  readonly reason: AbortReason;

  constructor(reason: AbortReason) {
    super(`the attempt was stopped: ${reason}`);
    this.name = "AttemptAbortedError";
    this.reason = reason;
  }
}

export type PulseOptions = {
  db: Database;
  uploadId: string;
  ackWaitSeconds: number;
  now: () => Date;
  log: Logger;
};

const progressSeconds = 1;

/**
 * The signs of life of one attempt: writes heartbeat and progress into the upload's row at
 * intervals, and fires `signal` when nobody waits for the upload any more.
 */
export class Pulse {
  readonly #options: PulseOptions;
  readonly #aborting = new AbortController();
  readonly #timer: ReturnType<typeof setInterval>;
  readonly #beatSeconds: number;
  #progress: UploadProgress | null = null;
  #isProgressNew = false;
  #lastBeatAt: number;
  #writing: Promise<void> | null = null;

  constructor(options: PulseOptions) {
    this.#options = options;
    this.#beatSeconds = options.ackWaitSeconds / 4;
    this.#lastBeatAt = options.now().getTime();
    const tickSeconds = Math.min(progressSeconds, this.#beatSeconds);
    this.#timer = setInterval(() => this.#tick(), tickSeconds * 1000);
  }

  get signal(): AbortSignal {
    return this.#aborting.signal;
  }

  report(progress: UploadProgress): void {
    this.#progress = progress;
    this.#isProgressNew = true;
  }

  abort(reason: AbortReason): void {
    if (!this.signal.aborted) this.#aborting.abort(new AttemptAbortedError(reason));
  }

  /** Checks in the database whether the upload is still awaited, when its listing has changed. */
  async check(): Promise<void> {
    try {
      if (await isAwaited(this.#options.db, this.#options.uploadId)) return;
      this.abort("not_awaited");
    } catch (error) {
      this.#options.log.warn({ err: error }, "could not check whether the job is waited for");
    }
  }

  /** Ends the signs of life; resolves when none is being written any more. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#writing;
  }

  #tick(): void {
    if (this.#writing !== null) return;
    const silentSeconds = (this.#options.now().getTime() - this.#lastBeatAt) / 1000;
    if (!this.#isProgressNew && silentSeconds < this.#beatSeconds) return;
    this.#writing = this.#beat().finally(() => {
      this.#writing = null;
    });
  }

  async #beat(): Promise<void> {
    const { db, uploadId, now, log } = this.#options;
    this.#isProgressNew = false;
    try {
      const beat = { progress: this.#progress, now: now() };
      const isAlive = await recordHeartbeat(db, uploadId, beat);
      this.#lastBeatAt = beat.now.getTime();
      if (!isAlive) this.abort("not_awaited");
    } catch (error) {
      // Recording the result checks again, so a missed heartbeat does no harm.
      log.warn({ err: error }, "could not write a heartbeat");
    }
  }
}
