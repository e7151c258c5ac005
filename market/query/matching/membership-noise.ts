/** Decides by a secret whether the answer about a value of a paid dataset is reversed. */
import { createHmac } from "node:crypto";
import { HalfSipHash } from "../../../sdk/src/half-siphash.ts";
import { HASH_LIMIT } from "../../../sdk/src/value-sketch.ts";
import { hashText } from "../../profile/join/join-hasher.ts";
import { FLIP_CHANCE } from "./rules.ts";

/**
 * The same for a value in every call, set, column and version of a listing, and for every caller, because
 * each independent answer would add to what is known of it. It depends on the truth, so that an answer that
 * stays the same does not say that nothing was reversed.
 */
export function membershipNoise(
  noiseKey: string,
  listingId: string,
): (hash: number, isMember: boolean) => boolean {
  const [absent, present] = ["absent", "present"].map((truth) => {
    const key = createHmac("sha256", noiseKey).update(`match ${listingId} ${truth}`).digest("hex");
    return new HalfSipHash(key.slice(0, 16));
  });
  const reversedBelow = FLIP_CHANCE * HASH_LIMIT;
  return (hash, isMember) => {
    const hasher = isMember ? present : absent;
    return hasher !== undefined && hasher.hash48(hashText(hash)) < reversedBelow;
  };
}
