/** Serves a child the bytes of files that are not on disk, on request. */
import { once } from "node:events";
import type { Duplex } from "node:stream";
import {
  decodeRequest,
  SERVED_BYTES_MAX,
  SERVED_REQUEST_BYTES,
  type ServedFile,
} from "../base/served-files.ts";

export type ByteSource = {
  /** Yields exactly `length` bytes of the file at this index. Rejects if they are not available. */
  read(file: number, start: number, length: number): AsyncIterable<Uint8Array>;
};

/** The child asks for bytes that do not exist, so it may have been taken over by its input. */
export class MisshapenRequestError extends Error {
  constructor() {
    super("The child asks for bytes that are not there.");
    this.name = "MisshapenRequestError";
  }
}

/** How a job waits for its bytes; times are those of `performance.now()`. */
export class Serving {
  #waitedMs = 0;
  #askedAtMs: number | null = null;
  #cameAtMs = performance.now();

  /** Total time spent waiting for the source. */
  get waitedMs(): number {
    return this.#waitedMs + (this.#askedAtMs === null ? 0 : performance.now() - this.#askedAtMs);
  }

  /** When it last received bytes; the current time while it waits. */
  get lastBytesAtMs(): number {
    return this.#askedAtMs === null ? this.#cameAtMs : performance.now();
  }

  ask(): void {
    this.#askedAtMs = performance.now();
  }

  come(): void {
    this.#waitedMs = this.waitedMs;
    this.#askedAtMs = null;
    this.#cameAtMs = performance.now();
  }
}

type Served = {
  files: readonly ServedFile[];
  source: ByteSource;
  onError(error: unknown): void;
  ended: Promise<unknown>;
};

/** Answers requests until the child has ended. A request beyond the file is an error. */
export function serveBytes(sockets: readonly Duplex[], served: Served): Serving {
  const serving = new Serving();
  const gone = new AbortController();
  void served.ended.then(() => gone.abort());
  for (const socket of sockets) {
    // The child's exit is reported elsewhere.
    socket.on("error", () => gone.abort());
    answerAll(socket, served, serving, gone.signal).catch((error: unknown) => {
      if (!gone.signal.aborted) served.onError(error);
    });
  }
  return serving;
}

async function answerAll(
  socket: Duplex,
  served: Served,
  serving: Serving,
  gone: AbortSignal,
): Promise<void> {
  let pending: Buffer = Buffer.alloc(0);
  for await (const part of socket) {
    pending = Buffer.concat([pending, part as Buffer]);
    while (pending.length >= SERVED_REQUEST_BYTES) {
      const request = decodeRequest(pending.subarray(0, SERVED_REQUEST_BYTES));
      pending = pending.subarray(SERVED_REQUEST_BYTES);
      checkRequest(request, served.files);
      const { file, start, length } = request;
      serving.ask();
      for await (const bytes of served.source.read(file, start, length)) {
        serving.come();
        if (!socket.write(bytes)) await once(socket, "drain", { signal: gone });
        serving.ask();
      }
      serving.come();
    }
  }
}

function checkRequest(
  { file, start, length }: ReturnType<typeof decodeRequest>,
  files: readonly ServedFile[],
): void {
  const byteSize = files[file]?.byteSize ?? 0;
  const isThere = Number.isSafeInteger(start) && start >= 0 && start + length <= byteSize;
  if (!isThere || length === 0 || length > SERVED_BYTES_MAX) throw new MisshapenRequestError();
}
