import { dpopAlgorithms } from "../../platform/dpop/algorithms.ts";

/** The errors of RFC 9449 §7.1, by our codes. */
const proofErrors: Record<string, string> = {
  dpop_proof_missing: "invalid_token",
  dpop_proof_invalid: "invalid_dpop_proof",
};

/** `WWW-Authenticate` for a problem of a DPoP proof; null for any other. */
export function proofChallenge(code: string): string | null {
  const error = proofErrors[code];
  if (error === undefined) return null;
  return `DPoP realm="dataset-market", error="${error}", algs="${dpopAlgorithms.join(" ")}"`;
}
