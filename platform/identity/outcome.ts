/** Tells apart what can go wrong at the identity provider, by the errors of its libraries. */
import { errors as joseErrors } from "jose";
import {
  AuthorizationResponseError,
  ClientError,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from "openid-client";

/** `refused`: the provider or a check said no. `unavailable`: nobody could say. */
export type Outcome = "refused" | "unavailable";

const TEMPORARY_ERRORS = ["temporarily_unavailable", "server_error"];
const UNAVAILABLE_CODES = ["OAUTH_TIMEOUT", "OAUTH_ABORT"];
/** The provider answered, but with a status or a body that no healthy provider sends. */
const BROKEN_ANSWER_CODES = [
  "OAUTH_RESPONSE_IS_NOT_CONFORM",
  "OAUTH_RESPONSE_IS_NOT_JSON",
  "OAUTH_PARSE_ERROR",
];

/** Tells an error of openid-client or jose. Rethrows what neither of them means as an answer. */
export function outcomeOf(error: unknown): Outcome {
  if (error instanceof joseErrors.JOSEError) return outcomeOfJose(error);
  if (error instanceof AuthorizationResponseError) {
    return TEMPORARY_ERRORS.includes(error.error) ? "unavailable" : "refused";
  }
  if (error instanceof ResponseBodyError) return outcomeOfStatus(error.status);
  if (error instanceof WWWAuthenticateChallengeError) return outcomeOfStatus(error.status);
  if (error instanceof ClientError) return outcomeOfClient(error);
  if (isArgumentError(error)) throw error;
  return "unavailable";
}

/** 429 and 5xx say nothing about the token; every other refusal does. */
function outcomeOfStatus(status: number): Outcome {
  return status >= 500 || status === 429 ? "unavailable" : "refused";
}

function outcomeOfJose(error: joseErrors.JOSEError): Outcome {
  if (error instanceof joseErrors.JWKSTimeout) return "unavailable";
  if (error instanceof joseErrors.JWKSInvalid) return "unavailable";
  // The plain code is what jose gives when the key set's address answers something else.
  return error.code === "ERR_JOSE_GENERIC" ? "unavailable" : "refused";
}

function outcomeOfClient(error: ClientError): Outcome {
  // openid-client wraps an unknown failure, such as Bun's refused connection, without a code.
  if (error.code === undefined || UNAVAILABLE_CODES.includes(error.code)) return "unavailable";
  if (!BROKEN_ANSWER_CODES.includes(error.code)) return "refused";
  return error.cause instanceof Response ? outcomeOfStatus(error.cause.status) : "unavailable";
}

/** A wrong argument is our own fault, and must not be reported as the provider's. */
function isArgumentError(error: unknown): boolean {
  const code = error instanceof TypeError && "code" in error ? String(error.code) : "";
  return code.startsWith("ERR_INVALID_ARG");
}
