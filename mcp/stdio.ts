/** Serves one local client over standard input and output; standard error is for people. */
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import type { ApiClient } from "./api-client.ts";
import { buildServer } from "./server.ts";

/** `token`: the agent token or API key that the client's configuration gives, if any. */
export function startStdio(api: ApiClient, siteUrl: string, token: string | undefined): void {
  const authorization = token === undefined ? null : `Bearer ${token}`;
  serveStdio(() =>
    buildServer({
      api,
      siteUrl,
      caller: {
        authorization,
        address: null,
        requestId: null,
        traceparent: null,
        idempotencyKey: null,
      },
      observe: () => {},
    }),
  );
}
