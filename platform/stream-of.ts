/** Converts a generator to a body: the stream owns the generator and ends it. */

/**
 * Reads on demand and never ahead, so a body that nobody reads opens nothing. Ends the generator
 * when the reader leaves, so that its `finally` blocks run: a file left to the garbage collector
 * would end the process.
 */
export function streamOf(chunks: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await chunks.next();
        if (done === true) controller.close();
        else controller.enqueue(value);
      },
      async cancel() {
        await chunks.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
}
