/** Stripe's pagination: newest first, with `starting_after`, `ending_before` and `limit`. */
import type { Call } from "./call.ts";
import { invalidRequest, noSuch } from "./failure.ts";

const LIMIT_DEFAULT = 10;
const LIMIT_MAX = 100;

export type Paging = {
  limit?: number | undefined;
  starting_after?: string | undefined;
  ending_before?: string | undefined;
};

/** One page of `objects`, which are newest first; `url` is the list's own path. */
export function page<Item extends { id: string; object: string }>(
  objects: Item[],
  paging: Paging,
  url: string,
) {
  const { limit = LIMIT_DEFAULT, starting_after: after, ending_before: before } = paging;
  if (limit < 1 || limit > LIMIT_MAX) {
    const bound = limit < 1 ? "greater than or equal to 1" : `less than or equal to ${LIMIT_MAX}`;
    const message = `This value must be ${bound}.`;
    throw invalidRequest({ code: "parameter_invalid_integer", message, param: "limit" });
  }
  const position = (id: string, param: string) => {
    const index = objects.findIndex((one) => one.id === id);
    if (index < 0) throw noSuch(objects[0]?.object ?? "object", id, param, 400);
    return index;
  };
  if (before !== undefined) {
    const newer = objects.slice(0, position(before, "ending_before"));
    return { object: "list", data: newer.slice(-limit), has_more: newer.length > limit, url };
  }
  const rest = after === undefined ? objects : objects.slice(position(after, "starting_after") + 1);
  return { object: "list", data: rest.slice(0, limit), has_more: rest.length > limit, url };
}

/** A range such as `created[gte]`. */
export type Range = { gt?: number; gte?: number; lt?: number; lte?: number } | number;

export function isInRange(value: number, range: Range | undefined): boolean {
  if (range === undefined) return true;
  if (typeof range === "number") return value === range;
  if (range.gt !== undefined && value <= range.gt) return false;
  if (range.gte !== undefined && value < range.gte) return false;
  if (range.lt !== undefined && value >= range.lt) return false;
  return range.lte === undefined || value <= range.lte;
}

/** The object named in the path, or Stripe's 404 with Stripe's word for the kind. */
export function inPath<Name extends Parameters<Call["store"]["find"]>[0]>(
  call: Call,
  name: Name,
  word: string = name,
  param = "id",
) {
  const found = call.store.find<Name>(name, call.id);
  if (found === undefined) throw noSuch(word, call.id, param);
  return found;
}
