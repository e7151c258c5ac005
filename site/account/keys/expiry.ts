/** How a date that somebody typed becomes the end of a key or a connection. */
/** The last moment of a day, UTC; what is no day is left to the schema to refuse. */
export function endOfDay(day: string): string | null {
  return day === "" ? null : `${day}T23:59:59Z`;
}
