import { createHash } from "node:crypto";
import { claimProof } from "../../db/queries/oauth/proofs.ts";
import { readProof } from "../../platform/dpop/read-proof.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import { DPOP_PROOF_CHARS_MAX, DPOP_PROOF_SECONDS_MAX } from "./limits.ts";

/** How a caller presents an access token. */
export type Presented = {
  scheme: "bearer" | "dpop";
  /** The resource at which it was presented. */
  at: string;
  /** The `DPoP` header, or null. */
  proof: string | null;
  method: string;
  url: string;
  /** The one request that the proof may serve; nobody outside can know it. */
  use: string;
};

/**
 * Accepts a token whose presentation fits its binding (RFC 9449 §7). `jkt`: the thumbprint of the key that it
 * is bound to, or null. Errors: dpop_proof_missing, dpop_proof_invalid.
 */
export async function requireProof(
  { db, now }: Pick<Context, "db" | "now">,
  { token, jkt }: { token: string; jkt: string | null },
  presented: Presented,
): Promise<void> {
  const { scheme, proof, method, url, use } = presented;
  if (jkt === null) {
    if (scheme === "bearer") return;
    throw invalid("this token is not bound to a key: send it as `Authorization: Bearer`");
  }
  if (scheme === "bearer" || proof === null) {
    throw new MarketError(
      "dpop_proof_missing",
      "Send `Authorization: DPoP <token>` with a new proof in the header `DPoP`.",
    );
  }
  const limits = {
    now: now(),
    secondsMax: DPOP_PROOF_SECONDS_MAX,
    charsMax: DPOP_PROOF_CHARS_MAX,
  };
  const read = await readProof(proof, { method, url, token }, limits);
  if (read.kind === "faulty") throw invalid(read.reason);
  if (read.thumbprint !== jkt) throw invalid("it is signed by another key than the token's");
  const idHash = createHash("sha256").update(`${jkt} ${read.jti}`).digest("hex");
  const expiresAt = new Date(read.issuedAt.getTime() + DPOP_PROOF_SECONDS_MAX * 1000);
  if (!(await claimProof(db, { idHash, use, expiresAt }))) {
    throw invalid("it was used before: every request needs a new one");
  }
}

function invalid(reason: string): MarketError {
  return new MarketError("dpop_proof_invalid", `The DPoP proof is refused: ${reason}.`);
}
