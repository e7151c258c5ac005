/** Runs a claimed transfer: renews its lease, stores its progress, hands it back, and records its failure. */
import type { FailedAttempt, TransferFailure } from "../../market/transfer-claims.ts";
import type { Logger } from "../../platform/log.ts";
import { BucketFailure } from "../../platform/transfers/bucket.ts";
import { RemoteFailure } from "../../platform/transfers/remote-files.ts";

/** No further attempt could succeed. */
export class TransferRefusal extends Error {
  readonly code: string;

  constructor(code: string, detail: string) {
    super(detail);
    this.name = "TransferRefusal";
    this.code = code;
  }
}

export type Transfer = {
  /** For the log. */
  id: string;
  /** `save` stores the progress at once, so that another worker continues from there. */
  work(run: { signal: AbortSignal; save: () => Promise<void> }): Promise<void>;
  /** Stores the progress; false: another worker has the transfer, or it is not wanted any more. */
  renew(): Promise<boolean>;
  finish(): Promise<void>;
  /** Returns whether the transfer has ended. */
  fail(attempt: FailedAttempt): Promise<boolean>;
  giveBack(): Promise<void>;
  hasProgress(): boolean;
  /** Causes that only this kind of transfer has; null for others. */
  failureOf?(error: unknown): TransferFailure | null;
};

export type TransferOutcome = "done" | "waiting" | "failed" | "given_back" | "overtaken";

const renewMs = 3000;

/** Runs until it has ended, failed or must stop, which `signal` says. */
export async function runTransfer(
  transfer: Transfer,
  log: Logger,
  signal: AbortSignal,
): Promise<TransferOutcome> {
  const lost = new AbortController();
  const save = async () => {
    if (!(await transfer.renew())) lost.abort();
  };
  const renewing = setInterval(() => void save().catch(() => {}), renewMs);
  try {
    await transfer.work({ signal: AbortSignal.any([signal, lost.signal]), save });
    await transfer.finish();
    return "done";
  } catch (error) {
    clearInterval(renewing);
    if (!lost.signal.aborted) await save();
    if (lost.signal.aborted) return "overtaken";
    if (signal.aborted) {
      await transfer.giveBack();
      return "given_back";
    }
    const failure = transfer.failureOf?.(error) ?? failureOf(error);
    if (failure.isOurs) log.warn({ err: error, id: transfer.id }, "a transfer failed on our side");
    const hasEnded = await transfer.fail({ failure, hasProgress: transfer.hasProgress() });
    return hasEnded ? "failed" : "waiting";
  } finally {
    clearInterval(renewing);
  }
}

function failureOf(error: unknown): TransferFailure {
  if (error instanceof RemoteFailure) {
    const { code, message: detail, isFinal, retryAfterSeconds } = error;
    return { code, detail, isFinal, retryAfterSeconds, isOurs: false };
  }
  if (error instanceof BucketFailure) {
    const { code, message: detail, isFinal } = error;
    return { code, detail, isFinal, retryAfterSeconds: null, isOurs: false };
  }
  if (error instanceof TransferRefusal) {
    const { code, message: detail } = error;
    return { code, detail, isFinal: true, retryAfterSeconds: null, isOurs: false };
  }
  const detail = "The marketplace could not continue; it tries again by itself.";
  return { code: "internal", detail, isFinal: false, retryAfterSeconds: null, isOurs: true };
}
