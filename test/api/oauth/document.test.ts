/**
 * Checks what /openapi.json says about OAuth: each operation accepts exactly its documented scope.
 */
import { expect, test } from "bun:test";
import { connectionScopes } from "../../../db/vocabulary/connection.ts";
import { oauthPaths } from "../../../market/discovery/authorization-server.ts";
import { testApi } from "../../support/api.ts";
import { newOwner } from "../../support/operators.ts";
import { connect } from "./support.ts";

type Operation = {
  operationId: string;
  security: Record<string, string[]>[];
  requestBody?: { content: Record<string, { example?: unknown }> };
};

const unknownId = "0192f0c1-0000-7000-8000-000000000000";
const api = await testApi();
const document = (await api.send("GET", "/openapi.json")).body as {
  paths: Record<string, Record<string, Operation>>;
  components: { securitySchemes: { oauth: { flows: Record<string, Record<string, unknown>> } } };
};

test("the scheme names the authorisation server's own addresses and all scopes", async () => {
  const metadata = (await api.send("GET", "/.well-known/oauth-authorization-server")).body;
  const { authorizationCode } = document.components.securitySchemes.oauth.flows;
  expect(authorizationCode).toMatchObject({
    authorizationUrl: metadata.authorization_endpoint,
    tokenUrl: metadata.token_endpoint,
    refreshUrl: metadata.token_endpoint,
  });
  expect(Object.keys(authorizationCode?.scopes ?? {})).toEqual(
    metadata.scopes_supported as string[],
  );
  expect(String(authorizationCode?.tokenUrl)).toEndWith(oauthPaths.token);
});

test("a token of one scope is refused exactly by operations that do not document it", async () => {
  const owner = await newOwner(api);
  for (const scope of connectionScopes) {
    const { tokens } = await connect(api, owner, { scope });
    const token = tokens.access_token;
    for (const [path, item] of Object.entries(document.paths)) {
      for (const [method, { operationId, security, requestBody }] of Object.entries(item)) {
        const isClosed =
          security.length > 0 && security.every((one) => Object.keys(one).length > 0);
        const schemes = security.flatMap((one) => Object.keys(one));
        if (!isClosed || schemes.includes("ownerToken")) continue;
        const example = requestBody?.content["application/json"]?.example;
        const answer = await api.send(
          method.toUpperCase(),
          path.replaceAll(/\{\w+\}/g, unknownId),
          {
            token,
            ...(example === undefined ? {} : { body: example }),
          },
        );
        const isNamed = security.some(({ oauth }) => oauth?.includes(scope));
        const isRefused = ["scope_missing", "token_kind_wrong"].includes(String(answer.body.code));
        expect([operationId, scope, isRefused]).toEqual([operationId, scope, !isNamed]);
      }
    }
  }
});
