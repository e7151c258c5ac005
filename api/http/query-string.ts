/** How the query of an address is read, instead of the framework's own way. */
import { Elysia } from "elysia";
import { requestState } from "./request-state.ts";

/**
 * Elysia takes a comma for a list. Here a value is a text, and a list only where a name is given
 * twice, which the shapes then refuse.
 */
export const queryString = new Elysia({ name: "query-string" }).onTransform(
  { as: "global" },
  (context) => {
    context.query = readQuery(requestState(context.request).url.searchParams);
  },
);

function readQuery(parameters: URLSearchParams): Record<string, string> {
  const query: Record<string, string | string[]> = Object.create(null);
  for (const [name, value] of parameters) {
    const before = query[name];
    if (before === undefined) query[name] = value;
    else if (Array.isArray(before)) before.push(value);
    else query[name] = [before, value];
  }
  return query as Record<string, string>;
}
