/** Turns every error of a route into a problem document; the API sends no other refusals. */
import { Elysia, ValidationError } from "elysia";
import { z } from "zod";
import { bodyRefusal } from "../../market/body-refusal.ts";
import { databaseRefusal } from "../../market/database-refusal.ts";
import { MarketError } from "../../market/errors.ts";
import { refusalDocument } from "../../market/problem/document.ts";
import { fieldFaults, type ValidatedPart } from "../../market/validation-faults.ts";
import { validationWords } from "../../market/validation-words.ts";
import { IdentityUnavailableError } from "../../platform/identity/port.ts";
import { StorageUnavailableError } from "../../platform/storage/port.ts";
import { StorageRefusal } from "../../platform/storage/storage-refusal.ts";
import { allowedMethods } from "./allowed-methods.ts";
import { interruptedCall } from "./deadline.ts";
import { problemResponse } from "./problem.ts";
import { requestState } from "./request-state.ts";

type Routes = () => { method: string; path: string }[];

/** Register before the routes. `baseUrl`: PUBLIC_BASE_URL, which serves `/problems/{code}`. */
export const problemOnError = (baseUrl: string, routes: Routes) =>
  new Elysia({ name: "problem-on-error" }).onError({ as: "global" }, ({ code, error, request }) => {
    const state = requestState(request);
    const refusal =
      bodyRefusal(error) ??
      databaseRefusal(error, interruptedCall(request)) ??
      toRefusal(code, error, () => unmatched(routes(), request));
    if (OUR_FAULTS.includes(refusal.code)) state.failure = error;
    const response = problemResponse(
      refusalDocument(baseUrl, refusal, {
        instance: state.url.pathname,
        requestId: state.requestId,
      }),
    );
    if (refusal.code === "method_not_allowed") {
      response.headers.set("allow", refusal.faults.map((fault) => fault.code).join(", "));
    }
    if (error instanceof StorageRefusal) {
      for (const [name, value] of Object.entries(error.headers)) response.headers.set(name, value);
    }
    return response;
  });

/** Refusals whose cause is logged but not shown to the caller. */
const OUR_FAULTS: MarketError["code"][] = [
  "internal_error",
  "database_unavailable",
  "storage_unavailable",
  "identity_unavailable",
];

function toRefusal(code: unknown, error: unknown, whenUnmatched: () => MarketError): MarketError {
  if (error instanceof MarketError) return error;
  if (error instanceof StorageRefusal) return new MarketError(error.code, error.message);
  if (error instanceof ValidationError) return validationRefusal(error);
  if (code === "NOT_FOUND") return whenUnmatched();
  if (error instanceof StorageUnavailableError) {
    return new MarketError("storage_unavailable", "Try again in a moment.", {
      retryAfterSeconds: 5,
    });
  }
  if (error instanceof IdentityUnavailableError) {
    return new MarketError("identity_unavailable", "Try again in a moment.", {
      retryAfterSeconds: 5,
    });
  }
  return new MarketError("internal_error", "Quote the request id when you report this.");
}

/** Elysia hides the faults in production, so the schema is run again. */
function validationRefusal(error: ValidationError): MarketError {
  const part = error.type as ValidatedPart;
  const { schema } = error.validator as { schema: unknown };
  if (!(schema instanceof z.ZodType)) throw new Error(`the ${part} schema is not of Zod`);
  const issues = schema.safeParse(error.value, { error: validationWords }).error?.issues ?? [];
  const object = schema instanceof z.ZodPrefault ? schema.unwrap() : schema;
  const known = object instanceof z.ZodObject ? Object.keys(object.shape) : [];
  const faults = fieldFaults(part, issues, known);
  const first = faults[0];
  const detail =
    first === undefined
      ? `The ${part} is not valid.`
      : first.pointer === ""
        ? `The ${part} ${first.detail}.`
        : `${first.pointer}: ${first.detail}`;
  return new MarketError("invalid_request", detail, { faults });
}

function unmatched(routes: { method: string; path: string }[], request: Request): MarketError {
  const path = requestState(request).url.pathname;
  const methods = allowedMethods(routes, path);
  if (methods.length === 0) {
    return new MarketError("route_not_found", "GET /openapi.json lists every address.");
  }
  return new MarketError(
    "method_not_allowed",
    `${path} takes ${methods.join(", ")}, not ${request.method}.`,
    { faults: methods.map((method) => ({ pointer: "", code: method, detail: "is taken" })) },
  );
}
