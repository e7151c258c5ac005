/** Compares a new version's file with earlier published versions. */
import {
  type ChangesFrom,
  type EarlierVersion,
  findStoredProfile,
  readEarlierVersions,
} from "../../db/queries/listings/version-changes.ts";
import { ObjectNotFoundError, type Storage } from "../../platform/storage/port.ts";
import type { Context } from "../context.ts";
import { compareProfiles } from "../profile/drift/compare-profiles.ts";
import { compareRows, type VersionRows } from "../profile/drift/compare-rows.ts";
import { decodeRowSketch } from "../profile/drift/read-row-sketch.ts";
import { type RowSketch, rowSketchPath } from "../profile/drift/row-sketch.ts";
import type { Profile } from "../profile/schemas.ts";
import { COMPARED_VERSIONS_MAX } from "./limits.ts";

/** A profiled file, with the sketch of its rows if there is one. */
export type ComparedFile = {
  listingId: string;
  uploadId: string;
  profile: Profile;
  sketch: RowSketch | null;
};

/**
 * Changes since each earlier version, newest first. Skips versions without a profile, and failed
 * comparisons, which go to `onFault`: a version can be sold without a comparison. Empty for a first version.
 */
export async function compareVersions(
  ctx: Context,
  file: ComparedFile,
  onFault: (error: unknown) => void,
): Promise<ChangesFrom[]> {
  const versions = await readEarlierVersions(ctx.db, file, COMPARED_VERSIONS_MAX);
  const compared: ChangesFrom[] = [];
  for (const version of versions) {
    const before = await readVersion(ctx, version);
    if (before === null) continue;
    try {
      const changes = compareProfiles(before.profile, file.profile, compareRows(before, file));
      compared.push({ fromUploadId: version.uploadId, changes });
    } catch (error) {
      onFault(error);
    }
  }
  return compared;
}

async function readVersion(
  { db, storage }: Context,
  { uploadId, samplePath }: EarlierVersion,
): Promise<VersionRows | null> {
  const profile = (await findStoredProfile(db, uploadId)) as Profile | null;
  return profile === null ? null : { profile, sketch: await readSketch(storage, samplePath) };
}

/** Null for a file without a sample, or one that was profiled before sketches existed. */
async function readSketch(storage: Storage, samplePath: string | null): Promise<RowSketch | null> {
  if (samplePath === null) return null;
  try {
    const object = await new Response(await storage.read(rowSketchPath(samplePath))).arrayBuffer();
    return decodeRowSketch(new Uint8Array(object));
  } catch (error) {
    if (error instanceof ObjectNotFoundError) return null;
    throw error;
  }
}
