/** The authorisation server of one process: the provider behind fetch requests. */
import type { IncomingMessage } from "node:http";
import type { Authorizations } from "../../market/connection/authorization-port.ts";
import type { Context } from "../../market/context.ts";
import { createAuthorizations } from "./authorizations.ts";
import type { DocumentOptions } from "./client-documents.ts";
import { fromNode, toNode } from "./node-exchange.ts";
import { cookieNames, createProvider } from "./provider.ts";

export type AuthorizationServer = {
  /** Answers a request to one of the provider's addresses. Rejects with its error. */
  answer(request: Request, body?: Uint8Array): Promise<Response>;
  authorizations: Authorizations;
};

/** `documents`: replaces how clients' documents are fetched, for tests. */
export function openAuthorizationServer(
  ctx: Context,
  documents: DocumentOptions = {},
): AuthorizationServer {
  const provider = createProvider(ctx, documents);
  const failures = new WeakMap<IncomingMessage, Error>();
  provider.on("server_error", ({ req }, error) => failures.set(req, error));
  provider.silent = true;
  const handle = provider.callback();
  return {
    async answer(request, body) {
      const { req, res } = toNode(request, ctx.config.PUBLIC_BASE_URL, body);
      handle(req, res);
      const response = await fromNode(res, cookieNames.session);
      const failure = failures.get(req);
      if (failure !== undefined) throw failure;
      return response;
    },
    authorizations: createAuthorizations(provider),
  };
}
