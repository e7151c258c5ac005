/** Gives the consent page the authorisation requests that wait for a person. */
import type { Provider } from "oidc-provider";
import { type ConnectionScope, connectionScopes } from "../../db/vocabulary/connection.ts";
import type {
  AuthorizationRequest,
  Authorizations,
} from "../../market/connection/authorization-port.ts";
import { hostOfRedirect } from "./client-metadata.ts";
import { toNode } from "./node-exchange.ts";
import { errors } from "./oidc-provider.ts";

type Waiting = Awaited<ReturnType<Provider["interactionDetails"]>>;

export function createAuthorizations(provider: Provider): Authorizations {
  // Only its cookies matter; the page may already have read its body.
  const node = ({ url, headers }: Request) =>
    toNode(new Request(url, { headers }), provider.issuer);

  /** The cookie names the request, and only the browser that started it has the cookie. */
  async function waiting(request: Request, uid: string): Promise<Waiting | null> {
    const { req, res } = node(request);
    try {
      const found = await provider.interactionDetails(req, res);
      return found.uid === uid ? found : null;
    } catch (error) {
      if (error instanceof errors.SessionNotFound) return null;
      throw error;
    }
  }

  async function answer(
    request: Request,
    result: Parameters<Provider["interactionResult"]>[2],
  ): Promise<{ location: string }> {
    const { req, res } = node(request);
    const options = { mergeWithLastSubmission: false };
    return { location: await provider.interactionResult(req, res, result, options) };
  }

  return {
    async find(request, uid) {
      const found = await waiting(request, uid);
      return found === null ? null : describe(provider, found);
    },
    async allow(request, uid, { accountId, scopes }) {
      const found = await waiting(request, uid);
      if (found === null) throw new errors.SessionNotFound("the request has ended");
      const clientId = String(found.params.client_id);
      const grant = new provider.Grant({ accountId, clientId });
      for (const resource of resourcesAsked(found)) {
        grant.addResourceScope(resource, scopes.join(" "));
      }
      const grantId = await grant.save();
      const login = { accountId, remember: false };
      return { grantId, ...(await answer(request, { login, consent: { grantId } })) };
    },
    async deny(request, uid) {
      const found = await waiting(request, uid);
      if (found === null) throw new errors.SessionNotFound("the request has ended");
      const error_description = "The person did not consent.";
      return answer(request, { error: "access_denied", error_description });
    },
    async end(grantId) {
      await provider.Grant.adapter.destroy(grantId);
    },
  };
}

async function describe(provider: Provider, found: Waiting): Promise<AuthorizationRequest | null> {
  const clientId = String(found.params.client_id);
  const client = await provider.Client.find(clientId);
  if (client === undefined) return null;
  const redirectHost = hostOfRedirect(String(found.params.redirect_uri));
  const documentHost = clientId.startsWith("https://") ? new URL(clientId).host : null;
  const clientHost = documentHost ?? redirectHost;
  const [resource = null] = resourcesAsked(found);
  return {
    uid: found.uid,
    clientId,
    clientName: client.clientName ?? clientHost,
    clientHost,
    redirectHost,
    logoAddress: client.logoUri ?? null,
    isRegisteredDynamically: documentHost === null,
    scopesAsked: scopesAsked(found),
    resource,
    // The page finds an existing connection by client and account.
    grantId: null,
  };
}

function scopesAsked({ params }: Waiting): ConnectionScope[] {
  const asked = String(params.scope ?? "").split(" ");
  return connectionScopes.filter((scope) => asked.includes(scope));
}

function resourcesAsked({ params }: Waiting): string[] {
  const { resource } = params;
  if (Array.isArray(resource)) return resource.map(String);
  return typeof resource === "string" ? [resource] : [];
}
