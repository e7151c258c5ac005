/**
 * A Delta Sharing server over the Parquet copies of datasets
 * (github.com/delta-io/delta-sharing). The protocol has its own errors and paths, so
 * it is no part of /openapi.json.
 */
import { createHash } from "node:crypto";
import { Elysia } from "elysia";
import { z } from "zod";
import { MarketError } from "../../market/errors.ts";
import { refusalDocument } from "../../market/problem/document.ts";
import type { Asker } from "../../market/query/find-readable-file.ts";
import { type ShareName, schemaString, shareNames } from "../../market/query/sharing/rules.ts";
import {
  findSharedTable,
  listAllSharedTables,
  listSharedDatasets,
  listSharedTables,
  requireShare,
  type SharedTable,
  type SharingPage,
} from "../../market/query/sharing/shared-tables.ts";
import { signSharedTable } from "../../market/query/sharing/sign-table.ts";
import { attachmentDisposition } from "../../platform/storage/content-disposition.ts";
import type { Edge } from "../edge.ts";
import { presentedToken, requireOperatorOrAgent } from "../http/authenticate.ts";
import { problemResponse } from "../http/problem.ts";
import { requestState } from "../http/request-state.ts";

const prefix = "/delta-sharing";
/** The bearer token of everybody, for clients that have to send one. */
const publicToken = "public";
const options = { detail: { hide: true } } as const;

const version = z.int().min(0).optional();
const queryBody = z
  .object({ version, timestamp: z.unknown(), startingVersion: z.unknown() })
  .partial();

type Call = { request: Request; params: Record<string, string>; query: unknown; body?: unknown };
type Recipient = { asker: Asker; params: Record<string, string>; query: Record<string, string> };
type Answer = (edge: Edge, call: Recipient & { body: unknown }) => Promise<Response>;

export const deltaSharingRoutes = (edge: Edge) => {
  const at = (answer: Answer) => (call: Call) => answerInProtocol(edge, call, answer);
  const table = `${prefix}/shares/:share/schemas/:schema/tables/:table`;
  return new Elysia({ name: "delta-sharing" })
    .get(`${prefix}/profile.share`, () => profileFile(edge), options)
    .get(`${prefix}/shares`, at(listShares), options)
    .get(`${prefix}/shares/:share`, at(getShare), options)
    .get(`${prefix}/shares/:share/schemas`, at(listSchemas), options)
    .get(`${prefix}/shares/:share/schemas/:schema/tables`, at(listTables), options)
    .get(`${prefix}/shares/:share/all-tables`, at(listAllTables), options)
    .get(table, at(getVersion), options)
    .get(`${table}/version`, at(getVersion), options)
    .get(`${table}/metadata`, at(getMetadata), options)
    .get(`${table}/changes`, at(refuseChanges), options)
    .post(`${table}/query`, at(queryTable), options);
};

/** Errors have the protocol's shape, with our problem code. */
async function answerInProtocol(edge: Edge, call: Call, answer: Answer): Promise<Response> {
  const { request, params, body } = call;
  try {
    const asker = await recipientOf(edge, request);
    return await answer(edge, { asker, params, query: call.query as Record<string, string>, body });
  } catch (error) {
    if (!(error instanceof MarketError)) throw error;
    const { requestId, url } = requestState(request);
    const document = refusalDocument(edge.ctx.config.PUBLIC_BASE_URL, error, {
      instance: url.pathname,
      requestId,
    });
    const { status, headers } = problemResponse(document);
    headers.set("content-type", "application/json; charset=utf-8");
    const told = { errorCode: document.code, message: document.detail };
    return new Response(JSON.stringify(told), { status, headers });
  }
}

async function recipientOf({ ctx, tokens }: Edge, request: Request): Promise<Asker> {
  const token = presentedToken(request.headers);
  if (token === null || token === publicToken) return null;
  return requireOperatorOrAgent(ctx, tokens, request, "read", "purchase");
}

/** The profile file of free datasets; with an API key as token it opens bought ones, too. */
function profileFile({ ctx }: Edge): Response {
  const profile = {
    shareCredentialsVersion: 1,
    endpoint: `${ctx.config.PUBLIC_BASE_URL}${prefix}`,
    bearerToken: publicToken,
  };
  return new Response(`${JSON.stringify(profile, null, 2)}\n`, {
    headers: {
      "content-type": "application/json; charset=utf-8",
      "content-disposition": attachmentDisposition("profile.share"),
    },
  });
}

const listShares: Answer = async (_edge, { asker }) =>
  json({ items: shareNames.filter((name) => name === "free" || asker !== null).map(named) });

const getShare: Answer = async (_edge, { asker, params }) =>
  json({ share: named(shareOf(params, asker)) });

const listSchemas: Answer = async ({ reads }, { asker, params, query }) => {
  const share = shareOf(params, asker);
  const { ids, next } = await listSharedDatasets(reads, share, asker, pageOf(query));
  return json({ items: ids.map((name) => ({ name, share })), ...tokenOf(next) });
};

const listTables: Answer = async ({ reads }, { asker, params }) => {
  const share = shareOf(params, asker);
  const tables = await listSharedTables(reads, share, asker, params.schema ?? "");
  return json({ items: tables.map((table) => viewTable(share, table)) });
};

const listAllTables: Answer = async ({ reads }, { asker, params, query }) => {
  const share = shareOf(params, asker);
  const { tables, next } = await listAllSharedTables(reads, share, asker, pageOf(query));
  return json({ items: tables.map((table) => viewTable(share, table)), ...tokenOf(next) });
};

const getVersion: Answer = async (edge, call) => {
  if (call.query.startingTimestamp !== undefined) throw noHistory();
  const { file } = await findTable(edge, call);
  return new Response(null, { headers: versionHeader(file.version) });
};

const getMetadata: Answer = async (edge, call) => {
  if (call.query.timestamp !== undefined) throw noHistory();
  const asked = call.query.version === undefined ? undefined : Number(call.query.version);
  const table = await findTable(edge, call, checkVersion(asked));
  return lines(table, linesOfMetadata(table));
};

const queryTable: Answer = async (edge, call) => {
  const body = queryBody.safeParse(call.body ?? {});
  if (!body.success) throw new MarketError("invalid_request", "`version` is a whole number.");
  const { version: asked, timestamp, startingVersion } = body.data;
  if (timestamp !== undefined || startingVersion !== undefined) throw noHistory();
  const table = await findTable(edge, call, asked);
  const { url, expiresAt } = await signSharedTable(edge.ctx, call.asker, table);
  const { twin, file } = table;
  const line = {
    url,
    id: twin.sha256,
    partitionValues: {},
    size: twin.byteSize,
    stats: JSON.stringify({ numRecords: twin.rowCount }),
    ...(asked === undefined ? {} : { version: file.version }),
    expirationTimestamp: expiresAt.getTime(),
  };
  return lines(table, [...linesOfMetadata(table), { file: line }]);
};

const refuseChanges: Answer = () => Promise.reject(noHistory());

function noHistory(): MarketError {
  return new MarketError(
    "invalid_request",
    "Each version is a whole table: read it by `version`. Changes and times are not shared.",
  );
}

function checkVersion(asked: number | undefined): number | undefined {
  if (version.safeParse(asked).success) return asked;
  throw new MarketError("invalid_request", "`version` is a whole number.");
}

function findTable(
  { reads }: Edge,
  { asker, params }: Recipient,
  asked?: number | undefined,
): Promise<SharedTable> {
  const { schema: datasetId = "", table = "" } = params;
  return findSharedTable(reads, shareOf(params, asker), asker, {
    datasetId,
    table,
    version: asked,
  });
}

function shareOf({ share = "" }: Record<string, string>, asker: Asker): ShareName {
  return requireShare(share, asker);
}

function pageOf({ maxResults, pageToken }: Record<string, string>): SharingPage {
  return { maxResults, pageToken };
}

const tokenOf = (next: string | null) => (next === null ? {} : { nextPageToken: next });
const named = (name: ShareName) => ({ name });

function viewTable(share: ShareName, table: SharedTable) {
  return { name: table.name, schema: table.datasetId, share, id: tableId(table) };
}

/** A UUID that the table of a dataset keeps in all versions. */
function tableId({ datasetId, name }: SharedTable): string {
  const hash = createHash("sha256").update(`${datasetId} ${name.toLowerCase()}`).digest("hex");
  const parts = [hash.slice(0, 8), hash.slice(8, 12), `8${hash.slice(13, 16)}`];
  return [...parts, `8${hash.slice(17, 20)}`, hash.slice(20, 32)].join("-");
}

function linesOfMetadata(table: SharedTable): unknown[] {
  const { name, twin } = table;
  const metaData = {
    id: tableId(table),
    name,
    format: { provider: "parquet" },
    schemaString: schemaString(twin.columns),
    partitionColumns: [],
    configuration: {},
    size: twin.byteSize,
    numFiles: 1,
  };
  return [{ protocol: { minReaderVersion: 1 } }, { metaData }];
}

const versionHeader = (number: number) => ({
  "delta-table-version": String(number),
  "cache-control": "no-store",
});

function lines({ file }: SharedTable, actions: readonly unknown[]): Response {
  const text = actions.map((action) => `${JSON.stringify(action)}\n`).join("");
  const type = { "content-type": "application/x-ndjson; charset=utf-8" };
  return new Response(text, { headers: { ...type, ...versionHeader(file.version) } });
}

function json(body: unknown): Response {
  const headers = {
    "content-type": "application/json; charset=utf-8",
    "cache-control": "no-store",
  };
  return new Response(JSON.stringify(body), { headers });
}
