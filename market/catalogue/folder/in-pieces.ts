/** Combines small chunks of a stream into larger pieces, and lets other work run between them. */
import { yieldToOthers } from "../../../platform/yield-to-others.ts";

const pieceBytes = 64 * 1024;
/** Chunks that are ready at once would otherwise block the event loop. */
const pieceChunksMax = 128;

/**
 * The same bytes. The first read calls `begin`, so a body that nobody reads opens nothing. It fails
 * like its source, and cancelling it cancels the source.
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
