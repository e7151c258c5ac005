import { by, contract, op } from "../contract/contract.ts";
import { codeParams, explainedProblemsView, explainedProblemView } from "./schemas.ts";
import { problemsPath } from "./vocabulary.ts";

const also = { "text/html": { type: "string" } };

/** To which the `type` of every problem document leads. */
export const problemCodes = contract("Discovery", {
  listProblems: op({
    at: `GET ${problemsPath}`,
    by: by.anyone,
    summary: "List every problem code",
    says:
      "What every code that a refusal can have means, and what to do. A page for browsers, by " +
      "`Accept`.",
    cached: true,
    computed: true,
    answer: explainedProblemsView,
    also,
    gives: "Every code.",
  }),
  getProblem: op({
    at: `GET ${problemsPath}/{code}`,
    by: by.anyone,
    summary: "Read what a problem code means",
    says:
      "The address that a problem document has as its `type`: what the code means, and what to do. " +
      "A page for browsers, by `Accept`.",
    cached: true,
    computed: true,
    params: codeParams,
    answer: explainedProblemView,
    also,
    gives: "The code.",
    refuses: ["route_not_found"],
  }),
});
