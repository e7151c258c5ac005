/** The thread that reads JSON lines, started by `read-lines.ts`. */
import { parentPort, workerData } from "node:worker_threads";
import { askForFiles } from "../../../base/served-files.ts";
import { providePackedText } from "../../../open/packed-text.ts";
import { failureOf } from "../../thread-failures.ts";
import { jsonLinesBlocks } from "./lines-blocks.ts";
import type { ThreadInput, ThreadMessage } from "./thread-messages.ts";

/** Most blocks read ahead of the owner, which bounds the memory. */
const blocksMax = 3;

const { input, served, packed } = workerData as ThreadInput;
askForFiles(served);
const blocks = linesOf(input);
const spares: ArrayBuffer[] = [];
let made = 0;

/** Errors of a packed file may occur when its head is read. */
function* linesOf(lines: ThreadInput["input"]): ReturnType<typeof jsonLinesBlocks> {
  if (packed !== null) providePackedText(packed);
  yield* jsonLinesBlocks(lines);
}

function send(message: ThreadMessage, handedOver: ArrayBuffer[] = []): void {
  parentPort?.postMessage(message, handedOver);
}

/** A buffer that the owner returned, or a new one with some spare room, because lengths vary. */
function takeBuffer(length: number): ArrayBuffer {
  const spare = spares.pop();
  if (spare && spare.byteLength >= length) return spare;
  if (!spare) made++;
  return new ArrayBuffer(length + Math.ceil(length / 8));
}

/** Sends blocks while there are buffers for them. */
function sendBlocks(): void {
  try {
    while (spares.length > 0 || made < blocksMax) {
      const next = blocks.next();
      if (next.done) {
        send({ thread: "end" });
        return;
      }
      const { bytes, flat, bytesDone } = next.value;
      const buffer = takeBuffer(bytes.length);
      bytes.copy(new Uint8Array(buffer));
      const { length } = bytes;
      send({ thread: "block", buffer, length, flat, bytesDone }, [buffer]);
    }
  } catch (error) {
    send({ thread: "failed", failure: failureOf(error) });
  }
}

parentPort?.on("message", (buffer: ArrayBuffer | "stop") => {
  if (buffer === "stop") {
    parentPort?.close();
    return;
  }
  spares.push(buffer);
  sendBlocks();
});
sendBlocks();
