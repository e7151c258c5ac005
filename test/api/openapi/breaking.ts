/**
 * Finds changes of /openapi.json that break callers of the last release. New operations, optional
 * parameters, fields and values of answers break nobody; the README announces that they may come.
 */

type Json = Record<string, unknown>;
export type OpenapiDocument = { paths: Record<string, Json>; components: Json } & Json;

/** A field that is sent may become wider; a field that is answered may become narrower. */
type Direction = "sent" | "answered";
type Sides = { before: OpenapiDocument; after: OpenapiDocument };

/** Sentences, each naming the operation and the breaking change; empty if nothing breaks. */
export function findBreakingChanges(before: OpenapiDocument, after: OpenapiDocument): string[] {
  const sides = { before, after };
  return operationsOf(before).flatMap(({ path, method, operation }) => {
    const label = `${method.toUpperCase()} ${path}`;
    const next = asJson(asJson(after.paths[path])?.[method]);
    if (next === null) return [`${label} is gone`];
    return [
      ...compareNames(operation, next),
      ...compareSecurity(before, after, operation, next),
      ...compareParameters(sides, operation, next),
      ...compareBodies(sides, operation, next),
      ...compareAnswers(sides, operation, next),
    ].map((change) => `${label}: ${change}`);
  });
}

const methods = new Set(["get", "put", "post", "patch", "delete"]);

function operationsOf({ paths }: OpenapiDocument) {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => methods.has(method))
      .map(([method, operation]) => ({ path, method, operation: operation as Json })),
  );
}

/** Generated clients call the operation by this name. */
function compareNames(before: Json, after: Json): string[] {
  if (before.operationId === after.operationId) return [];
  return [`its name ${before.operationId} is now ${after.operationId}`];
}

function compareSecurity(
  documentBefore: OpenapiDocument,
  documentAfter: OpenapiDocument,
  before: Json,
  after: Json,
): string[] {
  const ways = (operation: Json, document: OpenapiDocument) => {
    const required = (operation.security ?? document.security ?? []) as Json[];
    const names = required.map((way) => Object.keys(way).sort().join(" and "));
    return names.length === 0 ? [""] : names;
  };
  const offered = ways(after, documentAfter);
  return ways(before, documentBefore)
    .filter((way) => !offered.includes(way) && !offered.includes(""))
    .map((way) => (way === "" ? "it needs credentials now" : `it takes no ${way} any more`));
}

function compareParameters(sides: Sides, before: Json, after: Json): string[] {
  const nextParameters = parametersOf(after);
  const known = parametersOf(before);
  const added = [...nextParameters].filter(
    ([name, parameter]) => !known.has(name) && parameter.required === true,
  );
  const changed = [...known].flatMap(([name, parameter]) => {
    const next = nextParameters.get(name);
    if (next === undefined) return [`parameter ${name} is gone`];
    const isNowRequired = next.required === true && parameter.required !== true;
    return [
      ...(isNowRequired ? [`parameter ${name} is required now`] : []),
      ...compareSchemas(sides, parameter.schema, next.schema, {
        direction: "sent",
        at: `parameter ${name}`,
      }),
    ];
  });
  return [...added.map(([name]) => `parameter ${name} is required now`), ...changed];
}

function parametersOf({ parameters }: Json): Map<string, Json> {
  const list = (parameters ?? []) as Json[];
  return new Map(list.map((parameter) => [`${parameter.name} (${parameter.in})`, parameter]));
}

function compareBodies(sides: Sides, before: Json, after: Json): string[] {
  const [body, next] = [asJson(before.requestBody), asJson(after.requestBody)];
  if (body === null) return next?.required === true ? ["it needs a body now"] : [];
  if (next === null) return ["it takes no body any more"];
  const isNowRequired = next.required === true && body.required !== true;
  return [
    ...(isNowRequired ? ["its body is required now"] : []),
    ...compareContent(sides, body, next, { direction: "sent", at: "body" }),
  ];
}

function compareAnswers(sides: Sides, before: Json, after: Json): string[] {
  const answers = (before.responses ?? {}) as Record<string, Json>;
  const nextAnswers = (after.responses ?? {}) as Record<string, Json>;
  return Object.entries(answers)
    .filter(([status]) => Number(status) < 400)
    .flatMap(([status, answer]) => {
      const next = nextAnswers[status];
      if (next === undefined) return [`it answers no ${status} any more`];
      return compareContent(sides, answer, next, { direction: "answered", at: status });
    });
}

type Place = { direction: Direction; at: string; seen?: readonly string[] };

function compareContent(sides: Sides, before: Json, after: Json, place: Place): string[] {
  const nextContent = (after.content ?? {}) as Record<string, Json>;
  return Object.entries((before.content ?? {}) as Record<string, Json>).flatMap(([type, media]) => {
    const next = nextContent[type];
    if (next === undefined) return [`${place.at}: ${type} is gone`];
    return compareSchemas(sides, media.schema, next.schema, place);
  });
}

function compareSchemas(sides: Sides, before: unknown, after: unknown, place: Place): string[] {
  const key = `${JSON.stringify(before)} ${JSON.stringify(after)}`;
  const { direction, at, seen = [] } = place;
  if (seen.includes(key)) return [];
  const inner = { direction, seen: [...seen, key] };
  const [old, next] = [resolve(sides.before, before), resolve(sides.after, after)];
  return [
    ...compareTypes(old, next, place),
    ...compareValues(old, next, place),
    ...(direction === "sent" ? compareBounds(old, next, at) : []),
    ...compareProperties(sides, old, next, { ...inner, at }),
    ...(old.items === undefined || next.items === undefined
      ? []
      : compareSchemas(sides, old.items, next.items, { ...inner, at: `${at}[]` })),
  ];
}

function resolve(document: OpenapiDocument, schema: unknown): Json {
  const given = asJson(schema) ?? {};
  if (typeof given.$ref !== "string") return given;
  const name = given.$ref.slice(given.$ref.lastIndexOf("/") + 1);
  const schemas = asJson(document.components.schemas) ?? {};
  return resolve(document, schemas[name]);
}

/** Types are a set: callers may keep sending each one, and must not receive a new one. */
function compareTypes(before: Json, after: Json, { direction, at }: Place): string[] {
  const [old, next] = [typesOf(before), typesOf(after)];
  if (old.length === 0 || next.length === 0) return [];
  const [must, allowed] = direction === "sent" ? [old, next] : [next, old];
  return must
    .filter(
      (type) => !allowed.includes(type) && !(type === "integer" && allowed.includes("number")),
    )
    .map((type) =>
      direction === "sent" ? `${at} takes no ${type} any more` : `${at} may be ${type} now`,
    );
}

function typesOf({ type, anyOf }: Json): string[] {
  if (Array.isArray(anyOf)) return anyOf.flatMap((member) => typesOf(member as Json));
  return [type].flat().filter((name) => typeof name === "string");
}

function compareValues(before: Json, after: Json, { direction, at }: Place): string[] {
  if (direction === "answered" || !Array.isArray(after.enum)) return [];
  if (!Array.isArray(before.enum)) return [`${at} takes only some values now`];
  const allowed = after.enum as unknown[];
  return (before.enum as unknown[])
    .filter((value) => !allowed.includes(value))
    .map((value) => `${at} takes no ${JSON.stringify(value)} any more`);
}

/** Finds a bound that is new or tighter than before. */
const lowerBounds = ["minimum", "minLength", "minItems"];
const upperBounds = ["maximum", "maxLength", "maxItems"];

function compareBounds(before: Json, after: Json, at: string): string[] {
  const closer = (name: string, isCloser: (old: number, next: number) => boolean) => {
    const [old, next] = [before[name], after[name]];
    if (typeof next !== "number") return false;
    return typeof old !== "number" || isCloser(old, next);
  };
  const lower = lowerBounds.filter((name) => closer(name, (old, next) => next > old));
  const upper = upperBounds.filter((name) => closer(name, (old, next) => next < old));
  const isOtherPattern = after.pattern !== undefined && after.pattern !== before.pattern;
  const changed = [...lower, ...upper, ...(isOtherPattern ? ["pattern"] : [])];
  return changed.map((name) => `${at} has a narrower ${name} now`);
}

function compareProperties(sides: Sides, before: Json, after: Json, place: Place): string[] {
  const [old, next] = [asJson(before.properties), asJson(after.properties)];
  if (old === null || next === null) return [];
  const { direction, at } = place;
  const required = (schema: Json) => (schema.required ?? []) as string[];
  const [must, hasNow] =
    direction === "sent"
      ? [required(after), (name: string) => required(before).includes(name)]
      : [required(before), (name: string) => required(after).includes(name)];
  const word = direction === "sent" ? "is required now" : "may be missing now";
  const gone = Object.keys(old).filter((name) => !(name in next));
  return [
    ...gone.map((name) => `${at}.${name} is gone`),
    ...must
      .filter((name) => !hasNow(name) && !gone.includes(name))
      .map((name) => `${at}.${name} ${word}`),
    ...Object.keys(old)
      .filter((name) => name in next)
      .flatMap((name) =>
        compareSchemas(sides, old[name], next[name], { ...place, at: `${at}.${name}` }),
      ),
  ];
}

function asJson(value: unknown): Json | null {
  return typeof value === "object" && value !== null ? (value as Json) : null;
}

/** The document without descriptive text, so that a stored release stays short. */
export function withoutWords(document: unknown, isPropertyMap = false): unknown {
  if (Array.isArray(document)) return document.map((item) => withoutWords(item));
  if (typeof document !== "object" || document === null) return document;
  const words = new Set(["description", "summary", "example", "examples", "title"]);
  const kept = Object.entries(document).filter(([key]) => isPropertyMap || !words.has(key));
  return Object.fromEntries(
    kept.map(([key, value]) => [key, withoutWords(value, !isPropertyMap && key === "properties")]),
  );
}
