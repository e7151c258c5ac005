/** Serves one local client over standard input and output; logs go to standard error. */
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import type { ApiClient } from "./api-client.ts";
import { buildServer } from "./server.ts";
import { sideOf, type Toolset } from "./toolsets.ts";

type StdioOptions = {
  siteUrl: string;
  /** The agent token or API key from the client's configuration, if any. */
  token: string | undefined;
  toolset: Toolset;
};

export function startStdio(api: ApiClient, { siteUrl, token, toolset }: StdioOptions): void {
  const authorization = token === undefined ? null : `Bearer ${token}`;
  serveStdio(() =>
    buildServer({
      api,
      siteUrl,
      toolset,
      caller: {
        authorization,
        address: null,
        requestId: null,
        traceparent: null,
        actAs: sideOf(toolset),
        idempotencyKey: null,
      },
      observe: () => {},
    }),
  );
}
