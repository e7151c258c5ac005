/** Signs and verifies agent tokens; implements `market/agent/agent-token.ts`. */
import { jwt } from "@elysiajs/jwt";
import { AGENT_TOKEN_AUDIENCE } from "../market/account/rules.ts";
import type { AgentTokens } from "../market/agent/agent-token.ts";
import type { SecretList } from "../platform/secrets/secret-list.ts";

const issuer = "dataset-market";

/**
 * Agent tokens are HS256 JWTs by @elysiajs/jwt. The plugin writes the present time into `iat`, so
 * `nbf` carries the registration time instead: the same row always gives the same token.
 */
export function createAgentTokens([secret, ...older]: SecretList): AgentTokens {
  const signer = signerBy(secret);
  const verifiers = [signer, ...older.map(signerBy)];
  return {
    mint: (claims) =>
      signer.sign({
        iss: issuer,
        aud: AGENT_TOKEN_AUDIENCE,
        sub: claims.agentId,
        iat: false,
        nbf: claims.issuedAt.getTime() / 1000,
        exp: claims.expiresAt.getTime() / 1000,
      }),
    async read(token) {
      for (const verifier of verifiers) {
        const claims = await readBy(verifier, token);
        if (claims !== null) return claims;
      }
      return null;
    },
  };
}

function signerBy(secret: string) {
  return jwt({ name: "agentJwt", secret, alg: "HS256" }).decorator.agentJwt;
}

async function readBy(signer: ReturnType<typeof signerBy>, token: string) {
  // Only the signature is checked here; the caller checks the expiry by its own clock.
  const payload = await signer.verify(token, {
    algorithms: ["HS256"],
    issuer,
    audience: AGENT_TOKEN_AUDIENCE,
    currentDate: issuedInstant(token),
  });
  if (payload === false) return null;
  const { sub, nbf, exp } = payload;
  if (sub === undefined || nbf === undefined || exp === undefined) return null;
  return { agentId: sub, issuedAt: new Date(nbf * 1000), expiresAt: new Date(exp * 1000) };
}

/** The instant from which the token is valid: at that instant it is neither early nor expired. */
function issuedInstant(token: string): Date {
  try {
    const payload = token.split(".")[1] ?? "";
    const { nbf } = JSON.parse(Buffer.from(payload, "base64url").toString("utf8")) as {
      nbf?: unknown;
    };
    return new Date(typeof nbf === "number" ? nbf * 1000 : 0);
  } catch {
    return new Date(0);
  }
}
