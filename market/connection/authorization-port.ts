/** The consent page's interface to the authorisation server. */
import type { ConnectionScope } from "../../db/vocabulary/connection.ts";

/** A client's request that waits for the person's answer. */
export type AuthorizationRequest = {
  uid: string;
  clientId: string;
  /** The client's own text, possibly misleading. */
  clientName: string;
  /** The host that controls the client: of its metadata document, or of its redirect address; "this computer" for loopback. */
  clientHost: string;
  redirectHost: string;
  logoAddress: string | null;
  isRegisteredDynamically: boolean;
  scopesAsked: ConnectionScope[];
  resource: string | null;
  /** The connection that this step-up extends. */
  grantId: string | null;
};

/** The part of a client's request that its connection stores. */
export type ConnectingClient = Pick<
  AuthorizationRequest,
  "clientId" | "clientName" | "clientHost" | "isRegisteredDynamically" | "scopesAsked"
>;

/**
 * Creates the authorisation server's grant as the last step of a consent, so that a refused consent
 * creates none. Its tables are ours, so the open transaction waits for no provider.
 */
export type MakeGrant = (scopes: ConnectionScope[]) => Promise<string>;

export interface Authorizations {
  /** Only for the same browser (its interaction cookie must match); null: ended or another browser's. */
  find(request: Request, uid: string): Promise<AuthorizationRequest | null>;
  /** Creates the grant for these scopes and stores `grantId` with the connection; then go to `location`. */
  allow(
    request: Request,
    uid: string,
    granted: { accountId: string; scopes: ConnectionScope[] },
  ): Promise<{ grantId: string; location: string }>;
  deny(request: Request, uid: string): Promise<{ location: string }>;
  /** Ends all tokens of this grant. Repeats change nothing. */
  end(grantId: string): Promise<void>;
}
