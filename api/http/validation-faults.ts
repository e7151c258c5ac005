import { closest, distance } from "fastest-levenshtein";
import type { FieldFault } from "../../market/errors.ts";

/** What Zod says of one fault, as far as it is read here. */
type Issue = {
  code: string;
  message: string;
  path: PropertyKey[];
  keys?: string[];
};

export type ValidatedPart = "body" | "query" | "params" | "headers";

/** One fault a field. An unknown field is named, and so is the known one nearest to it. */
export function fieldFaults(
  part: ValidatedPart,
  issues: readonly Issue[],
  knownFields: string[],
): FieldFault[] {
  return issues.flatMap((issue) => {
    if (issue.code !== "unrecognized_keys") {
      return [{ pointer: pointer(part, issue.path), code: issue.code, detail: issue.message }];
    }
    return (issue.keys ?? []).map((key) => ({
      pointer: pointer(part, [...issue.path, key]),
      code: part === "query" ? "unknown_parameter" : "unknown_field",
      detail: `is not known${nearest(key, issue.path.length === 0 ? knownFields : [])}`,
    }));
  });
}

function pointer(part: ValidatedPart, path: PropertyKey[]): string {
  const steps = path.map(String);
  if (part === "query") return `?${steps.join(".")}`;
  if (part === "params") return `{${steps.join(".")}}`;
  return steps.map((step) => `/${step.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

function nearest(key: string, knownFields: string[]): string {
  if (knownFields.length === 0 || key.length > 100) return "";
  const candidate = closest(key, knownFields);
  const editsMax = Math.max(2, Math.floor(candidate.length / 2));
  return distance(key, candidate) <= editsMax ? `; did you mean ${candidate}?` : "";
}
