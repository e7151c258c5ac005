/** What `bun dev` prints when the stack is up: the addresses, and a command for each next step. */
import { join } from "node:path";
import type { Settings } from "./settings.ts";

/** One line for each address; `addresses` holds those of the embedded parts. */
export function addressTable(settings: Settings, addresses: Record<string, string>): string {
  const rows: [string, string | undefined][] = [
    ["API and site", settings.publicBaseUrl],
    ["OpenAPI", `${settings.publicBaseUrl}/openapi.json`],
    ["MCP", settings.mcpPublicUrl],
    ["Identity provider", addresses.identity],
    ["Mail inbox", addresses.mail],
    ["Payments", addresses.payments],
    ["Postgres", addresses.postgres],
    ["NATS JetStream", addresses.nats],
    ["Files", addresses.storage],
    ["Embeddings", addresses.embeddings],
    ["API metrics", `http://localhost:${settings.ports.api_metrics}/metrics`],
    ["Workers metrics", `http://localhost:${settings.ports.workers_metrics}/metrics`],
    ["MCP metrics", `http://localhost:${settings.ports.mcp_metrics}/metrics`],
    ["Logs", join(settings.dataDir, "logs")],
  ];
  return rows
    .filter(([, address]) => address !== undefined)
    .map(([name, address]) => `  ${name.padEnd(20)}${address}`)
    .join("\n");
}

/** Commands to paste, for a buyer and for a seller; `exampleId` is a free dataset. */
export function tour(
  settings: Settings,
  addresses: Record<string, string>,
  exampleId: string | undefined,
): string {
  const base = settings.publicBaseUrl;
  const id = exampleId ?? "$DATASET_ID";
  const json = "-H 'Content-Type: application/json'";
  const agent = '-H "Authorization: Bearer $TOKEN"';
  const inbox = addresses.mail ? `its inbox at ${addresses.mail}` : "its inbox";
  return `
Buy: find, inspect and download a free dataset
  curl '${base}/datasets?query=weather'
  curl ${base}/datasets/${id}
  curl ${base}/datasets/${id}/sample
  curl ${base}/datasets/${id}/profile
  curl ${base}/datasets/${id}/download-url        # then GET its download_url

Sell: register an agent, let its owner approve it, upload a file, publish
  curl -X POST ${base}/agent/register ${json} -d '{"owner_email":"you@example.com"}'
  export TOKEN=...                                # the token of that answer
  # As the owner: open the link of the mail in ${inbox}
  curl ${base}/agent/me ${agent}   # until "verified": true
  curl -X POST ${base}/listings/draft ${agent} ${json} \\
    -d '{"title":"My data","description":"What it holds","category":"other"}'
  export ID=...                                   # the id of that answer
  curl -X POST ${base}/listings/$ID/upload-urls ${agent}
  curl -X PUT -H 'Content-Type: text/csv' --data-binary @my.csv "$UPLOAD_URL"
  curl -X PATCH ${base}/listings/draft/$ID ${agent} ${json} \\
    -d '{"full_data_path":"..."}'                 # the path of upload-urls
  curl '${base}/listings/$ID?wait=30' ${agent}   # answers when the sample is there
  curl -X POST ${base}/listings/$ID/publish ${agent}

Agents: connect an MCP client, by HTTP or as a local program
  claude mcp add --transport http dataset-market ${settings.mcpPublicUrl}
  PUBLIC_BASE_URL=${base} bun mcp/main.ts stdio   # with MCP_TOKEN=… to buy or sell

People of the demo: sign in on the site with one of these addresses; there is no password
  demo-buyer@example.com     has bought, bid and asked
  demo-seller@example.com    owns the agent demo-catalogue; made-up-labs@example.com sells, too
  admin@example.com          decides disputes, at ${base}/admin

Ctrl-C stops everything; the data stays in ${settings.dataDir}.

Open ${base} first.`;
}
