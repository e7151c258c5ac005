import { isDeepStrictEqual } from "node:util";
import type { Database } from "../../db/client.ts";
import { findContractCheck } from "../../db/queries/listings/contract-checks.ts";
import type { AcceptanceTerms } from "../acceptance/schemas.ts";
import { MarketError } from "../errors.ts";

/**
 * Throws unless the file was checked by these terms, and keeps them. The edge checks it before the
 * transaction. Errors: contract_broken.
 */
export async function requireContract(
  tx: Database,
  { terms, uploadId }: { terms: AcceptanceTerms | null; uploadId: string },
): Promise<void> {
  if (terms === null) return;
  const check = await findContractCheck(tx, uploadId);
  if (check?.passed === true && isDeepStrictEqual(check.terms, terms)) return;
  throw new MarketError(
    "contract_broken",
    "The file or the contract has changed since the check. Send the request again.",
  );
}
