/** An agent's own sample and profile, as buyers will see them. */

import type { AgentActor } from "../../../db/vocabulary/actor.ts";
import type { Context } from "../../context.ts";
import { type RenderedSample, readProfile, readSample } from "../read-file.ts";
import type { SampleWish } from "../rules.ts";
import { findOwnFile } from "./find-own-file.ts";
import type { PreviewedVersion } from "./schemas.ts";

type PreviewRequest = { listingId: string; version: PreviewedVersion; table?: string | undefined };

/**
 * The sample of an own listing in any state, with the cells of a paid one withheld.
 * Errors: listing_not_found, sample_not_available (no file yet, or its job runs), table_not_found,
 * format_not_offered, storage_unavailable.
 */
export async function getOwnSample(
  ctx: Context,
  agent: AgentActor,
  { table, ...wanted }: PreviewRequest,
  wish: SampleWish,
): Promise<RenderedSample> {
  const scope = await findOwnFile(ctx, agent, wanted, "sample_not_available");
  return readSample(ctx, scope, wish, table);
}

/**
 * The profile of an own listing in any state, as JSON text. Errors: listing_not_found,
 * profile_not_available, table_not_found, storage_unavailable.
 */
export async function getOwnProfile(
  ctx: Context,
  agent: AgentActor,
  { table, ...wanted }: PreviewRequest,
): Promise<string> {
  const scope = await findOwnFile(ctx, agent, wanted, "profile_not_available");
  return readProfile(ctx, scope, table);
}
