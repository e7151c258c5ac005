/** Reads the caller from a request's headers. */
import { randomBytes, randomUUID } from "node:crypto";
import { loggableId } from "../../platform/secrets/redact.ts";
import type { Caller } from "../api-client.ts";
import { sideOf, type Toolset } from "../toolsets.ts";

/** The caller's own request id if it is safe to log, otherwise a new one. */
export function requestIdOf({ headers }: Request): string {
  return loggableId(headers.get("x-request-id")) ?? randomBytes(16).toString("hex");
}

export function callerOf(
  { headers }: Request,
  { toolset, ...known }: Pick<Caller, "requestId" | "address"> & { toolset: Toolset },
): Caller {
  const asksToSell = headers.get("act-as")?.toLowerCase() === "seller";
  return {
    ...known,
    authorization: headers.get("authorization"),
    dpop: dpopOf(headers),
    traceparent: headers.get("traceparent"),
    actAs: asksToSell ? "seller" : sideOf(toolset),
    idempotencyKey: headers.get("idempotency-key"),
  };
}

/** The API counts a proof once for each `use`, which no client can choose or see. */
function dpopOf(headers: Headers): Caller["dpop"] {
  const proof = headers.get("dpop");
  return proof === null ? null : { proof, use: randomUUID() };
}
