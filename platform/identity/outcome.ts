/** Classifies failures at the identity provider by the errors of its libraries. */
import { errors as joseErrors } from "jose";
import {
  AuthorizationResponseError,
  ClientError,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from "openid-client";
import { IdentityUnavailableError } from "./port.ts";

/**
 * `refused`: the provider or a check rejected the person or token. `client_refused`: the provider
 * rejected the market's own client, which says nothing about the person. `unavailable`: unknown.
 */
type Outcome = "refused" | "client_refused" | "unavailable";

const TEMPORARY_ERRORS = ["temporarily_unavailable", "server_error"];
const UNAVAILABLE_CODES = ["OAUTH_TIMEOUT", "OAUTH_ABORT"];
/** The provider answered with a status or body that no healthy provider sends. */
const BROKEN_ANSWER_CODES = [
  "OAUTH_RESPONSE_IS_NOT_CONFORM",
  "OAUTH_RESPONSE_IS_NOT_JSON",
  "OAUTH_PARSE_ERROR",
];

/** An authorization server's errors about the calling client (RFC 6749, section 5.2). */
const CLIENT_ERRORS = ["invalid_client", "unauthorized_client"];

/**
 * Returns if the error rejects the person or the token. Throws {@link IdentityUnavailableError} if
 * it says nothing about them, and rethrows other errors.
 */
export function assertRefused(error: unknown): void {
  const outcome = outcomeOf(error);
  if (outcome === "client_refused") throw new IdentityUnavailableError(error, "refuses_client");
  if (outcome === "unavailable") throw new IdentityUnavailableError(error, "no_answer");
}

/**
 * The same for introspection (RFC 7662), which describes a token only with status 200: 401 and 403
 * always reject the calling client.
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

/** Classifies an error of openid-client or jose; rethrows errors that are not answers. */
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

/**
 * A Bearer challenge means that the person's token was not valid; Basic, that our secret was not.
 */
function outcomeOfChallenge({ cause, status }: WWWAuthenticateChallengeError): Outcome {
  const isOfClient = cause.every(({ scheme }) => scheme.toLowerCase() !== "bearer");
  return isOfClient ? "client_refused" : outcomeOfStatus(status);
}

function outcomeOfJose(error: joseErrors.JOSEError): Outcome {
  if (error instanceof joseErrors.JWKSTimeout) return "unavailable";
  if (error instanceof joseErrors.JWKSInvalid) return "unavailable";
  // jose uses the plain code if the key set's address returns something else.
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
