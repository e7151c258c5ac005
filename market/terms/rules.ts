/** Which terms a person has still to accept. Pure. */

type Accepting = { termsVersion: string | null; suspendedReason: string | null };

/**
 * The version that is to be accepted before a person binds themself by hand; null: none is. A
 * suspended account can accept nothing, and what it may not do is refused for that.
 */
export function termsDue(current: string | undefined, account: Accepting | null): string | null {
  if (current === undefined || current === account?.termsVersion) return null;
  return account === null || account.suspendedReason === null ? current : null;
}
