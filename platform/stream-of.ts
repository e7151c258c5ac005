/** The only way from a generator to a body: the stream owns the generator and ends it. */

/**
 * Reads on demand and nothing ahead: a body that nobody reads opens nothing. The generator is ended when
 * the reader leaves, so that its `finally` blocks run. A file that is left to the garbage collector
 * ends the process.
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
