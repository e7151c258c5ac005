/** The limits of all market subjects, with their comments. */
import { join } from "node:path";
import { commentsIn, filesIn } from "./source.ts";

export type Limit = {
  subject: string;
  name: string;
  value: number | readonly number[];
  words: string;
};

const pathOf = /^market\/(?:([\w/-]+)\/)?limits\.ts$/;

export const limitFiles = filesIn("market").filter((path) => pathOf.test(path));

/** Those that callers meet and no field's schema states. Limits shared by several subjects come first. */
export const marketLimits: Limit[] = (await Promise.all(limitFiles.map(limitsIn)))
  .flat()
  .toSorted((one, other) => one.subject.localeCompare(other.subject));

/** The comment is only a field's name, so its schema, and thus /openapi.json, states the bound. */
export const isInOpenApi = (words: string): boolean =>
  /^(?:One of )?`[^`]+`(?:,? (?:and )?`[^`]+`)*(?: of [^;,]+)?\.$/.test(words);

const binaryUnits = ["bytes", "KiB", "MiB", "GiB"];
const units =
  /(?:^|_)(BYTES_PER_SECOND|BYTES|BYTE(?=_SIZE)|CHARS|CENTS|SECONDS|MINUTES|HOURS|DAYS)(?:_|$)/;

/** The value with the unit that the limit's name states (`ROW_BYTES_MAX` or `rowBytesMax`), such as `4 MiB`. */
export function withUnit(name: string, value: number | readonly number[]): string {
  const upper = name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, "_").toUpperCase();
  const [, unit = ""] = units.exec(upper) ?? [];
  const word = unit.toLowerCase().replaceAll("_", " ").replace("chars", "characters");
  if (typeof value !== "number") return `${value.join(", ")} ${word}`.trim();
  if (!/^BYTES?$/.test(unit)) return `${value} ${word}`.trim();
  let [size, step] = [value, 0];
  while (size % 1024 === 0 && step < binaryUnits.length - 1) [size, step] = [size / 1024, step + 1];
  return `${size} ${binaryUnits[step]}`;
}

async function limitsIn(path: string): Promise<Limit[]> {
  const subject = pathOf.exec(path)?.[1] ?? "";
  const comments = commentsIn(path);
  const values = (await import(join("../..", path))) as Record<string, number | number[]>;
  return [...comments].flatMap(([name, words]) => {
    const value = values[name];
    return value === undefined ? [] : [{ subject, name, value, words }];
  });
}
