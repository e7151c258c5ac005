/** Tells apart what can go wrong at the identity provider, by the errors of its libraries. */
import { errors as joseErrors } from "jose";
import {
  AuthorizationResponseError,
  ClientError,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from "openid-client";
import { IdentityUnavailableError } from "./port.ts";

/**
 * `refused`: the provider or a check said no. `client_refused`: it said no to the market's own
 * client, and so nothing of the person. `unavailable`: nobody could say.
 */
type Outcome = "refused" | "client_refused" | "unavailable";

const TEMPORARY_ERRORS = ["temporarily_unavailable", "server_error"];
const UNAVAILABLE_CODES = ["OAUTH_TIMEOUT", "OAUTH_ABORT"];
/** The provider answered, but with a status or a body that no healthy provider sends. */
const BROKEN_ANSWER_CODES = [
  "OAUTH_RESPONSE_IS_NOT_CONFORM",
  "OAUTH_RESPONSE_IS_NOT_JSON",
  "OAUTH_PARSE_ERROR",
];

/** What an authorization server says of the client that calls (RFC 6749, section 5.2). */
const CLIENT_ERRORS = ["invalid_client", "unauthorized_client"];

/**
 * Returns where the error is a "no" to the person or the token. Throws
 * {@link IdentityUnavailableError} where it says nothing of them, and what is no answer as it is.
 */
export function assertRefused(error: unknown): void {
  const outcome = outcomeOf(error);
  if (outcome === "client_refused") throw new IdentityUnavailableError(error, "refuses_client");
  if (outcome === "unavailable") throw new IdentityUnavailableError(error, "no_answer");
}

/**
 * The same for introspection (RFC 7662), which tells of a token in its 200 alone: 401 and 403 are
 * a "no" to the client that asked, whatever else they say.
 */
export function assertRefusedByIntrospection(error: unknown): void {
  assertRefused(error);
  const refusesCaller = [401, 403].includes(statusOf(error) ?? 0);
  if (refusesCaller) throw new IdentityUnavailableError(error, "refuses_client");
}

function statusOf(error: unknown): number | undefined {
  if (error instanceof ResponseBodyError) return error.status;
  if (error instanceof WWWAuthenticateChallengeError) return error.status;
  const answer = error instanceof ClientError ? error.cause : undefined;
  return answer instanceof Response ? answer.status : undefined;
}

/** Tells an error of openid-client or jose. Rethrows what neither of them means as an answer. */
function outcomeOf(error: unknown): Outcome {
  if (error instanceof joseErrors.JOSEError) return outcomeOfJose(error);
  if (error instanceof AuthorizationResponseError) {
    return TEMPORARY_ERRORS.includes(error.error) ? "unavailable" : "refused";
  }
  if (error instanceof ResponseBodyError) {
    return CLIENT_ERRORS.includes(error.error) ? "client_refused" : outcomeOfStatus(error.status);
  }
  if (error instanceof WWWAuthenticateChallengeError) return outcomeOfChallenge(error);
  if (error instanceof ClientError) return outcomeOfClient(error);
  if (isArgumentError(error)) throw error;
  return "unavailable";
}

/** 429 and 5xx say nothing about the token; every other refusal does. */
function outcomeOfStatus(status: number): Outcome {
  return status >= 500 || status === 429 ? "unavailable" : "refused";
}

/** A bearer token is asked for where the person's was not good; Basic, where our secret was not. */
function outcomeOfChallenge({ cause, status }: WWWAuthenticateChallengeError): Outcome {
  const isOfClient = cause.every(({ scheme }) => scheme.toLowerCase() !== "bearer");
  return isOfClient ? "client_refused" : outcomeOfStatus(status);
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
