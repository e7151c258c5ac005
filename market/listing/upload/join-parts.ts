/** Joins an upload's parts at the store, or reports each part that prevents it. */
import type { Storage } from "../../../platform/storage/port.ts";
import type { FieldFault } from "../../errors.ts";
import {
  faultyParts,
  joinFaults,
  missingParts,
  type PartPlan,
  type SizeLimits,
  smallParts,
} from "./rules.ts";

/** One object: the whole upload, or one file of a folder. */
type Joined = {
  storagePath: string;
  multipartId: string | null;
  plan: PartPlan | null;
  byteSize: number | null;
};

/** Returns no faults if the parts are joined, or there are none to join. */
export async function joinParts(
  storage: Storage,
  { storagePath: path, multipartId, plan, byteSize }: Joined,
  { md5s, limits }: { md5s: ReadonlyMap<number, string>; limits: SizeLimits },
): Promise<FieldFault[]> {
  if (plan === null || multipartId === null) return [];
  const arrived = await storage.listParts(path, multipartId);
  // Joined or aborted before; the caller sees which by whether the file exists.
  if (arrived === null) return [];
  const missing = missingParts(plan.parts, arrived);
  const faults = joinFaults(missing, faultyParts(arrived, { plan, byteSize, md5s }));
  if (faults.length > 0) return faults;
  const outcome = await storage.completeMultipart(path, multipartId, arrived);
  if (outcome === "too_small") return joinFaults([], smallParts(arrived, limits));
  if (outcome !== "changed") return [];
  const detail = "a part was replaced while the parts were being joined: try again";
  return [{ pointer: "/full_data_path", code: "part_differs", detail }];
}
