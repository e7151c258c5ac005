/**
 * The output of `bun dev` when the stack is up: the addresses, and a command for each next step.
 */
import { join } from "node:path";
import type { Settings } from "./settings.ts";

/** One line per address; `addresses` contains those of the embedded parts. */
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

export type TourFacts = {
  /** A free dataset; undefined if the catalogue is empty. */
  exampleId: string | undefined;
  /**
   * The command that starts our scripts on this machine: `bun`, or the whole `npx …` without an
   * installed bun.
   */
  runner: string;
  /** Size of the data folder. */
  bytesOnDisk: number;
};

/**
 * Commands to paste into any shell with curl, in order; nothing else has to be installed. Notes are
 * arguments of `:`, because zsh, the shell of macOS, treats a typed `#` like other words.
 */
export function tour(
  settings: Settings,
  addresses: Record<string, string>,
  { exampleId, runner, bytesOnDisk }: TourFacts,
): string {
  const base = settings.publicBaseUrl;
  const dataset = exampleId ?? `$(curl -s '${base}/datasets?max_price=0' | field id)`;
  const json = "-H 'Content-Type: application/json'";
  const agent = '-H "Authorization: Bearer $TOKEN"';
  const inbox = addresses.mail ? `the inbox at ${addresses.mail}` : "their inbox";
  return String.raw`
First, for all that follows:
  field() { grep -o "\"$1\": *\"[^\"]*\"" | head -n 1 | cut -d '"' -f 4; }

Sell: register an agent, let its owner approve it, upload a file, publish
  TOKEN=$(curl -s ${base}/agent/register ${json} -d '{"owner_email":"you@example.com","agent_name":"my-seller"}' | field token)
  : 'As the owner: open the link of the mail in ${inbox}, sign in as you@example.com, approve.'
  : 'Go on once this says "verified":true.'
  curl -s ${base}/agent/me ${agent}
  printf 'station,level_m\nnorth,1.5\nsouth,2.25\n' > my-levels.csv
  ID=$(curl -s ${base}/listings/draft ${agent} ${json} -d '{"title":"My levels","description":"Water levels of two stations","category":"other"}' | field id)
  curl -s -X POST "${base}/listings/$ID/upload-urls" ${agent} > my-upload.json
  curl -s -X PUT -H 'Content-Type: text/csv' --data-binary @my-levels.csv "$(field upload_url < my-upload.json)"
  curl -s -X PATCH "${base}/listings/draft/$ID" ${agent} ${json} -d "{\"full_data_path\":\"$(field path < my-upload.json)\"}"
  : 'This answers when the sample is there.'
  curl -s "${base}/listings/$ID?wait=30" ${agent}
  curl -s -X POST "${base}/listings/$ID/publish" ${agent}

Buy: find, inspect and download a free dataset
  curl -s '${base}/datasets?query=weather'
  DATASET=${dataset}
  curl -s "${base}/datasets/$DATASET"
  curl -s "${base}/datasets/$DATASET/sample"
  curl -s "${base}/datasets/$DATASET/profile"
  curl -s -o my-dataset "$(curl -s "${base}/datasets/$DATASET/download-url" | field download_url)"

Agents: connect an MCP client, by HTTP or as a local program
  claude mcp add --transport http dataset-market ${settings.mcpPublicUrl}
  : 'With a key or an agent token in MCP_TOKEN this buys and sells, too.'
  (cd '${settings.repositoryDir}' && PUBLIC_BASE_URL=${base} ${runner} mcp/main.ts stdio)

${people(settings)}

Ctrl-C stops everything; the data stays in ${settings.dataDir} (${megabytes(bytesOnDisk)} on disk).

Open ${base} first.`;
}

/**
 * The people who can sign in: the demo's only if the demo was loaded, and any address only at our own
 * provider.
 */
function people({ publicBaseUrl: base, loadsCatalogue, replacedBy }: Settings): string {
  const decides = `decides disputes at ${base}/admin, looks after queues and workers at ${base}/admin/operations`;
  if (replacedBy.identity) {
    return `People: sign in on the site at the provider of OIDC_ISSUER
  who is in ADMIN_EMAILS ${decides}`;
  }
  const administrator = `  admin@example.com          ${decides}`;
  if (!loadsCatalogue) {
    return `People: sign in on the site with any address; there is no password
${administrator}`;
  }
  return `People of the demo: sign in on the site with one of these addresses; there is no password
  demo-buyer@example.com     has bought, bid and asked
  demo-seller@example.com    owns the agent demo-catalogue; made-up-labs@example.com sells, too
${administrator}`;
}

const megabytes = (bytes: number): string => `${Math.ceil(bytes / 1_000_000)} MB`;
