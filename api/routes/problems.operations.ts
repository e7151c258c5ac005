/** How the explanations of problem codes stand in `/openapi.json`. */
import {
  explainedProblemsView,
  explainedProblemView,
  explainProblem,
} from "../../market/problem/explain.ts";
import { type Operation, operation } from "../http/operation.ts";

const common = {
  tag: "Discovery",
  security: "none",
  cached: true,
} satisfies Partial<Operation>;

const asPage = { "text/html": { type: "string" as const } };
const example = explainProblem("https://market.example", "purchase_required");

export const problemOperations = {
  listProblems: operation({
    ...common,
    operationId: "listProblems",
    summary: "List every problem code",
    description:
      "What every code that a refusal can have means, and what to do. A page for browsers, by " +
      "`Accept`.",
    success: {
      200: {
        description: "Every code.",
        schema: explainedProblemsView,
        example: { items: [example] },
        also: asPage,
      },
    },
    refusals: ["invalid_request", "rate_limited"],
  }),
  getProblem: operation({
    ...common,
    operationId: "getProblem",
    summary: "Read what a problem code means",
    description:
      "The address that a problem document has as its `type`: what the code means, and what to do. " +
      "A page for browsers, by `Accept`.",
    success: {
      200: { description: "The code.", schema: explainedProblemView, example, also: asPage },
    },
    refusals: ["invalid_request", "route_not_found", "rate_limited"],
  }),
};
