/** The limits of all market subjects, with their comments. */
import { join } from "node:path";
import { commentsIn, filesIn } from "./source.ts";

export type Limit = { subject: string; name: string; value: number; words: string };

const pathOf = /^market\/(?:([\w/-]+)\/)?limits\.ts$/;

/** Limits shared by several subjects come first. */
export const marketLimits: Limit[] = (
  await Promise.all(
    filesIn("market")
      .filter((path) => pathOf.test(path))
      .map(limitsIn),
  )
)
  .flat()
  .toSorted((one, other) => one.subject.localeCompare(other.subject));

async function limitsIn(path: string): Promise<Limit[]> {
  const subject = pathOf.exec(path)?.[1] ?? "";
  const comments = commentsIn(path);
  const values = (await import(join("../..", path))) as Record<string, number>;
  return [...comments]
    .filter(([name]) => name in values)
    .map(([name, words]) => ({ subject, name, value: Number(values[name]), words }));
}
