import { countDistinct, type Sketch, sketchedShare } from "../../../sdk/src/value-sketch.ts";
import { JoinHasher } from "../../profile/join/join-hasher.ts";
import type { JoinKey } from "../../profile/join/join-key.ts";
import type { GivenValues } from "./rules.ts";

/** A caller's sketch as hashes by the deployment's key, to compare with columns hashed by it. */
export function givenBy(sketch: Sketch, { hashKey }: JoinKey): GivenValues {
  const hasher = new JoinHasher(hashKey);
  const hashes = new Float64Array(sketch.hashes.map((hash) => hasher.rehash(hash))).sort();
  const distinct = countDistinct(sketch);
  return { hashes: [...hashes], distinct, share: sketchedShare(sketch) };
}
