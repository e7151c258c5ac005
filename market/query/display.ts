/** Column names in refusals: short, quoted, and with the nearest known name for an unknown one. */
import { closest, distance } from "fastest-levenshtein";

const nameCharsShownMax = 60;
const namesShownMax = 12;

/** Quoted, and shortened if long. */
export function displayName(name: string): string {
  const chars = [...name.toWellFormed()];
  const shown = chars.slice(0, nameCharsShownMax).join("");
  return JSON.stringify(chars.length > nameCharsShownMax ? `${shown}…` : shown);
}

/** Reports an unknown name and suggests the one that was probably meant. */
export function describeUnknown(what: string, given: string, known: readonly string[]): string {
  const nearest = nearestOf(given, known);
  const advice =
    nearest === null
      ? ` There are ${namesOf(known)}.`
      : ` The nearest name is ${displayName(nearest)}.`;
  return `There is no ${what} ${displayName(given)}.${known.length === 0 ? "" : advice}`;
}

function namesOf(known: readonly string[]): string {
  const names = known.slice(0, namesShownMax).map(displayName).join(", ");
  const more = known.length - namesShownMax;
  return more > 0 ? `${names} and ${more} more` : names;
}

/** Ignores case, spaces and underscores, and then allows one edit for every three letters. */
function nearestOf(given: string, known: readonly string[]): string | null {
  const plain = (name: string) => name.toLowerCase().replace(/[\s_-]+/g, "");
  const wanted = plain(given);
  const same = known.find((name) => plain(name) === wanted);
  if (same !== undefined || known.length === 0) return same ?? null;
  const byPlain = new Map(known.map((name) => [plain(name), name]));
  const near = closest(wanted, [...byPlain.keys()]);
  const editsMax = Math.max(1, Math.floor(wanted.length / 3));
  return distance(wanted, near) <= editsMax ? (byPlain.get(near) ?? null) : null;
}
