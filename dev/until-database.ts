/** Waits for the database that `bun dev` is about to migrate, and says so. */
import { openDatabase, pingDatabase } from "../db/client.ts";
import { healthLimits } from "../db/limits.ts";
import { PartTrouble, troubleReason } from "../platform/part-trouble.ts";
import { createReadinessNews, type GivenParts } from "./watch-readiness.ts";

const tryPauseMs = 500;

/** Rejects when the database refuses: a wrong password, or a name that it does not know. */
export async function untilDatabaseAnswers(
  url: string,
  { tell, given }: { tell: (line: string) => void; given: GivenParts },
): Promise<void> {
  if (!/^postgres(ql)?:\/\/./.test(url) || !URL.canParse(url)) {
    throw new Error("DATABASE_URL is no address such as postgres://user:password@host:5432/name.");
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
        throw new Error(`The database of DATABASE_URL ${trouble.message}.`);
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
