/** Renders PDF files in a thread, one at a time, because shaping text takes longer than an event loop may. */
import { Worker } from "node:worker_threads";
import { type NoTurn, Turns } from "../limits/turns.ts";
import { isThreadStartSlow } from "../runtime.ts";
import type { PdfDocument } from "./pdf-document.ts";
import type { PdfMessage } from "./pdf-thread.ts";

/** Most documents that wait in one process, and of one caller. */
const DOCUMENTS_WAITING_MAX = 32;
const DOCUMENTS_PER_CALLER_MAX = 4;
/** For one document, and for starting the thread. */
const RENDER_SECONDS_MAX = 20;
/** An unused thread costs memory. */
const IDLE_SECONDS_MAX = 60;

const turns = new Turns({
  atOnce: 1,
  waitingMax: DOCUMENTS_WAITING_MAX,
  perCallerMax: DOCUMENTS_PER_CALLER_MAX,
});

/** Deno drops messages that come before the thread listens, so the first document waits for `ready`. */
type Thread = { worker: Worker; ready: Promise<unknown> };

let thread: Thread | null = null;
let idle: ReturnType<typeof setTimeout> | undefined;

/** The file's bytes; {@link NoTurn} if too many wait; null if the caller went away before. */
export function renderPdf(
  document: PdfDocument,
  { caller, signal }: { caller: string; signal: AbortSignal },
): Promise<Uint8Array<ArrayBuffer> | NoTurn | null> {
  return turns.take(caller, signal, () => ask(document));
}

/** Where starting the thread would hold up the event loop later, starts it now, for good. */
export function warmUpPdf(): void {
  if (!isThreadStartSlow || thread !== null) return;
  thread = startThread();
  thread.worker.unref();
}

function startThread(): Thread {
  const worker = new Worker(new URL("./pdf-thread.ts", import.meta.url));
  worker.on("error", () => end(worker)).on("exit", () => end(worker));
  const ready = new Promise((resolve) => worker.once("message", resolve));
  return { worker, ready };
}

function ask(document: PdfDocument): Promise<Uint8Array<ArrayBuffer>> {
  clearTimeout(idle);
  thread ??= startThread();
  const { worker, ready } = thread;
  return new Promise((resolve, reject) => {
    const late = setTimeout(
      () => fail(new Error("the PDF was not ready in time")),
      RENDER_SECONDS_MAX * 1000,
    );
    const ended = () => fail(new Error("the PDF thread ended"));
    const answered = (answer: PdfMessage) => {
      if ("isReady" in answer) return;
      settle();
      if (!isThreadStartSlow) idle = setTimeout(() => end(worker), IDLE_SECONDS_MAX * 1000);
      idle?.unref();
      worker.unref();
      if ("failure" in answer) reject(new Error(answer.failure));
      else resolve(new Uint8Array(answer.pdf));
    };
    const fail = (error: Error) => {
      settle();
      end(worker);
      reject(error);
    };
    const settle = () => {
      clearTimeout(late);
      worker.off("message", answered).off("error", fail).off("exit", ended);
    };
    worker.on("message", answered).on("error", fail).on("exit", ended);
    worker.ref();
    void ready.then(() => worker.postMessage(document));
  });
}

function end(worker: Worker): void {
  if (thread?.worker === worker) thread = null;
  void worker.terminate();
}
