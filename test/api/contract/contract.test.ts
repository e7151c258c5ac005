/**
 * Holds the service to its own document: every documented status of every operation is driven once,
 * each answer fits its documented shape, and no answer has an undocumented status.
 */
import { expect, test } from "bun:test";
import Ajv2020, { type ValidateFunction } from "ajv/dist/2020";
import addFormats from "ajv-formats";
import type { Op } from "../../../market/contract/contract.ts";
import { contracts } from "../../../market/contracts.ts";
import { BODY_BYTES_MAX } from "../../../market/limits.ts";
import { tablePackPath } from "../../../market/profile/table-pack.ts";
import { registerAgent } from "../../support/agents.ts";
import type { Answer, Call, Json } from "../../support/api.ts";
import { resolvedOpenapi } from "../../support/documents/openapi.ts";
import { forFile } from "../../support/for-file.ts";
import { auctionDrives } from "./auctions.ts";
import { catalogueDrives } from "./catalogue.ts";
import { discoveryDrives } from "./discovery.ts";
import { disputeDrives } from "./disputes.ts";
import { earningDrives } from "./earnings.ts";
import { eventDrives } from "./events.ts";
import { expectProblem } from "./expect-problem.ts";
import { folderDrives } from "./folders.ts";
import { expectDocumentedHeaders } from "./headers.ts";
import { largeHeaders } from "./large-headers.ts";
import { listingDrives } from "./listings.ts";
import { messageDrives } from "./messages.ts";
import { refusedCalls, repeated } from "./of-contracts.ts";
import { ownAgentDrives } from "./own-agents.ts";
import { purchaseDrives } from "./purchases.ts";
import { dataRequestDrives } from "./requests.ts";
import { reusedKeyDrive } from "./reused-keys.ts";
import { reviewDrives } from "./reviews.ts";
import { savedSearchDrives } from "./saved-searches.ts";
import { uploadDrives } from "./uploads.ts";
import { openContractWorld, unknownId, type World } from "./world.ts";

type Drive = (world: World) => Promise<Answer>;
type Media = Record<string, { schema: Json }>;
type Operation = {
  operationId: string;
  security: Record<string, unknown>[];
  responses: Record<string, { content?: Media; headers: Record<string, unknown> }>;
};
type OpenApi = { paths: Record<string, Record<string, Operation>>; components: Json };

const world = await forFile(openContractWorld());
const { body: served } = await world.api.send("GET", "/openapi.json");
const document = resolvedOpenapi(served as OpenApi);
const operations = Object.values(document.paths).flatMap((item) => Object.values(item));
const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats(ajv);
ajv.addSchema({ $id: "market:", components: document.components });
const compiled = new Map<string, ValidateFunction>();

const get =
  (path: string, call: Call = {}): Drive =>
  (w) =>
    w.api.send("GET", path, call);
const agentCall =
  (method: string, path: (w: World) => string, call: Call = {}): Drive =>
  (w) =>
    w.api.send(method, path(w), { token: w.agent.token, ...call });

const tooLarge: Call = { body: { title: "x".repeat(BODY_BYTES_MAX) } };
const asXml: Call = { body: "<xml/>", headers: { "content-type": "application/xml" } };

/** What every route of a verified agent refuses alike. */
function agentRefusals(method: string, path: (w: World) => string, call: Call = {}) {
  return {
    401: (w: World) => w.api.send(method, path(w), call),
    403: (w: World) => w.api.send(method, path(w), { ...call, token: w.pendingAgent.token }),
    429: (w: World) => w.spentApi.send(method, path(w), { ...call, token: w.agent.token }),
    500: (w: World) => w.brokenApi.send(method, path(w), { ...call, token: w.agent.token }),
  };
}

const reusedKey =
  (method: string, path: (w: World) => string, bodies: [Json | undefined, Json]): Drive =>
  async (w) => {
    const headers = { "idempotency-key": `reused-${path(w)}` };
    const token = w.agent.token;
    await w.api.send(method, path(w), { token, headers, body: bodies[0] });
    return w.api.send(method, path(w), { token, headers, body: bodies[1] });
  };

/** Every documented status, by operation. */
const drives: Record<string, Record<number, Drive>> = {
  ...catalogueDrives,
  registerAgent: {
    201: (w) => w.api.send("POST", "/agent/register", { body: { owner_email: "new@example.com" } }),
    400: (w) => w.api.send("POST", "/agent/register", { body: { owner_email: "not an address" } }),
    403: (w) =>
      w.api.send("POST", "/agent/register", {
        token: w.rejected.token,
        body: { owner_email: w.rejected.email, agent_name: "rejected" },
      }),
    409: (w) => w.whileKeyIsHeld("POST", "/agent/register", { owner_email: "key@example.com" }),
    413: (w) => w.api.send("POST", "/agent/register", tooLarge),
    415: (w) => w.api.send("POST", "/agent/register", asXml),
    422: reusedKey("POST", () => "/agent/register", [
      { owner_email: "one@example.com" },
      { owner_email: "two@example.com" },
    ]),
    429: (w) => w.spentApi.send("POST", "/agent/register", { body: {} }),
    500: (w) =>
      w.brokenApi.send("POST", "/agent/register", { body: { owner_email: "a@b.example" } }),
  },
  verifyAgent: {
    200: (w) => w.verify({ token: w.agent.token }),
    400: (w) => w.verify({ token: "of-nobody" }),
    403: (w) =>
      w.api.send("POST", "/agent/verify", {
        token: w.agent.token,
        body: { token: w.agent.token },
      }),
    409: (w) => w.verifyRejected(),
    413: (w) => w.api.send("POST", "/agent/verify", { ...tooLarge, token: w.ownerToken }),
    415: (w) => w.api.send("POST", "/agent/verify", { ...asXml, token: w.ownerToken }),
    429: (w) => w.spentApi.send("POST", "/agent/verify", { body: {} }),
    500: (w) => w.brokenApi.send("POST", "/agent/verify", { token: w.ownerToken, body: {} }),
    503: (w) => w.api503.send("POST", "/agent/verify", { token: "opaque", body: {} }),
  },
  rotateAgentToken: {
    200: async (w) => {
      const { token } = await registerAgent(w.api);
      return w.api.send("POST", "/agent/rotate-token", { token });
    },
    400: agentCall("POST", () => "/agent/rotate-token", { body: { days: 1 } }),
    401: (w) => w.api.send("POST", "/agent/rotate-token"),
    413: agentCall("POST", () => "/agent/rotate-token", tooLarge),
    415: agentCall("POST", () => "/agent/rotate-token", asXml),
    429: (w) => w.spentApi.send("POST", "/agent/rotate-token"),
    500: (w) => w.brokenApi.send("POST", "/agent/rotate-token", { token: w.agent.token }),
  },
  ...ownAgentDrives,
  ...listingDrives,
  getOwnSample: {
    200: agentCall("GET", (w) => `/listings/${w.datasetId}/sample?format=json`),
    400: agentCall("GET", (w) => `/listings/${w.datasetId}/sample?version=7`),
    404: agentCall("GET", (w) => `/listings/${w.draftId}/sample?version=next`),
    406: agentCall("GET", (w) => `/listings/${w.datasetId}/sample`, {
      headers: { accept: "image/png" },
    }),
    503: async (w) => {
      const { token } = w.agent;
      const { body } = await w.api.send("GET", `/listings/${w.lostSampleId}`, { token });
      await w.api.ctx.storage.delete(String(body.sample_file_path));
      return w.api.send("GET", `/listings/${w.lostSampleId}/sample`, { token });
    },
    ...agentRefusals("GET", (w) => `/listings/${w.datasetId}/sample`),
  },
  getOwnProfile: {
    200: agentCall("GET", (w) => `/listings/${w.datasetId}/profile`),
    400: agentCall("GET", () => "/listings/7/profile"),
    404: agentCall("GET", () => `/listings/${unknownId}/profile`),
    503: async (w) => {
      const { token } = w.agent;
      const { body } = await w.api.send("GET", `/listings/${w.tablesDatasetId}`, { token });
      await w.api.ctx.storage.delete(tablePackPath(String(body.sample_file_path)));
      return w.api.send("GET", `/listings/${w.tablesDatasetId}/profile?table=people`, { token });
    },
    ...agentRefusals("GET", (w) => `/listings/${w.datasetId}/profile`),
  },
  issueUploadUrls: {
    200: agentCall("POST", (w) => `/listings/${w.draftId}/upload-urls`, { body: { parts: 2 } }),
    400: agentCall("POST", (w) => `/listings/${w.draftId}/upload-urls`, { body: { parts: 0 } }),
    404: agentCall("POST", () => `/listings/${unknownId}/upload-urls`),
    409: agentCall("POST", (w) => `/listings/${w.paidDatasetId}/upload-urls`),
    413: agentCall("POST", (w) => `/listings/${w.draftId}/upload-urls`, tooLarge),
    415: agentCall("POST", (w) => `/listings/${w.draftId}/upload-urls`, asXml),
    422: reusedKey("POST", (w) => `/listings/${w.draftId}/upload-urls`, [{}, { byte_size: 2 }]),
    ...agentRefusals("POST", (w) => `/listings/${w.draftId}/upload-urls`),
  },
  ...purchaseDrives,
  ...disputeDrives,
  ...earningDrives,
  ...folderDrives,
  ...uploadDrives,
  ...messageDrives,
  ...dataRequestDrives,
  ...reviewDrives,
  ...auctionDrives,
  ...eventDrives,
  ...savedSearchDrives,
  ...discoveryDrives,
  readLiveness: { 200: get("/health/live"), 400: get("/health/live?deep=true") },
  readReadiness: {
    200: get("/health/ready"),
    400: get("/health/ready?deep=true"),
    503: (w) => w.awayApi.send("GET", "/health/ready"),
  },
};

const allDrives = Object.fromEntries(
  Object.entries(drives).map(([id, statuses]) => [
    id,
    {
      ...reusedKeyDrive(document.paths, id),
      ...withAway(statuses),
      431: largeHeaders(document.paths, id),
    },
  ]),
);

test("the table drives exactly the documented statuses of every operation", () => {
  const documented = Object.fromEntries(
    operations.map(({ operationId, responses }) => [operationId, Object.keys(responses).sort()]),
  );
  const driven = Object.fromEntries(
    Object.entries(allDrives).map(([id, statuses]) => [id, Object.keys(statuses).sort()]),
  );
  expect(driven).toEqual(documented);
});

/** What is 500 where the database is broken is 503 where it is away. */
function withAway(statuses: Record<number, Drive>): Record<number, Drive> {
  const broken = statuses[500];
  if (broken === undefined) return statuses;
  return { 503: (w) => broken({ ...w, brokenApi: w.awayApi }), ...statuses };
}

for (const [operationId, statuses] of Object.entries(allDrives)) {
  for (const [status, drive] of Object.entries(statuses)) {
    test(`${operationId} answers ${status} as documented`, async () => {
      const answer = await drive(world);
      expect({ status: answer.status, text: answer.text }).toMatchObject({
        status: Number(status),
      });
      expectDocumentedShape(operationId, answer);
      expectDocumentedHeaders(documentOf(operationId), answer);
      if (answer.status >= 400 && answer.headers.get("content-type")?.includes("problem")) {
        expectProblem(answer);
      }
    });
  }
}

for (const op of contracts.flatMap((ops): Op[] => Object.values(ops))) {
  for (const { name, code, drive } of refusedCalls(op)) {
    test(`${op.id} refuses ${name}`, async () => {
      const answer = await drive(world);
      expect({ code: answer.body.code, text: answer.text }).toMatchObject({ code });
      expectProblem(answer);
    });
  }
  const good = drives[op.id]?.[op.status];
  if (op.idempotent !== true || good === undefined) continue;
  test(`${op.id} has one effect and one answer for one key`, async () => {
    expect((await repeated(op, good)(world)).status).toBe(op.status);
  });
}

function documentOf(operationId: string): Operation {
  const operation = operations.find((one) => one.operationId === operationId);
  if (operation === undefined) throw new Error(`no operation ${operationId}`);
  return operation;
}

function expectDocumentedShape(operationId: string, answer: Answer): void {
  const response = documentOf(operationId).responses[String(answer.status)];
  expect(response).toBeDefined();
  if (response?.content === undefined) {
    expect(answer.text).toBe("");
    return;
  }
  const type = String(answer.headers.get("content-type")).split(";")[0] ?? "";
  expect(Object.keys(response.content)).toContain(type);
  if (!type.includes("json")) return;
  const validate = compile(response.content[type]?.schema ?? {});
  const isValid = validate(answer.body);
  expect({ isValid, errors: validate.errors }).toEqual({ isValid: true, errors: null });
}

/** Hundreds of answers share a schema, such as that of a problem: each is compiled once. */
function compile(schema: Json): ValidateFunction {
  const text = JSON.stringify(schema).replaceAll('"#/components', '"market:#/components');
  const validate = compiled.get(text) ?? ajv.compile(JSON.parse(text));
  compiled.set(text, validate);
  return validate;
}
