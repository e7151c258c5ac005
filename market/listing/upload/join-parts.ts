/** Joins the parts of an upload at the store, or says part by part what keeps it from that. */
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

/** One object: the whole upload, or a file of a folder. */
type Joined = {
  storagePath: string;
  multipartId: string | null;
  plan: PartPlan | null;
  byteSize: number | null;
};

/** No faults: the parts are joined, or there are none to join. */
export async function joinParts(
  storage: Storage,
  { storagePath: path, multipartId, plan, byteSize }: Joined,
  { md5s, limits }: { md5s: ReadonlyMap<number, string>; limits: SizeLimits },
): Promise<FieldFault[]> {
  if (plan === null || multipartId === null) return [];
  const arrived = await storage.listParts(path, multipartId);
  // It was joined before, or given up: whether the file is there tells which.
  if (arrived === null) return [];
  const missing = missingParts(plan.parts, arrived);
  const faults = joinFaults(missing, faultyParts(arrived, { plan, byteSize, md5s }));
  if (faults.length > 0) return faults;
  const outcome = await storage.completeMultipart(path, multipartId, arrived);
  if (outcome === "too_small") return joinFaults([], smallParts(arrived, limits));
  if (outcome !== "changed") return [];
  const detail = "a part arrived anew while they were joined: try again";
  return [{ pointer: "/full_data_path", code: "part_differs", detail }];
}
