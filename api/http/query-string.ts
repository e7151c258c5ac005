/** How the query of an address is read, instead of the framework's own way. */
import { Elysia } from "elysia";
import { readQuery } from "../../platform/query-parameters.ts";
import { requestState } from "./request-state.ts";

/** Elysia takes a comma for a list; shapes refuse the lists that they do not take. */
export const queryString = new Elysia({ name: "query-string" }).onTransform(
  { as: "global" },
  (context) => {
    const query = readQuery(requestState(context.request).url.searchParams);
    context.query = query as Record<string, string>;
  },
);
