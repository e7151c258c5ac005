/** Sends statements of one transaction without waiting for each answer. */

type Start = (() => PromiseLike<unknown>) | false | null | undefined;
type Answers<Starts extends readonly Start[]> = {
  -readonly [Index in keyof Starts]: Starts[Index] extends () => PromiseLike<infer Answer>
    ? Answer
    : Awaited<ReturnType<Extract<Starts[Index], () => unknown>>> | undefined;
};

/**
 * Starts the statements in order and resolves once all have answered; the connection runs them in
 * that order. Throws the first failure, because later failures follow from it.
 */
export async function pipelined<const Starts extends readonly Start[]>(
  starts: Starts,
): Promise<Answers<Starts>> {
  const failures: unknown[] = [];
  // A query builder sends when it is awaited, so it is awaited here, before the next one starts.
  const sent = starts.map(async (start) => {
    try {
      return start ? await start() : undefined;
    } catch (error) {
      failures.push(error);
      return undefined;
    }
  });
  const answers = await Promise.all(sent);
  if (failures.length > 0) throw failures[0];
  return answers as Answers<Starts>;
}
