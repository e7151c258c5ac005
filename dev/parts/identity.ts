import { join } from "node:path";
import { loopbackUrl, type StartedPart, startProcess, untilReady } from "./process.ts";

export type IdentityOptions = {
  port: number;
  /** Stores the signing keys, so that tokens stay valid over a restart. */
  dataDir: string;
  logFile: string;
  clientId: string;
  clientSecret: string;
  /** Signs the provider's own cookies. */
  cookieSecret: string;
  /** In addition, `/auth/callback` on any loopback port is allowed. */
  redirectUris: string[];
};

export type StartedIdentity = StartedPart & { issuer: string };

/**
 * Starts the embedded identity provider (`identity-server.ts`). Rejects with the last lines of its
 * log if it does not start.
 */
export async function startIdentity(options: IdentityOptions): Promise<StartedIdentity> {
  const issuer = loopbackUrl(options.port);
  const child = startProcess({
    name: "identity",
    command: [process.execPath, join(import.meta.dir, "identity-server.ts")],
    env: {
      ...process.env,
      IDENTITY_PORT: String(options.port),
      IDENTITY_DATA_DIR: options.dataDir,
      IDENTITY_CLIENT_ID: options.clientId,
      IDENTITY_CLIENT_SECRET: options.clientSecret,
      IDENTITY_COOKIE_SECRET: options.cookieSecret,
      IDENTITY_REDIRECT_URIS: options.redirectUris.join(" "),
    },
    logFile: options.logFile,
    deathSignal: "KILL",
    stopTimeoutMs: 2000,
  });
  await untilReady(child, () => answersOk(`${issuer}/.well-known/openid-configuration`));
  return { issuer, process: child, stop: child.stop };
}

/** Whether a GET of this address succeeds. */
export async function answersOk(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(2000) });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}
