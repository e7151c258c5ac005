/** Renders PDF files in a thread, one at a time, because shaping text takes longer than an event loop may. */
import { Worker } from "node:worker_threads";
import { type NoTurn, Turns } from "../limits/turns.ts";
import type { PdfDocument } from "./pdf-document.ts";
import type { PdfAnswer } from "./pdf-thread.ts";

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

let thread: Worker | null = null;
let idle: ReturnType<typeof setTimeout> | undefined;

/** The file's bytes; {@link NoTurn} if too many wait; null if the caller went away before. */
export function renderPdf(
  document: PdfDocument,
  { caller, signal }: { caller: string; signal: AbortSignal },
): Promise<Uint8Array<ArrayBuffer> | NoTurn | null> {
  return turns.take(caller, signal, () => ask(document));
}

function ask(document: PdfDocument): Promise<Uint8Array<ArrayBuffer>> {
  clearTimeout(idle);
  thread ??= new Worker(new URL("./pdf-thread.ts", import.meta.url));
  const worker = thread;
  return new Promise((resolve, reject) => {
    const late = setTimeout(
      () => fail(new Error("the PDF was not ready in time")),
      RENDER_SECONDS_MAX * 1000,
    );
    const ended = () => fail(new Error("the PDF thread ended"));
    const answered = (answer: PdfAnswer) => {
      settle();
      idle = setTimeout(() => end(worker), IDLE_SECONDS_MAX * 1000);
      idle.unref();
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
    worker.postMessage(document);
  });
}

function end(worker: Worker): void {
  if (thread === worker) thread = null;
  void worker.terminate();
}
