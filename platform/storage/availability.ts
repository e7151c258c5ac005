/** Distinguishes an unavailable store from our own faults, for both adapters. */
import { type Storage, StorageUnavailableError } from "./port.ts";

type Act = (...given: never[]) => Promise<unknown>;

/** Wraps the store: failures because it does not answer become `StorageUnavailableError`. */
export function reportAvailability(storage: Storage): Storage {
  const acts = Object.entries(storage).map(([name, act]) => [name, guard(act)]);
  const guarded = Object.fromEntries(acts) as Storage;
  return {
    ...guarded,
    read: async (...given) => reportBreaks(await guarded.read(...given)),
  };
}

/** An object that breaks off after its beginning is the store's fault, whatever the error says. */
function reportBreaks(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (done) controller.close();
          else controller.enqueue(value);
        } catch (error) {
          controller.error(new StorageUnavailableError(error));
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}

function guard(act: Act): Act {
  return async (...given) => {
    try {
      return await act(...given);
    } catch (error) {
      throw isAway(error) ? new StorageUnavailableError(error) : error;
    }
  };
}

const timeoutNames = new Set(["TimeoutError", "AbortError", "NetworkingError"]);
/** S3's names, in addition to every status of 500 or more. */
const awayNames = new Set(["NoSuchBucket", "SlowDown", "ServiceUnavailable", "RequestTimeout"]);

/** Sockets and disks fail with an errno (ECONNREFUSED, EIO, ENOSPC), S3 with a status. */
function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (timeoutNames.has(error.name) || awayNames.has(error.name)) return true;
  if ("code" in error && typeof error.code === "string" && /^E[A-Z]+$/.test(error.code))
    return true;
  return statusOf(error) >= 500;
}

function statusOf(error: Error): number {
  if (!("$metadata" in error)) return 0;
  const metadata = error.$metadata as { httpStatusCode?: number };
  return metadata.httpStatusCode ?? 0;
}
