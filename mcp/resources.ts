/** Datasets, their profiles and samples as MCP resources, complete where a tool shortens them. */
import {
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  ResourceNotFoundError,
  ResourceTemplate,
} from "@modelcontextprotocol/server";
import { catalogue } from "../market/catalogue/contract.ts";
import { datasetFiles } from "../market/catalogue/folder/contract.ts";
import { EMBEDDED_BYTES_MAX } from "../market/catalogue/limits.ts";
import { previews } from "../market/catalogue/preview/contract.ts";
import { profiles } from "../market/catalogue/profiles/contract.ts";
import { purchases } from "../market/purchase/contract.ts";
import { search } from "../market/search/contract.ts";
import { idSchema } from "../market/text.ts";
import { minuteMs } from "../platform/time.ts";
import type { Operation } from "./api-client.ts";
import { type ApiClient, type Caller, type CallInput, callPublic } from "./api-client.ts";
import { datasetFileUri, fileContents, purchaseFileUri } from "./embedded-file.ts";
import { ProblemError, withNext } from "./problem.ts";
import {
  marked,
  quoted,
  untrustedMeta,
  untrustedOfDataset,
  untrustedOfProfile,
  untrustedOfSample,
} from "./untrusted.ts";
import { bytes, count } from "./words.ts";

export type Reader = { api: ApiClient; caller: Caller };

const LISTED_MAX = 50;
/** MCP's limit for one answer to completion/complete. */
const COMPLETIONS_MAX = 100;
const READ_TTL_MS = minuteMs;
const mimeType = "application/json";

type Kind = {
  name: string;
  uri: string;
  title: string;
  description: string;
  operation: Operation;
  /** The operation for a seller's own listing, including drafts. */
  ofSeller?: Operation;
  query?: CallInput["query"];
  /** Paths that hold strangers' text. */
  untrusted: string[];
};

const kinds: Kind[] = [
  {
    name: "dataset",
    uri: "dataset://{id}",
    title: "Dataset",
    description: "Everything public about a dataset, all its columns included.",
    operation: catalogue.getDataset,
    untrusted: untrustedOfDataset,
  },
  {
    name: "dataset-profile",
    uri: "dataset://{id}/profile",
    title: "Data profile",
    description: "The figures computed over a dataset's whole file, of all its columns.",
    operation: profiles.getProfile,
    ofSeller: previews.getOwnProfile,
    untrusted: untrustedOfProfile,
  },
  {
    name: "dataset-sample",
    uri: "dataset://{id}/sample",
    title: "Sample rows",
    description: "The uniform sample that was taken from a dataset's whole file, all its rows.",
    operation: profiles.getSample,
    ofSeller: previews.getOwnSample,
    query: { format: "json" },
    untrusted: untrustedOfSample,
  },
  {
    name: "table-profile",
    uri: "dataset://{id}/tables/{table}/profile",
    title: "Data profile of one table",
    description: "The figures of one table of a dataset whose file holds several, by its name.",
    operation: profiles.getProfile,
    ofSeller: previews.getOwnProfile,
    untrusted: untrustedOfProfile,
  },
  {
    name: "table-sample",
    uri: "dataset://{id}/tables/{table}/sample",
    title: "Sample rows of one table",
    description: "The uniform sample of one table of a dataset whose file holds several.",
    operation: profiles.getSample,
    ofSeller: previews.getOwnSample,
    query: { format: "json" },
    untrusted: untrustedOfSample,
  },
];

/** Registers the templates. Only datasets are listed, newest first. */
export function registerResources(server: McpServer, reader: Reader): void {
  const complete = { id: (value: string) => completeDatasetId(reader, value) };
  for (const kind of kinds) {
    const list = kind.name === "dataset" ? () => listNewest(reader) : undefined;
    const { title, description } = kind;
    server.registerResource(
      kind.name,
      new ResourceTemplate(kind.uri, { list, complete }),
      { title, description, mimeType, cacheHint: { ttlMs: READ_TTL_MS, cacheScope: "public" } },
      (uri, { id, table }) => read(reader, kind, uri.href, { id: String(id), table }),
    );
  }
  registerFiles(server, reader);
}

/** Files of at most EMBEDDED_BYTES_MAX bytes, with their SHA-256. */
const fileKinds = [
  {
    name: "dataset-file",
    uri: datasetFileUri("{id}"),
    uriOf: datasetFileUri,
    title: "File of a free dataset",
    operation: datasetFiles.getDownloadUrl,
  },
  {
    name: "purchase-file",
    uri: purchaseFileUri("{id}"),
    uriOf: purchaseFileUri,
    title: "File of a purchase",
    operation: purchases.getPurchaseDownloadUrl,
  },
];

function registerFiles(server: McpServer, reader: Reader): void {
  for (const { name, uri, uriOf, title, operation } of fileKinds) {
    const template = new ResourceTemplate(uri, { list: undefined });
    const description = `${title}, up to ${bytes(EMBEDDED_BYTES_MAX)}, with its SHA-256 in _meta.`;
    server.registerResource(name, template, { title, description }, (_uri, { id }) =>
      readFile(reader, operation, String(id), uriOf(String(id))),
    );
  }
}

async function readFile(
  { api, caller }: Reader,
  operation: (typeof fileKinds)[number]["operation"],
  id: string,
  uri: string,
): Promise<ReadResourceResult> {
  if (!idSchema.safeParse(id).success) throw new ResourceNotFoundError(uri);
  const { authorization } = caller;
  const input: CallInput = { params: { id }, query: { embed: true }, authorization };
  const { content } = await api
    .call(operation as typeof datasetFiles.getDownloadUrl, caller, input)
    .catch((error) => Promise.reject(asProtocolError(error, uri)));
  if (!content) {
    const limit = `The file has more than ${bytes(EMBEDDED_BYTES_MAX)} or is a folder`;
    const message = `${limit}: get_download_url or get_purchase_download_url gives its address.`;
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, message);
  }
  return { contents: [fileContents(uri, content)], cacheScope: "private" };
}

async function read(
  { api, caller }: Reader,
  kind: Kind,
  uri: string,
  { id, table }: { id: string; table: string | string[] | undefined },
): Promise<ReadResourceResult> {
  // Any other value, such as `..`, could lead to another address of the API.
  if (!idSchema.safeParse(id).success) throw new ResourceNotFoundError(uri);
  const chosen = table === undefined ? {} : { table: decodeName(String(table), uri) };
  const { authorization } = caller;
  const input: CallInput = { params: { id }, query: { ...kind.query, ...chosen }, authorization };
  try {
    const { answer, isOwn } = await callPublic(api, kind.operation, caller, input, kind.ofSeller);
    const text = JSON.stringify(marked(answer as object, kind.untrusted));
    return {
      contents: [{ uri, mimeType, text, _meta: untrustedMeta(kind.untrusted) }],
      ...(isOwn ? { cacheScope: "private" as const } : {}),
    };
  } catch (error) {
    throw asProtocolError(error, uri);
  }
}

function decodeName(name: string, uri: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    throw new ResourceNotFoundError(uri);
  }
}

function asProtocolError(error: unknown, uri: string): unknown {
  if (!(error instanceof ProblemError)) return error;
  const { problem } = error;
  if (problem.status === 404) return new ResourceNotFoundError(uri);
  return new ProtocolError(ProtocolErrorCode.InternalError, problem.title, withNext(problem));
}

async function listNewest({ api, caller }: Reader) {
  const query = { sort: "newest", limit: LISTED_MAX };
  const { items } = await api
    .call(search.searchDatasets, caller, { query })
    .catch((error) => Promise.reject(asProtocolError(error, "dataset://{id}")));
  return {
    resources: items.map((item) => ({
      uri: `dataset://${item.id}`,
      name: item.id,
      title: `${quoted(item.title)} (its seller's words)`,
      description: [
        item.offers.text,
        item.category,
        count(item.row_count, "row"),
        bytes(item.byte_size),
      ].join(", "),
      mimeType,
      _meta: untrustedMeta(["/title"]),
    })),
  };
}

/** Ids of the newest datasets with this prefix; words complete to datasets that match them. */
export async function completeDatasetId({ api, caller }: Reader, value: string): Promise<string[]> {
  const isId = /^[0-9a-f-]*$/i.test(value);
  const query = isId ? { sort: "newest", limit: COMPLETIONS_MAX } : { query: value };
  try {
    const { items } = await api.call(search.searchDatasets, caller, { query });
    const ids = items.map(({ id }) => id);
    return isId ? ids.filter((id) => id.startsWith(value.toLowerCase())) : ids;
  } catch (error) {
    // A value that cannot be searched for has no completions.
    if (error instanceof ProblemError) return [];
    throw error;
  }
}
