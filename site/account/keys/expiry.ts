/** The last moment of a day, UTC. Returns invalid input unchanged, for the schema to refuse. */
export function endOfDay(day: string): string | null {
  return day === "" ? null : `${day}T23:59:59Z`;
}
