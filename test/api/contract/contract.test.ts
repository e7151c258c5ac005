/**
 * Checks the service against its own document: every documented status of every operation is
 * produced once, each answer fits its documented schema, and no answer has an undocumented status.
 */
import { expect, test } from "bun:test";
import Ajv2020, { type ValidateFunction } from "ajv/dist/2020";
import addFormats from "ajv-formats";
import type { Op } from "../../../market/contract/contract.ts";
import { contracts } from "../../../market/contracts.ts";
import type { Answer, Json } from "../../support/api.ts";
import { closedOpenapi, resolvedOpenapi } from "../../support/documents/openapi.ts";
import { forFile } from "../../support/for-file.ts";
import { accessDrives } from "./access.ts";
import { agentDrives } from "./agents.ts";
import { analyticsDrives } from "./analytics.ts";
import { auctionDrives } from "./auctions.ts";
import { bundleDrives } from "./bundles.ts";
import { catalogueDrives } from "./catalogue.ts";
import { collectionDrives } from "./collections.ts";
import { couponDrives } from "./coupons.ts";
import { deliveryDrives } from "./deliveries.ts";
import { discoveryDrives } from "./discovery.ts";
import { disputeDrives } from "./disputes.ts";
import { earningDrives } from "./earnings.ts";
import { eventDrives } from "./events.ts";
import { expectProblem } from "./expect-problem.ts";
import { followDrives } from "./follows.ts";
import { expectDocumentedHeaders } from "./headers.ts";
import { importDrives } from "./imports.ts";
import { largeHeaders } from "./large-headers.ts";
import { listingDrives } from "./listings.ts";
import { messageDrives } from "./messages.ts";
import {
  afterStranger,
  bodylessCall,
  isOfSomebody,
  refusedCalls,
  repeated,
} from "./of-contracts.ts";
import { ownAgentDrives } from "./own-agents.ts";
import { previewDrives } from "./previews.ts";
import { privateOfferDrives } from "./private-offers.ts";
import { purchaseDrives } from "./purchases.ts";
import { dataRequestDrives } from "./requests.ts";
import { reusedKeyDrive } from "./reused-keys.ts";
import { reviewDrives } from "./reviews.ts";
import { savedSearchDrives } from "./saved-searches.ts";
import { uploadDrives } from "./uploads.ts";
import { openContractWorld, type World } from "./world.ts";

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
const document = closedOpenapi(resolvedOpenapi(served as OpenApi));
const operations = Object.values(document.paths).flatMap((item) => Object.values(item));
const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats(ajv);
ajv.addSchema({ $id: "market:", components: document.components });
const compiled = new Map<string, ValidateFunction>();

const get =
  (path: string): Drive =>
  (w) =>
    w.api.send("GET", path);

/** Calls for every documented status, by operation. */
const drives: Record<string, Record<number, Drive>> = {
  ...catalogueDrives,
  ...agentDrives,
  ...ownAgentDrives,
  ...listingDrives,
  ...previewDrives,
  ...purchaseDrives,
  ...disputeDrives,
  ...analyticsDrives,
  ...earningDrives,
  ...uploadDrives,
  ...importDrives,
  ...deliveryDrives,
  ...messageDrives,
  ...dataRequestDrives,
  ...reviewDrives,
  ...auctionDrives,
  ...eventDrives,
  ...savedSearchDrives,
  ...followDrives,
  ...collectionDrives,
  ...privateOfferDrives,
  ...couponDrives,
  ...bundleDrives,
  ...accessDrives,
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

/** A broken database gives 500; an unreachable one gives 503 instead. */
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
  if (op.body !== undefined) {
    const { drive, isTaken } = bodylessCall(op);
    test(`${op.id} ${isTaken ? "needs no body" : "says that its body is missing"}`, async () => {
      const { body } = await drive(world);
      const missing = { code: "invalid_request", detail: "The body is missing." };
      if (isTaken) expect(body.code).not.toBe("invalid_request");
      else expect(body).toMatchObject(missing);
    });
  }
  const good = drives[op.id]?.[op.status];
  if (good !== undefined && isOfSomebody(op)) {
    test(`${op.id} is refused to callers without a part in it`, async () => {
      expect((await afterStranger(op, good)(world)).status).toBe(op.status);
    });
  }
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

/** Hundreds of answers share a schema, such as the problem's, so each is compiled once. */
function compile(schema: Json): ValidateFunction {
  const text = JSON.stringify(schema).replaceAll('"#/components', '"market:#/components');
  const validate = compiled.get(text) ?? ajv.compile(JSON.parse(text));
  compiled.set(text, validate);
  return validate;
}
