import type { OwnerActor } from "../../db/vocabulary/actor.ts";
import { finishPaymentSetup } from "../../market/account/finish-payment-setup.ts";
import { listPaymentMethods } from "../../market/account/read.ts";
import { startPaymentSetup } from "../../market/account/start-payment-setup.ts";
import { freeAgentName } from "../../market/connection/agent-name.ts";
import type {
  AuthorizationRequest,
  Authorizations,
} from "../../market/connection/authorization-port.ts";
import { openConnection } from "../../market/connection/open-connection.ts";
import { type ConnectionView, listOwnConnections } from "../../market/connection/read.ts";
import { renewConnection } from "../../market/connection/renew-connection.ts";
import { proposedAgentName, shownClientName } from "../../market/connection/rules.ts";
import { connectionTerms } from "../../market/connection/schemas.ts";
import type { Context } from "../../market/context.ts";
import { findDueTerms } from "../../market/terms/accept-terms.ts";
import { readStanding } from "../account/standing.ts";
import { parseForm } from "../kit/form.ts";
import { type Decision, openDecideOnce, readDecision } from "./decide-once.ts";

/** The person's consent to a request. */
export type Yes = {
  /** The connection to renew; null: a new connection. */
  renewed: string | null;
  terms: Record<string, unknown>;
  /** True: a renewed connection keeps its limits. */
  keepsLimits: boolean;
};
type ConsentRequest = { request: Request; asked: AuthorizationRequest; owner: OwnerActor };

export function consentUseCases(ctx: Context, authorizations: Authorizations) {
  const decideOnce = openDecideOnce(ctx);
  const cardPage = (uid: string) => `${ctx.config.PUBLIC_BASE_URL}/oauth/consent/${uid}/card`;
  return {
    /** Null: the request has ended, or another browser started it. */
    findRequest: (request: Request, uid: string) => authorizations.find(request, uid),
    standing: (owner: OwnerActor) => readStanding(ctx, owner),
    findDueTerms: (owner: OwnerActor) => findDueTerms(ctx, owner.accountId),
    listCards: (owner: OwnerActor) => listPaymentMethods(ctx, owner),
    /** The connections that have not ended, of this client or of one that looks the same. */
    earlierConnections: async (
      owner: OwnerActor,
      asked: AuthorizationRequest,
    ): Promise<ConnectionView[]> => {
      const all = await listOwnConnections(ctx, owner);
      return all.filter((one) => one.state !== "ended" && isOf(one, asked));
    },
    /**
     * The suggested seller name. It avoids names that the owner already uses only if their address
     * is verified, so that nobody else learns those names.
     */
    proposeSeller: async (owner: OwnerActor, { clientName }: AuthorizationRequest) =>
      owner.emailVerified
        ? freeAgentName(ctx.db, { ownerEmail: owner.email, clientName })
        : proposedAgentName(clientName),
    readDecision: (owner: OwnerActor, uid: string) => readDecision(ctx, { owner, uid }),
    /** Errors: those of `openConnection` and `renewConnection`; faults name fields of the form. */
    allow: async ({ request, asked, owner }: ConsentRequest, yes: Yes): Promise<Decision> => {
      let replaced: string | null = null;
      const decision = await decideOnce({ owner, uid: asked.uid }, async (inTx) => {
        let location = "";
        const makeGrant = async (scopes: ConnectionView["scopes"]) => {
          const { accountId } = owner;
          const made = await authorizations.allow(request, asked.uid, { accountId, scopes });
          location = made.location;
          return made.grantId;
        };
        const terms = parseForm(connectionTerms, yes.terms);
        const consent = { client: asked, makeGrant };
        if (yes.renewed === null) {
          const { id } = await openConnection(inTx, owner, { ...consent, terms });
          return allowed(asked, id, location);
        }
        const limits = yes.keepsLimits ? null : terms;
        const renewal = { ...consent, terms: { ...terms, limits } };
        const renewed = await renewConnection(inTx, owner, yes.renewed, renewal);
        replaced = renewed.endedGrantId;
        return allowed(asked, renewed.connection.id, location);
      });
      // The connection has a new grant by now, so the old grant's tokens were already invalid.
      if (replaced !== null) await authorizations.end(replaced);
      return decision;
    },
    deny: ({ request, asked, owner }: ConsentRequest): Promise<Decision> =>
      decideOnce({ owner, uid: asked.uid }, async () => {
        const { location } = await authorizations.deny(request, asked.uid);
        return { ...clientOf(asked), decided: "denied", connectionId: null, location };
      }),
    /** Returns the address of the payment provider's page, which leads back here. */
    beginCardSetup: (owner: OwnerActor, uid: string): Promise<{ url: string }> =>
      startPaymentSetup(ctx, owner, {
        successUrl: `${cardPage(uid)}?setup={CHECKOUT_SESSION_ID}`,
        cancelUrl: cardPage(uid),
      }),
    finishCardSetup: async (owner: OwnerActor, setupId: string) =>
      (await finishPaymentSetup(ctx, owner, setupId)).status,
  };
}

function isOf(one: ConnectionView, asked: AuthorizationRequest): boolean {
  if (one.clientId === asked.clientId) return true;
  const name = shownClientName(asked.clientName, asked.clientHost);
  return one.clientHost === asked.clientHost && one.clientName === name;
}

function clientOf({ clientName, clientHost }: AuthorizationRequest) {
  return { clientName: shownClientName(clientName, clientHost), clientHost };
}

function allowed(asked: AuthorizationRequest, connectionId: string, location: string): Decision {
  return { ...clientOf(asked), decided: "allowed", connectionId, location };
}
