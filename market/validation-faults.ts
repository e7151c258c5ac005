/** Faults of a request that does not fit its schema, field by field. */
import { closest, distance } from "fastest-levenshtein";
import type { FieldFault } from "./errors.ts";

/** The parts of a Zod issue that are read here. */
type Issue = {
  code: string;
  message: string;
  path: PropertyKey[];
  keys?: string[];
  /** For a union: the issues of each of its forms. */
  errors?: Issue[][];
};

export type ValidatedPart = "body" | "query" | "params" | "headers";

/**
 * Limits the faults and the length of field names, so that an answer is no larger than its request.
 */
const FAULTS_NAMED_MAX = 20;
const FIELD_NAME_CHARS_MAX = 100;

/** One fault for each field. An unknown field is reported with the nearest known name. */
export function fieldFaults(
  part: ValidatedPart,
  issues: readonly Issue[],
  knownFields: string[],
): FieldFault[] {
  const faults = issues
    .slice(0, FAULTS_NAMED_MAX)
    .flatMap(ofMeantForm)
    .filter(isNarrowest)
    .flatMap((issue) => {
      if (issue.code !== "unrecognized_keys") {
        return [{ pointer: pointer(part, issue.path), code: issue.code, detail: issue.message }];
      }
      return (issue.keys ?? []).slice(0, FAULTS_NAMED_MAX).map((key) => ({
        pointer: pointer(part, [...issue.path, key]),
        code: part === "query" ? "unknown_parameter" : "unknown_field",
        detail: `is not known${nearest(key, issue.path.length === 0 ? knownFields : [])}`,
      }));
    });
  return faults.slice(0, FAULTS_NAMED_MAX);
}

/** A number beyond all integers also exceeds its field's own limit: only that is reported. */
function isNarrowest({ code, path }: Issue, at: number, all: Issue[]): boolean {
  if (code !== "too_big" && code !== "too_small") return true;
  const where = path.join("/");
  return !all.some((one, i) => i > at && one.code === code && one.path.join("/") === where);
}

/** A list that is too long is reported as such, without the fault that it is not a single text. */
function ofMeantForm(issue: Issue): Issue[] {
  const [meant, ...others] = (issue.errors ?? []).filter((faults) => faults.every(isOfForm));
  if (issue.code !== "invalid_union" || meant === undefined || others.length > 0) return [issue];
  return meant.map((one) => ({ ...one, path: [...issue.path, ...one.path] }));
}

/** A value does not have a form if it has another type, or none of the types of a nested union. */
function isOfForm({ code, path, errors = [] }: Issue): boolean {
  if (path.length > 0) return true;
  if (code === "invalid_union") return errors.some((faults) => faults.every(isOfForm));
  return code !== "invalid_type";
}

function pointer(part: ValidatedPart, path: PropertyKey[]): string {
  const steps = path.map((step) => String(step).slice(0, FIELD_NAME_CHARS_MAX));
  // A list in a query has no indexes: it may be in one parameter or in several.
  if (part === "query")
    return `?${steps.filter((_, at) => typeof path[at] !== "number").join(".")}`;
  if (part === "params") return `{${steps.join(".")}}`;
  return steps.map((step) => `/${step.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

function nearest(key: string, knownFields: string[]): string {
  if (knownFields.length === 0 || key.length > FIELD_NAME_CHARS_MAX) return "";
  const candidate = closest(key, knownFields);
  const editsMax = Math.max(2, Math.floor(candidate.length / 2));
  return distance(key, candidate) <= editsMax ? `; did you mean ${candidate}?` : "";
}
