/** How a seller's POST is carried out once, however often it is sent. */
import type { AgentActor, Context } from "../../../market/context.ts";
import { callerOf, idempotently } from "../../http/idempotency.ts";

type AgentCall = {
  request: Request;
  agent: AgentActor;
  input: unknown;
  status: number;
  ttlSeconds?: number;
};

/** Under the call's `Idempotency-Key`, where it has one; the answer is what `run` returns. */
export function once<T>(
  ctx: Context,
  { agent, ...call }: AgentCall,
  run: (ctx: Context) => Promise<T>,
): Promise<Response> {
  const caller = callerOf(agent);
  return idempotently(ctx, { ...call, caller, run, view: (result: T) => result });
}
