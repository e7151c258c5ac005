/** Faults of a request that does not fit its schema, field by field. */
import { closest, distance } from "fastest-levenshtein";
import type { FieldFault } from "./errors.ts";

/** What Zod says of one fault, as far as it is read here. */
type Issue = {
  code: string;
  message: string;
  path: PropertyKey[];
  keys?: string[];
  /** Of a value that has several forms: what speaks against each of them. */
  errors?: Issue[][];
};

export type ValidatedPart = "body" | "query" | "params" | "headers";

/** So many faults are named, each field by its beginning: an answer is no larger than a request. */
const FAULTS_NAMED_MAX = 20;
const FIELD_NAME_CHARS_MAX = 100;

/** One fault a field. An unknown field is named, and so is the known one nearest to it. */
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

/** A number beyond all integers is beyond its own limit, too: that one comes last and is told. */
function isNarrowest({ code, path }: Issue, at: number, all: Issue[]): boolean {
  if (code !== "too_big" && code !== "too_small") return true;
  const where = path.join("/");
  return !all.some((one, i) => i > at && one.code === code && one.path.join("/") === where);
}

/** A list that is too long is told so, and not that it is no single text either. */
function ofMeantForm(issue: Issue): Issue[] {
  const [meant, ...others] = (issue.errors ?? []).filter((faults) => faults.every(isOfForm));
  if (issue.code !== "invalid_union" || meant === undefined || others.length > 0) return [issue];
  return meant.map((one) => ({ ...one, path: [...issue.path, ...one.path] }));
}

/** Of another form is what has another type, or none of the types of a form that has several. */
function isOfForm({ code, path, errors = [] }: Issue): boolean {
  if (path.length > 0) return true;
  if (code === "invalid_union") return errors.some((faults) => faults.every(isOfForm));
  return code !== "invalid_type";
}

function pointer(part: ValidatedPart, path: PropertyKey[]): string {
  const steps = path.map((step) => String(step).slice(0, FIELD_NAME_CHARS_MAX));
  // A list of a query has no places: it may stand in one parameter or in several.
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
