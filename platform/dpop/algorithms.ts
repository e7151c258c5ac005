/** The algorithms of DPoP proofs (RFC 9449) that are verified. */
export const dpopAlgorithms = ["ES256", "EdDSA", "Ed25519"] as const;
