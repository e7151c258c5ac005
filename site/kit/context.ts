import type { OwnerActor } from "../../market/context.ts";
import type { Identity, IdentityClaims } from "../../platform/identity/port.ts";
import type { AccountPages } from "../account/context.ts";
import type { AdministrationPages } from "../admin/context.ts";

/** What the approval page shows; the use case decides what a code means. */
export type ApprovalPageView = {
  agentName: string;
  ownerEmail: string;
  ownerEmailMasked: string;
  registeredAt: Date;
  state: "pending" | "verified" | "rejected" | "revoked";
};

export type Decision = "approve" | "reject";
export type CatalogueNumbers = { datasetCount: number; freeDatasetCount: number };

/** What the pages are given: the use cases come as functions, so that pages hold no rule. */
export type PagesContext = {
  config: {
    PUBLIC_BASE_URL: string;
    SESSION_SECRET: string;
    OIDC_ISSUER: string;
    CURRENCY: string;
  };
  /** Where the payment provider's pages lie. */
  hostedOrigins: readonly string[];
  identity: Pick<Identity, "startSignIn" | "finishSignIn">;
  now: () => Date;
  /** Null for a code that is unknown or expired. */
  viewApproval(code: string): Promise<ApprovalPageView | null>;
  /** Throws `MarketError`: not_the_owner, agent_already_decided, approval_not_found. */
  decideApproval(owner: OwnerActor, code: string, decision: Decision): Promise<unknown>;
  /** Makes the account at the first sign-in. */
  signInAccount(claims: IdentityClaims): Promise<{ accountId: string }>;
  /** Null when the numbers cannot be had: the home page then goes without them. */
  catalogueNumbers(): Promise<CatalogueNumbers | null>;
  account: AccountPages;
  administration: AdministrationPages;
  /** Logs what a page did not expect, and gives the request id that the page may show. */
  reportError(error: unknown, request: Request): string | undefined;
};
