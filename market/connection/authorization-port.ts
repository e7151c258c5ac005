/** What the consent page asks of the authorisation server: the requests that wait for a person. */
import type { ConnectionScope } from "../../db/vocabulary/connection.ts";

/** A client's request that waits for the person's answer. */
export type AuthorizationRequest = {
  uid: string;
  clientId: string;
  /** The client's own words: look-alikes and tricks included. */
  clientName: string;
  /** Host that answers for the client: of its metadata document, or of its redirect address; "this computer" for loopback. */
  clientHost: string;
  redirectHost: string;
  logoAddress: string | null;
  isRegisteredDynamically: boolean;
  scopesAsked: ConnectionScope[];
  resource: string | null;
  /** The connection that a step-up widens. */
  grantId: string | null;
};

/** Of a client's request, what its connection keeps. */
export type ConnectingClient = Pick<
  AuthorizationRequest,
  "clientId" | "clientName" | "clientHost" | "isRegisteredDynamically" | "scopesAsked"
>;

/**
 * Makes the authorisation server's grant when all else of a consent is written: its last step, so that
 * a refused consent makes none. Its tables are ours, so the open transaction waits for no provider.
 */
export type MakeGrant = (scopes: ConnectionScope[]) => Promise<string>;

export interface Authorizations {
  /** Of this very browser (the interaction's cookie must match); null: ended or somebody else's. */
  find(request: Request, uid: string): Promise<AuthorizationRequest | null>;
  /** Makes the provider's grant for these scopes; `grantId` is stored with the connection; then go to `location`. */
  allow(
    request: Request,
    uid: string,
    granted: { accountId: string; scopes: ConnectionScope[] },
  ): Promise<{ grantId: string; location: string }>;
  deny(request: Request, uid: string): Promise<{ location: string }>;
  /** All tokens of this grant end. Repeats change nothing. */
  end(grantId: string): Promise<void>;
}
