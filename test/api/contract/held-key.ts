/** Locks an Idempotency-Key as another request of the same caller would, to produce the 409. */
import { sql } from "drizzle-orm";
import type { Answer, TestApi } from "../../support/api.ts";

const key = "held-by-another-request";

/** Sends with a key of the caller that stays locked until the answer has come. */
export async function whileKeyIsHeld(
  api: TestApi,
  caller: string,
  send: (headers: Record<string, string>) => Promise<Answer>,
): Promise<Answer> {
  const scope = `${caller}\n${key}`;
  return api.db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${scope}, 0))`);
    return send({ "idempotency-key": key });
  });
}
