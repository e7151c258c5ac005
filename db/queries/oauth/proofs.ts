/** Proofs that were used, until they are too old anyway; the clock deletes them with the other records. */
import { sql } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { oauthRecords } from "../../schema/index.ts";

type ProofUse = {
  idHash: string;
  /** The request that the proof serves. */
  use: string;
  expiresAt: Date;
};

/** False if another request has used the proof. Of concurrent requests one gets it. */
export async function claimProof(
  db: Database,
  { idHash, use, expiresAt }: ProofUse,
): Promise<boolean> {
  const isSameUse = sql`${oauthRecords.payload} = excluded.payload`;
  const claimed = await db
    .insert(oauthRecords)
    .values({ kind: "DpopProof", idHash, payload: { use }, grantId: null, expiresAt })
    .onConflictDoUpdate({
      target: [oauthRecords.kind, oauthRecords.idHash],
      set: { expiresAt },
      setWhere: isSameUse,
    })
    .returning({ idHash: oauthRecords.idHash });
  return claimed.length > 0;
}
