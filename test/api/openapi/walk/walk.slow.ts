/**
 * Walks through every operation of /openapi.json with generated inputs, valid and invalid: every
 * answer must be documented. WALK_SECONDS lengthens the walk, WALK_SEED repeats its inputs.
 */
import { expect, setDefaultTimeout, test } from "bun:test";
import * as fc from "fast-check";
import type { Answer, Json } from "../../../support/api.ts";
import { resolvedOpenapi } from "../../../support/documents/openapi.ts";
import { forFile } from "../../../support/for-file.ts";
import { type Operation, type Place, requestsTo, type WalkRequest } from "./requests.ts";
import type { Schema } from "./values.ts";
import { openJudge } from "./verdicts.ts";
import { openWalkWorld } from "./world.ts";

/** Short: a walk of several minutes finds rare faults, and is for a person who then fixes them. */
const seconds = Number(process.env.WALK_SECONDS ?? 8);
const seed = Number(process.env.WALK_SEED ?? Math.floor(Math.random() * 2 ** 31));
const requestsPerVisit = 4;
setDefaultTimeout(1000 * (seconds + 60));

const world = await forFile(openWalkWorld());
const { api } = world;
const document = resolvedOpenapi(
  (await api.send("GET", "/openapi.json")).body as {
    paths: Record<string, Record<string, Operation>>;
    components: Json;
  },
);
const faultsOf = openJudge(document.components);
const places: Place[] = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({
    ...{ path, operation },
    method: method.toUpperCase(),
  })),
);

function resolve({ $ref }: Schema): Schema {
  const steps = String($ref).split("/").slice(1);
  return steps.reduce<Schema>((at, step) => at[step] as Schema, document as unknown as Schema);
}

const findings = new Map<string, string>();
let sent = 0;
const succeeded = new Set<string>();

async function send(request: WalkRequest): Promise<Answer> {
  const { method, path, token, body, headers } = request;
  const call = { token, headers, ...(body === undefined ? {} : { body }) };
  sent += 1;
  return await api.send(method, path, call);
}

async function visit(place: Place, visitSeed: number): Promise<void> {
  const { operationId } = place.operation;
  const requests = requestsTo(place, world, resolve);
  for (const request of fc.sample(requests, { numRuns: requestsPerVisit, seed: visitSeed })) {
    const answer = await send(request);
    for (const fault of faultsOf(place, request, answer)) {
      const key = `${operationId} ${fault}`.replace(/[0-9a-f-]{36}/g, "…");
      findings.set(key.slice(0, 200), `${key}\n  ${JSON.stringify(request).slice(0, 800)}`);
    }
    if (answer.status >= 300) continue;
    succeeded.add(operationId);
    world.learn(place.path, answer);
    if (operationId === "rotateAgentToken") world.replaceAgentToken(String(answer.body.token));
  }
}

test("each answer of the walk is one that the document knows", async () => {
  const time = AbortSignal.timeout(seconds * 1000);
  for (let round = 0; !time.aborted; round += 1) {
    await world.addReadyDraft();
    for (const [index, place] of places.entries()) {
      await visit(place, (seed + round * places.length + index) | 0);
      if (round > 0 && time.aborted) break;
    }
  }
  if (process.env.WALK_SECONDS !== undefined) tell();
  expect({ seed, findings: [...findings.values()] }).toEqual({ seed, findings: [] });
});

function tell(): void {
  const never = places
    .map(({ operation }) => operation.operationId)
    .filter((id) => !succeeded.has(id));
  process.stdout.write(`${sent} requests; without success: ${never.join(", ")}\n`);
}
