/** Finds the file for a preview of an own listing, once its job has ended. */
import type { FileScope } from "../../../db/queries/catalogue/catalogue.ts";
import { findOwnListing } from "../../../db/queries/listings/listings.ts";
import type { AgentActor } from "../../../db/vocabulary/actor.ts";
import type { Context } from "../../context.ts";
import { MarketError } from "../../errors.ts";
import { isJobRunning } from "../../listing/rules.ts";
import type { PreviewedVersion } from "./schemas.ts";

/** Errors: listing_not_found, and `notAvailable` without a file or while its job runs. */
export async function findOwnFile(
  { db }: Pick<Context, "db">,
  { agentId }: AgentActor,
  { listingId, version }: { listingId: string; version: PreviewedVersion },
  notAvailable: "sample_not_available" | "profile_not_available",
): Promise<Required<FileScope>> {
  const row = await findOwnListing(db, { listingId, agentId });
  if (row === null) throw new MarketError("listing_not_found", "You have no listing with this id.");
  const upload = version === "next" ? row.next : row.upload;
  if (upload === null) {
    const what =
      version === "next" ? "There is no open version with a file." : "It has no file yet.";
    throw new MarketError(notAvailable, what);
  }
  if (isJobRunning(upload.state)) {
    const detail = "The sample job is still running: read the listing until it has ended.";
    throw new MarketError(notAvailable, detail);
  }
  return { listingId, uploadId: upload.id };
}
