/** Who calls, by the headers of a request. */
import { randomBytes } from "node:crypto";
import { looksLikeCredential } from "../../platform/secrets/redact.ts";
import type { Caller } from "../api-client.ts";
import { sideOf, type Toolset } from "../toolsets.ts";

const idPattern = /^[\w.:-]{1,128}$/;

/** The caller's own, where it may stand in a log; else a new one. */
export function requestIdOf({ headers }: Request): string {
  const given = headers.get("x-request-id") ?? "";
  const mayBeLogged = idPattern.test(given) && !looksLikeCredential(given);
  return mayBeLogged ? given : randomBytes(16).toString("hex");
}

export function callerOf(
  { headers }: Request,
  { toolset, ...known }: Pick<Caller, "requestId" | "address"> & { toolset: Toolset },
): Caller {
  const asksToSell = headers.get("act-as")?.toLowerCase() === "seller";
  return {
    ...known,
    authorization: headers.get("authorization"),
    traceparent: headers.get("traceparent"),
    actAs: asksToSell ? "seller" : sideOf(toolset),
    idempotencyKey: headers.get("idempotency-key"),
  };
}
