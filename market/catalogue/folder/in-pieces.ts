/** A stream of many small chunks as one of larger pieces, between which others have their turn. */
import { yieldToOthers } from "../../../platform/yield-to-others.ts";

const pieceBytes = 64 * 1024;
/** Chunks that were made without waiting for anything would hold the event loop together. */
const pieceChunksMax = 128;

/**
 * The same bytes. `begin` is called by the first read: of a body that nobody reads nothing is opened. It
 * fails as its source does; who cancels it cancels the source.
 */
export function inPieces(begin: () => ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  let reader: ReadableStreamDefaultReader<Uint8Array> | null = null;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        reader ??= begin().getReader();
        const chunks: Uint8Array[] = [];
        let bytes = 0;
        let isEnd = false;
        while (!isEnd && bytes < pieceBytes && chunks.length < pieceChunksMax) {
          const { done, value } = await reader.read();
          isEnd = done;
          if (value === undefined) continue;
          chunks.push(value);
          bytes += value.byteLength;
        }
        await yieldToOthers();
        const [only] = chunks;
        if (only !== undefined)
          controller.enqueue(chunks.length === 1 ? only : Buffer.concat(chunks));
        if (isEnd) controller.close();
      },
      async cancel(reason) {
        await reader?.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}
