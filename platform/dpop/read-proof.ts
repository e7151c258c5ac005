/** Checks a DPoP proof by itself (RFC 9449 §4.3). Its single use needs shared state, and is the caller's part. */
import { createHash } from "node:crypto";
import { calculateJwkThumbprint, EmbeddedJWK, errors, jwtVerify } from "jose";
import { dpopAlgorithms } from "./algorithms.ts";

/** The request that a proof must name. */
export type ProvedCall = {
  method: string;
  /** The address without query and fragment. */
  url: string;
  token: string;
};

export type ReadProof =
  | { kind: "valid"; thumbprint: string; jti: string; issuedAt: Date }
  | { kind: "faulty"; reason: string };

type Limits = { now: Date; secondsMax: number; charsMax: number };

/** `reason` repeats nothing of the proof. */
export async function readProof(
  proof: string,
  { method, url, token }: ProvedCall,
  { now, secondsMax, charsMax }: Limits,
): Promise<ReadProof> {
  if (proof.length > charsMax) return faulty(`it has more than ${charsMax} characters`);
  const verified = await verify(proof, now);
  if (verified === null) {
    return faulty(
      `it is no JWT of type dpop+jwt, signed by the public key in its header (${dpopAlgorithms.join(", ")})`,
    );
  }
  const { payload, protectedHeader } = verified;
  const { jti, iat, htm, htu, ath } = payload;
  if (typeof jti !== "string" || jti === "") return faulty("it has no jti");
  if (typeof iat !== "number") return faulty("it has no iat");
  const offSeconds = Math.round(iat - now.getTime() / 1000);
  if (Math.abs(offSeconds) > secondsMax) {
    const [far, way] = [Math.abs(offSeconds), offSeconds < 0 ? "before" : "after"];
    return faulty(`its iat is ${far} seconds ${way} this server's time, ${secondsMax} at most`);
  }
  if (htm !== method) return faulty(`its htm is not ${method}`);
  if (typeof htu !== "string" || bare(htu) !== bare(url)) return faulty(`its htu is not ${url}`);
  if (ath !== createHash("sha256").update(token).digest("base64url")) {
    return faulty("its ath is not the base64url SHA-256 of the access token");
  }
  const thumbprint = await calculateJwkThumbprint(protectedHeader.jwk ?? {});
  return { kind: "valid", thumbprint, jti, issuedAt: new Date(iat * 1000) };
}

function faulty(reason: string): ReadProof {
  return { kind: "faulty", reason };
}

async function verify(proof: string, now: Date) {
  try {
    return await jwtVerify(proof, EmbeddedJWK, {
      algorithms: [...dpopAlgorithms],
      typ: "dpop+jwt",
      currentDate: now,
    });
  } catch (error) {
    // Web Crypto has errors of its own for keys that are no points of their curve.
    if (error instanceof errors.JOSEError || error instanceof DOMException) return null;
    if (error instanceof TypeError || error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Normalised as a URL, without query and fragment; null if it is none. */
function bare(address: string): string | null {
  const url = URL.parse(address);
  if (url === null) return null;
  url.search = "";
  url.hash = "";
  return url.href;
}
