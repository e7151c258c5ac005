/** Reads the profiles of a file's other tables from the object that packs them. */
import type { ByteRange, Storage } from "../../platform/storage/port.ts";
import type { Profile } from "../profile/schemas.ts";
import {
  type PackIndex,
  TABLE_INDEX_BYTES,
  tablePackPath,
  tableRange,
} from "../profile/table-pack.ts";

/** Reads one at a time, so that only one is in memory as text. Errors: ObjectNotFoundError. */
export async function readPackedProfiles(storage: Storage, samplePath: string): Promise<Profile[]> {
  const path = tablePackPath(samplePath);
  const read = async (range: ByteRange): Promise<unknown> =>
    JSON.parse(await new Response(await storage.read(path, range)).text());
  const index = (await read({ start: 0, endInclusive: TABLE_INDEX_BYTES - 1 })) as PackIndex;
  const profiles: Profile[] = [];
  for (const position of index.tables.keys()) {
    const range = tableRange(index, position, "profile");
    if (range !== null) profiles.push((await read(range)) as Profile);
  }
  return profiles;
}
