/** Which terms a person has still to accept. Pure. */

/** The version that is to be accepted before a person binds themself by hand; null: none is. */
export function termsDue(current: string | undefined, accepted: string | null): string | null {
  return current === undefined || current === accepted ? null : current;
}
