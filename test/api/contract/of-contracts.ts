/**
 * Calls derived from an operation's declaration: refusals for its callers, body, key and faults.
 */
import { expect } from "bun:test";
import { type Op, readsBody } from "../../../market/contract/contract.ts";
import type { ProblemCode } from "../../../market/errors.ts";
import { problems } from "../../../market/problem/problems.ts";
import type { Answer, Call } from "../../support/api.ts";
import { whileKeyIsHeld } from "./held-key.ts";
import { withUsedKey } from "./reused-keys.ts";
import { unknownId, type World } from "./world.ts";

export type Drive = (world: World) => Promise<Answer>;
export type Drives = Record<string, Record<number, Drive>>;

/** Queries that an operation requires. */
const requiredQueries: Record<string, string> = {
  retractBid: "?reason=amount_mistyped",
  suggestSearches: "?query=fl",
};

const pathOf = ({ id, path }: Op) =>
  path.replace("{position}", "0").replaceAll(/\{\w+\}/g, unknownId) + (requiredQueries[id] ?? "");
const withParameter = (path: string) => `${path}${path.includes("?") ? "&" : "?"}unheard_of=1`;

const isEither = (kind: Op["by"]["kind"]) =>
  kind === "operator_or_agent" || kind === "operator_or_applicant";

/** The token of a caller who may call the operation. */
function tokenFor(w: World, { by: { kind } }: Op): string | undefined {
  if (kind.startsWith("anyone")) return undefined;
  if (kind === "owner") return w.ownerToken;
  return kind === "operator" || isEither(kind) ? w.buyer.token : w.agent.token;
}

/** The token of the caller who owns the `Idempotency-Key`. */
function keyHolder(w: World, { by: { kind } }: Op): string {
  if (kind === "anyone") return kind;
  return kind === "agent"
    ? `agent:${w.market.seller.agentId}`
    : `operator:${w.buyer.operator.apiKeyId}`;
}

/**
 * The token of a caller of the right kind without permission: the scope is missing, or the agent is
 * not approved.
 */
async function powerlessToken(w: World, { by: { kind, scopes } }: Op): Promise<string> {
  if (kind === "agent") return w.pendingAgent.token;
  if (!scopes.includes("bid")) return w.bidderToken;
  return scopes.includes("read") ? w.suspendedKey() : w.readerToken;
}

const needsCredential = ({ by: { kind } }: Op) => !kind.startsWith("anyone");
const isNotFound = (code: Op["refuses"][number]) => problems[code].status === 404;

/** These calls need only the world's callers: the resources they name do not exist. */
function drivesOf(op: Op): Record<number, Drive> {
  const path = pathOf(op);
  const valid: Call = op.body === undefined ? {} : { body: op.example as Call["body"] };
  const send =
    (call: Call, to = path): Drive =>
    (w) =>
      w.api.send(op.method, to, { token: tokenFor(w, op), ...call });
  const elsewhere =
    (api: "spentApi" | "brokenApi"): Drive =>
    (w) =>
      w[api].send(op.method, path, { token: tokenFor(w, op), ...valid });
  const drives: Record<number, Drive> = {
    400: send(valid, withParameter(path)),
    429: elsewhere("spentApi"),
  };
  if (op.computed !== true) drives[500] = elsewhere("brokenApi");
  if (op.by.kind === "owner") {
    drives[503] = (w) => w.api503.send(op.method, path, { ...valid, token: "opaque" });
  } else if (needsCredential(op)) {
    drives[401] = (w) => w.api.send(op.method, path, valid);
  }
  if (needsCredential(op) && op.by.kind !== "token_holder") {
    drives[403] = async (w) =>
      w.api.send(op.method, path, { ...valid, token: await powerlessToken(w, op) });
  }
  if (op.refuses.some(isNotFound)) drives[404] = send(valid);
  if (readsBody(op)) {
    drives[413] = send({ body: "x".repeat(300_000) });
    drives[415] = send({ body: "<xml/>", headers: { "content-type": "application/xml" } });
  }
  if (op.idempotent === true) {
    drives[409] = (w) =>
      whileKeyIsHeld(w.api, keyHolder(w, op), (headers) =>
        w.api.send(op.method, path, { token: tokenFor(w, op), ...valid, headers }),
      );
    drives[422] = (w) => withUsedKey(w, op.method, path, { token: tokenFor(w, op), ...valid });
  }
  return drives;
}

/** The operation's own calls, plus derived calls for the statuses that they leave out. */
export function contractDrives(ops: Record<string, Op>, own: Drives): Drives {
  return Object.fromEntries(
    Object.entries(ops).map(([id, op]) => [id, { ...drivesOf(op), ...own[id] }]),
  );
}

/**
 * Calls that every operation of the contracts refuses with one code, whatever else they contain.
 */
export function refusedCalls(op: Op): { name: string; code: string; drive: Drive }[] {
  const path = pathOf(op);
  const calls: { name: string; code: string; drive: Drive }[] = [];
  if (needsCredential(op) && !isEither(op.by.kind) && op.by.kind !== "owner") {
    const isOperators = op.by.kind === "operator";
    calls.push({
      name: "the other kind of credential",
      code: "token_kind_wrong",
      drive: (w) =>
        w.api.send(op.method, path, { token: isOperators ? w.agent.token : w.buyer.token }),
    });
  }
  if (!readsBody(op)) return calls;
  const withBody =
    (body: string): Drive =>
    (w) =>
      w.api.send(op.method, path, {
        token: tokenFor(w, op),
        headers: { "content-type": "application/json" },
        body,
      });
  const nested = "[".repeat(1000);
  return [
    ...calls,
    { name: "a body that is no JSON", code: "malformed_json", drive: withBody("{") },
    { name: "a body nested too deep", code: "body_too_complex", drive: withBody(nested) },
  ];
}

/** The operation's call without a body, and whether it has to be accepted as an empty object. */
export const bodylessCall = (op: Op): { drive: Drive; isTaken: boolean } => ({
  drive: (w) => w.api.send(op.method, pathOf(op), { token: tokenFor(w, op) }),
  isTaken: op.body?.safeParse({}).success ?? true,
});

/**
 * Codes for private resources, which look missing to everybody else. Purchases are the exception.
 */
const ownThings = new Set<ProblemCode>([
  "access_request_not_found",
  "agent_not_found",
  "bundle_not_found",
  "coupon_not_found",
  "delivery_target_not_found",
  "listing_not_found",
  "private_offer_not_found",
  "purchase_not_found",
  "purchase_not_yours",
  "saved_search_not_found",
  "thread_not_found",
  "upload_not_found",
  "waiting_purchase_not_found",
  "webhook_not_found",
]);

/** Anybody buys any dataset or bundle; only a private offer that the body may name is somebody's. */
const ofEverybody = ["buyDataset", "buyBundle"];

export const isOfSomebody = ({ id, by, path, refuses }: Op): boolean =>
  by.kind !== "anyone" &&
  !ofEverybody.includes(id) &&
  path.includes("{") &&
  refuses.some((code) => ownThings.has(code));

function strangerTo(w: World, { by: { kind } }: Op, token: string | undefined): string {
  if (kind === "owner") return w.strangerOwner;
  return token?.startsWith("dm_") ? w.strangerKey : w.strangerAgent;
}

/** Another caller of the same kind sends the valid request first, and is refused. */
export function afterStranger(op: Op, drive: Drive): Drive {
  return onEachCall(op, drive, async (w, send, [method, path, call]) => {
    const refused = await send(method, path, { ...call, token: strangerTo(w, op, call.token) });
    expect(ownThings).toContain(refused.body.code as ProblemCode);
    return send(method, path, call);
  });
}

/**
 * Sends each valid request of an operation twice with one key: the second changes nothing and gets
 * the same answer.
 */
export function repeated(op: Op, drive: Drive): Drive {
  let calls = 0;
  return onEachCall(op, drive, async (_w, send, [method, path, call]) => {
    calls += 1;
    const headers = { ...call.headers, "idempotency-key": `repeated-${op.id}-${calls}` };
    const first = await send(method, path, { ...call, headers });
    const second = await send(method, path, { ...call, headers });
    expect(second.headers.get("idempotent-replayed")).toBe("true");
    expect([second.status, second.body]).toEqual([first.status, first.body]);
    return first;
  });
}

type Send = World["api"]["send"];

/** The drive, with each of its calls of the operation sent by `sendIt` instead. */
function onEachCall(
  op: Op,
  drive: Drive,
  sendIt: (
    w: World,
    send: Send,
    args: [method: string, path: string, call: Call],
  ) => Promise<Answer>,
): Drive {
  const address = new RegExp(`^${op.path.replaceAll(/\{\w+\}/g, "[^/]+")}(?:\\?.*)?$`);
  return (w) => {
    const send: Send = async (method, path, call = {}) =>
      method === op.method && address.test(path)
        ? sendIt(w, w.api.send, [method, path, call])
        : w.api.send(method, path, call);
    return drive({ ...w, api: { ...w.api, send } });
  };
}
