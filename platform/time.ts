/**
 * Seconds of a minute, an hour and a day, for every room: the bus and the session as well as
 * auctions and the columns of a file.
 */
export const minuteSeconds = 60;
export const hourSeconds = 60 * minuteSeconds;
export const daySeconds = 24 * hourSeconds;

export const minuteMs = minuteSeconds * 1000;
export const hourMs = hourSeconds * 1000;
export const dayMs = daySeconds * 1000;

/** Whole seconds until then, at least one, for callers that should retry. */
export function secondsUntil(atMs: number, now: Date): number {
  return Math.max(1, Math.ceil((atMs - now.getTime()) / 1000));
}
