/** The refusal of an Idempotency-Key that a request to another operation has used. */
import type { Answer, Call } from "../../support/api.ts";
import { unknownId, type World } from "./world.ts";

type Operation = {
  operationId: string;
  security: Record<string, unknown>[];
  parameters?: { name: string }[];
};
type Drive = (w: World) => Promise<Answer>;
type Paths = Record<string, Record<string, Operation>>;

const key = "used-for-a-saved-search";
const headers = { "idempotency-key": key };

/** For operations that take a key: refused before the named resource is looked up. */
export function reusedKeyDrive(paths: Paths, operationId: string): Record<number, Drive> {
  for (const [path, item] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(item)) {
      const takesKey = operation.parameters?.some(({ name }) => name === "Idempotency-Key");
      if (operation.operationId !== operationId || takesKey !== true) continue;
      const address = path.replaceAll(/\{\w+\}/g, unknownId);
      const isAgents = operation.security.some((scheme) => "agentToken" in scheme);
      const token = (w: World) => (isAgents ? w.agent.token : w.buyer.token);
      return { 422: (w) => withUsedKey(w, method.toUpperCase(), address, { token: token(w) }) };
    }
  }
  return {};
}

/** Sends with a key that its caller has already used for a saved search. */
export async function withUsedKey(w: World, method: string, path: string, call: Call) {
  const body = { name: "Weather", parameters: { query: "weather" } };
  const first = await w.api.send("POST", "/saved-searches", { token: call.token, headers, body });
  if (first.status !== 201) throw new Error(`the key was not used: ${first.text}`);
  return w.api.send(method, path, { ...call, headers });
}
