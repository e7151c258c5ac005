/** The findings about an agent's own file, before publication. */
import { type FileFindings, findFindings } from "../../../db/queries/catalogue/findings.ts";
import type { AgentActor } from "../../../db/vocabulary/actor.ts";
import type { Context } from "../../context.ts";
import { findOwnFile } from "./find-own-file.ts";
import type { PreviewedVersion } from "./schemas.ts";

/** For wider tables the first columns are shown, those with personal data before all others. */
const columnsShownMax = 100;

/**
 * Findings about the file and its columns, personal data first; null if it could not be read.
 * Errors: listing_not_found, profile_not_available (no file yet, or its job runs).
 */
export async function getOwnFindings(
  ctx: Context,
  agent: AgentActor,
  wanted: { listingId: string; version: PreviewedVersion },
): Promise<FileFindings | null> {
  const { uploadId } = await findOwnFile(ctx, agent, wanted, "profile_not_available");
  return findFindings(ctx.db, uploadId, columnsShownMax);
}
