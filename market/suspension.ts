/** The view of any suspension. Pure. */

type Suspended<By> = {
  suspendedAt: Date | null;
  suspendedBy: By | null;
  suspendedReason: string | null;
};

/** Null if it is not suspended. */
export function viewSuspension<By>(
  row: Suspended<By>,
): { by: By; reason: string; suspended_at: string } | null {
  const { suspendedAt, suspendedBy, suspendedReason } = row;
  if (suspendedAt === null || suspendedBy === null || suspendedReason === null) return null;
  return { by: suspendedBy, reason: suspendedReason, suspended_at: suspendedAt.toISOString() };
}
