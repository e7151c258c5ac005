/** `expand[]`: replaces ids in a response by whole objects. */

import type { Store } from "../store.ts";
import { InvalidParameters, invalidRequest } from "./failure.ts";

const DEPTH_MAX = 4;

type Fields = Record<string, unknown>;

/** Returns a copy of `answer` with the paths expanded. Throws Stripe's 400 for any other field. */
export function expandAnswer(store: Store, answer: object, paths: unknown): object {
  if (!Array.isArray(paths)) return answer;
  const copy = structuredClone(answer) as Fields;
  for (const path of paths) {
    const names = String(path).split(".");
    if (names[0] === "data" && copy.object === "list") names.shift();
    if (names.length > DEPTH_MAX) {
      const message = `You cannot expand more than ${DEPTH_MAX} levels of a property.`;
      throw invalidRequest({ code: "property_expansion_max_depth", message, param: "expand" });
    }
    const targets = copy.object === "list" ? (copy.data as Fields[]) : [copy];
    for (const target of targets) expandPath(store, target, names, String(path));
  }
  return copy;
}

function expandPath(store: Store, target: Fields, names: string[], path: string): void {
  const [name = "", ...rest] = names;
  if (name === "refunds" && target.object === "charge") {
    const data = store.list("refund", { charge: String(target.id) });
    const url = `/v1/charges/${target.id}/refunds`;
    target.refunds = { object: "list", data, has_more: false, url };
  }
  const value = target[name];
  if (value === null) return;
  if (typeof value === "string" && /^[a-z]+_/.test(value)) {
    target[name] = store.findAny(value) ?? value;
  } else if (typeof value !== "object") {
    throw new InvalidParameters(400, {
      type: "invalid_request_error",
      message: `This property cannot be expanded (${path}).`,
      param: "expand",
    });
  }
  const inner = target[name];
  if (rest.length > 0 && typeof inner === "object" && inner !== null) {
    expandPath(store, inner as Fields, rest, path);
  }
}
