/** Statements of one transaction that are sent one behind the other, without waiting for each answer. */

type Start = (() => PromiseLike<unknown>) | false | null | undefined;
type Answers<Starts extends readonly Start[]> = {
  -readonly [Index in keyof Starts]: Starts[Index] extends () => PromiseLike<infer Answer>
    ? Answer
    : Awaited<ReturnType<Extract<Starts[Index], () => unknown>>> | undefined;
};

/**
 * Starts these in their order, and resolves when all have answered. The connection runs the first statement
 * of each in that order. Throws the failure that was told first: those after it follow from it.
 */
export async function pipelined<const Starts extends readonly Start[]>(
  starts: Starts,
): Promise<Answers<Starts>> {
  const failures: unknown[] = [];
  // A query builder sends when it is awaited: awaited here, it goes before what is started after it.
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
