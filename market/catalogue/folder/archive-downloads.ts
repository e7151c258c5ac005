/** Limits the zip downloads of one process, and ends stalled ones. */
import { MarketError } from "../../errors.ts";
import {
  ARCHIVE_BYTES_PER_SECOND_MIN,
  ARCHIVE_PACE_WINDOW_SECONDS,
  ARCHIVES_AT_ONCE_FOR_PURCHASES,
  ARCHIVES_AT_ONCE_MAX,
  ARCHIVES_AT_ONCE_PER_BUYER_MAX,
  ARCHIVES_AT_ONCE_PER_NETWORK_MAX,
} from "../limits.ts";
import {
  type ArchiveDownload,
  type ArchiveLimits,
  type ArchiveRefusal,
  isTooSlow,
  refuseArchive,
} from "./rules.ts";

const retryAfterSeconds = 10;

const ownLimits: ArchiveLimits = {
  atOnceMax: ARCHIVES_AT_ONCE_MAX,
  forPurchases: ARCHIVES_AT_ONCE_FOR_PURCHASES,
  perBuyerMax: ARCHIVES_AT_ONCE_PER_BUYER_MAX,
  perNetworkMax: ARCHIVES_AT_ONCE_PER_NETWORK_MAX,
};

/** The log entry of a download that was ended. */
export type SlowDownload = { bytesSent: number; seconds: number; bytesPerSecondMin: number };

export class ArchiveDownloads {
  readonly #underway = new Set<ArchiveDownload>();
  readonly #windowMs: number;

  constructor(windowMs = ARCHIVE_PACE_WINDOW_SECONDS * 1000) {
    this.#windowMs = windowMs;
  }

  get count(): number {
    return this.#underway.size;
  }

  /**
   * Passes the bytes through on demand as long as the reader is fast enough; a slower one gets an
   * error, and `onSlow` is called. Takes a place at once, and releases it when the stream
   * ends for any reason. Errors: rate_limited.
   */
  begin(
    download: ArchiveDownload,
    source: ReadableStream<Uint8Array>,
    onSlow: (facts: SlowDownload) => void,
  ): ReadableStream<Uint8Array> {
    const [refusal] = refuseArchive(this.#underway, download, ownLimits);
    if (refusal !== undefined) {
      throw new MarketError("rate_limited", details[refusal], { retryAfterSeconds });
    }
    this.#underway.add(download);
    const onEnd = () => this.#underway.delete(download);
    return paced(source, { windowMs: this.#windowMs, onEnd, onSlow });
  }
}

const oneByOne = "or download the files one by one, from the dataset's or the purchase's `/files`.";

const details: Record<ArchiveRefusal, string> = {
  buyer: `Your account is already downloading ${ARCHIVES_AT_ONCE_PER_BUYER_MAX} folders as zip files. Wait until one has ended, ${oneByOne}`,
  network: `Your network is already downloading ${ARCHIVES_AT_ONCE_PER_NETWORK_MAX} folders as zip files. Wait until one has ended, ${oneByOne}`,
  process: `Too many folders are being downloaded as zip files. Try again, ${oneByOne}`,
};

type Pacing = { windowMs: number; onEnd: () => void; onSlow: (facts: SlowDownload) => void };

function paced(
  source: ReadableStream<Uint8Array>,
  { windowMs, onEnd, onSlow }: Pacing,
): ReadableStream<Uint8Array> {
  const reader = source.getReader();
  const begunAt = performance.now();
  let bytesSent = 0;
  let window = { beganAt: begunAt, bytes: 0, storeMs: 0 };
  let readingSince: number | null = null;
  let timer: ReturnType<typeof setInterval> | null = null;
  const end = () => {
    if (timer !== null) clearInterval(timer);
    timer = null;
    onEnd();
  };
  /** client-zip throws the cancellation's reason at its input again. */
  const leave = (reason: unknown) => reader.cancel(reason).catch(() => {});
  const endSlow = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    const now = performance.now();
    const reading = readingSince === null ? 0 : now - Math.max(readingSince, window.beganAt);
    const storeMs = window.storeMs + reading;
    const pace = { bytes: window.bytes, windowMs: now - window.beganAt, storeMs };
    window = { beganAt: now, bytes: 0, storeMs: 0 };
    if (!isTooSlow(pace, ARCHIVE_BYTES_PER_SECOND_MIN)) return;
    end();
    const seconds = Math.round((now - begunAt) / 1000);
    onSlow({ bytesSent, seconds, bytesPerSecondMin: ARCHIVE_BYTES_PER_SECOND_MIN });
    controller.error(new Error("the reader is too slow"));
    void leave("the reader is too slow");
  };
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        timer = setInterval(() => endSlow(controller), windowMs);
      },
      async pull(controller) {
        readingSince = performance.now();
        try {
          const { done, value } = await reader.read();
          if (done) {
            end();
            controller.close();
            return;
          }
          bytesSent += value.byteLength;
          window.bytes += value.byteLength;
          controller.enqueue(value);
        } catch (error) {
          end();
          throw error;
        } finally {
          window.storeMs += performance.now() - Math.max(readingSince, window.beganAt);
          readingSince = null;
        }
      },
      async cancel(reason) {
        end();
        await leave(reason);
      },
    },
    { highWaterMark: 0 },
  );
}
