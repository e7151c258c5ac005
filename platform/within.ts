/** A bound on how long an answer is waited for. */

/** Errors: `asked` has no answer after `msMax`; whatever becomes of it later is nobody's any more. */
export async function within<Result>(msMax: number, asked: Promise<Result>): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`no answer in ${msMax} ms`)), msMax);
  try {
    return await Promise.race([asked, promise]);
  } finally {
    clearTimeout(timer);
    asked.catch(() => {});
  }
}
