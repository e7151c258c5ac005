/** Decides whether a person still has to accept the terms. Pure. */

type Accepting = { termsVersion: string | null; suspendedReason: string | null };

/**
 * The version to accept before a person makes a binding decision by hand; null: none. A suspended
 * account cannot accept terms, and its actions are refused for the suspension.
 */
export function termsDue(current: string | undefined, account: Accepting | null): string | null {
  if (current === undefined || current === account?.termsVersion) return null;
  return account === null || account.suspendedReason === null ? current : null;
}
