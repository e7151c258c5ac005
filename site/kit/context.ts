import type { SecretList } from "../../platform/secrets/secret-list.ts";
import type { Session } from "../../platform/session.ts";

/** The dependencies of every page. Each subject's own context adds to them. */
export type KitContext = {
  config: {
    PUBLIC_BASE_URL: string;
    MCP_PUBLIC_URL?: string | undefined;
    SESSION_SECRET: SecretList;
  };
  now: () => Date;
  /** False once the session has ended, even if its cookie is still valid. */
  isSessionLive(session: Session): Promise<boolean>;
  /** Logs an unexpected error and returns the request id that the page may show. */
  reportError(error: unknown, request: Request): string | undefined;
};
