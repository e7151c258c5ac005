/** Serves a child the bytes of files that are not on disk, as it asks for them. */
import { once } from "node:events";
import type { Duplex } from "node:stream";
import {
  decodeRequest,
  SERVED_BYTES_MAX,
  SERVED_REQUEST_BYTES,
  type ServedFile,
} from "../base/served-files.ts";

/** Where the bytes of served files come from. */
export type ByteSource = {
  /** Exactly so many bytes of the file at a position of the list. Rejects where it cannot be had. */
  read(file: number, start: number, length: number): AsyncIterable<Uint8Array>;
};

/** The child is no longer what was started: it asks for what is not there. */
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

  /** How long it waited for bytes to come from their source. */
  get waitedMs(): number {
    return this.#waitedMs + (this.#askedAtMs === null ? 0 : performance.now() - this.#askedAtMs);
  }

  /** When it last got bytes; now, while it waits for some. */
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

/** Answers until the child has ended. A child that asks for what is not there is an error. */
export function serveBytes(sockets: readonly Duplex[], served: Served): Serving {
  const serving = new Serving();
  const gone = new AbortController();
  void served.ended.then(() => gone.abort());
  for (const socket of sockets) {
    // That the child is gone is told by its exit.
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
