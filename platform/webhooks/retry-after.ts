/** The `Retry-After` header of an answer (RFC 9110 §10.2.3). */

/**
 * How many seconds a receiver wants to be left alone from `now` on; null where it does not say, or
 * nothing that can be read. A time that has passed is 0.
 */
export function readRetryAfter(header: string | undefined, now: Date): number | null {
  const text = header?.trim() ?? "";
  if (/^\d{1,10}$/.test(text)) return Number(text);
  const at = /^[A-Z][a-z]{2}, /.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(at)) return null;
  return Math.max(0, Math.ceil((at - now.getTime()) / 1000));
}
