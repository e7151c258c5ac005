/** What every page is given, whatever it shows. */
import type { SecretList } from "../../platform/secrets/secret-list.ts";
import type { Session } from "../../platform/session.ts";

/** Each subject's own context adds to it. */
export type KitContext = {
  config: {
    PUBLIC_BASE_URL: string;
    MCP_PUBLIC_URL?: string | undefined;
    SESSION_SECRET: SecretList;
  };
  now: () => Date;
  /** False once the session has ended, whatever its cookie says. */
  isSessionLive(session: Session): Promise<boolean>;
  /** Logs what a page did not expect, and gives the request id that the page may show. */
  reportError(error: unknown, request: Request): string | undefined;
};
