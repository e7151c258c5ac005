/** Replaces the framework's parser of query strings. */
import { Elysia } from "elysia";
import { readQuery } from "../../platform/query-parameters.ts";
import { requestState } from "./request-state.ts";

/** Elysia splits values at commas. Schemas refuse lists that they do not take. */
export const queryString = new Elysia({ name: "query-string" }).onTransform(
  { as: "global" },
  (context) => {
    const query = readQuery(requestState(context.request).url.searchParams);
    context.query = query as Record<string, string>;
  },
);
