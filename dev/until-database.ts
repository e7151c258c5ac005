import { openDatabase, pingDatabase } from "../db/client.ts";
import { healthLimits } from "../db/limits.ts";
import { databaseAddress } from "../platform/environment-lists.ts";
import { PartTrouble, troubleReason } from "../platform/part-trouble.ts";
import { createReadinessNews, type GivenParts } from "./watch-readiness.ts";

const tryPauseMs = 500;

/**
 * Waits for the database that `bun dev` is about to migrate, with a message. Rejects if the
 * database refuses: a wrong password, or an unknown database name.
 */
export async function untilDatabaseAnswers(
  url: string,
  options: { tell: (line: string) => void; given: GivenParts; variable: string },
): Promise<void> {
  const { tell, given, variable } = options;
  const { error } = databaseAddress.safeParse(url);
  if (error !== undefined) {
    const [{ message } = { message: "" }] = error.issues;
    const example = "postgres://user:password@host:5432/name";
    throw new Error(`${variable} is no address such as ${example}: ${message}.`);
  }
  const { db, close } = openDatabase({ url, poolMax: 1, limits: healthLimits });
  const news = createReadinessNews("migration", given);
  try {
    for (;;) {
      const trouble = await pingDatabase(db).then(
        () => null,
        (error: unknown) => error,
      );
      if (trouble instanceof PartTrouble && trouble.isRefusal) {
        throw new Error(`The database of ${variable} ${trouble.message}.`);
      }
      const reasons: Record<string, string> = {};
      if (trouble !== null) reasons.database = troubleReason(trouble);
      news({ reasons }).forEach(tell);
      if (trouble === null) return;
      await Bun.sleep(tryPauseMs);
    }
  } finally {
    await close();
  }
}
