/** Checks a seller's contract before a version is published, or the contract of a listing on sale changes. */

import { saveContractCheck } from "../../../db/queries/listings/contract-checks.ts";
import { findOwnListing } from "../../../db/queries/listings/listings.ts";
import type { AgentActor } from "../../../db/vocabulary/actor.ts";
import type { Queries } from "../../../platform/query/port.ts";
import { brokenWords } from "../../acceptance/result-words.ts";
import type { AcceptanceTerms } from "../../acceptance/schemas.ts";
import type { Context } from "../../context.ts";
import { MarketError } from "../../errors.ts";
import { uploadSlot } from "../../listing/rules.ts";
import { evaluateFile, stateOf } from "./evaluate-file.ts";

const retrySeconds = 5;
const waitMsMax = 5000;

type ContractCheck = { terms: AcceptanceTerms; uploadId: string; version: number };

/** The version that is about to be published. Errors: contract_broken, invalid_acceptance, queries_unavailable. */
export async function checkNextVersion(
  ctx: Context,
  queries: Queries | null,
  agent: AgentActor,
  listingId: string,
): Promise<void> {
  const row = await findOwnListing(ctx.db, { listingId, agentId: agent.agentId });
  const slot = row === null ? null : uploadSlot(row.listing);
  const upload = slot === "current" ? row?.upload : row?.next;
  const terms = row?.contract ?? null;
  if (row === null || slot === null || terms === null || !upload) return;
  if (upload.state === "attached" || upload.state === "issued") return;
  await check(ctx, queries, listingId, {
    terms,
    uploadId: upload.id,
    version: row.listing.version + 1,
  });
}

/** The file on sale, by changed terms. Errors: those of {@link checkNextVersion}. */
export async function checkChangedContract(
  ctx: Context,
  queries: Queries | null,
  agent: AgentActor,
  { listingId, terms }: { listingId: string; terms: AcceptanceTerms | null | undefined },
): Promise<void> {
  if (terms === null || terms === undefined) return;
  const row = await findOwnListing(ctx.db, { listingId, agentId: agent.agentId });
  const uploadId = row?.listing.currentUploadId ?? null;
  if (row === null || uploadId === null || row.listing.status === "draft") return;
  await check(ctx, queries, listingId, { terms, uploadId, version: row.listing.version });
}

/** Records the outcome, which the transaction of the change requires. */
async function check(
  ctx: Context,
  queries: Queries | null,
  datasetId: string,
  { terms, uploadId, version }: ContractCheck,
): Promise<void> {
  const now = ctx.now();
  const { results, later } = await evaluateFile(ctx, queries, {
    terms,
    file: { datasetId, uploadId, version },
    at: now,
    caller: `contract:${datasetId}`,
    wait: AbortSignal.timeout(waitMsMax),
  });
  if (later !== null) {
    const retryAfterSeconds = retrySeconds;
    throw new MarketError("queries_unavailable", later, { retryAfterSeconds });
  }
  const state = stateOf(results);
  const row = { uploadId, terms, results, passed: state === "passed", checkedAt: now };
  await saveContractCheck(ctx.db, row);
  if (state === "passed") return;
  const code = state === "failed" ? "contract_broken" : "invalid_acceptance";
  const faults = results
    .filter(({ passed }) => passed !== true)
    .map(({ pointer, title, expected, figure, detail }) => ({
      pointer: `/contract${pointer}`,
      code,
      detail: detail ?? brokenWords(title, figure, expected),
    }));
  throw new MarketError(code, faults[0]?.detail ?? "", { faults });
}
