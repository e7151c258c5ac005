/** Problems of any request: its address, headers, body and repetition. */
import type { Problem } from "./problem.ts";

export const requestProblems = {
  invalid_request: {
    status: 400,
    title: "The request is not valid",
    resolution: "fix_request",
    meaning:
      "A parameter or a field is missing, unknown, of the wrong type or outside its bounds. " +
      "`errors` names each one with its pointer. Nothing was changed.",
    whatToDo: "Correct the fields in `errors` as each `detail` says, and send the request again.",
  },
  malformed_json: {
    status: 400,
    title: "The body is not JSON",
    resolution: "fix_request",
    meaning: "The body could not be parsed as JSON in UTF-8. Nothing was changed.",
    whatToDo: "Serialise the body with a JSON library, encode it in UTF-8 and send it again.",
  },
  body_too_complex: {
    status: 400,
    title: "The body is nested too deeply or too large",
    resolution: "fix_request",
    meaning:
      "The body's JSON is nested deeper, or has more keys or elements, than the limits in " +
      "`detail`. It was not processed.",
    whatToDo:
      "Send only the fields of this operation's or tool's schema, nested as the schema says.",
  },
  credential_in_url: {
    status: 400,
    title: "An address must not contain a key",
    resolution: "fix_request",
    meaning:
      "The address contains an API key, or a parameter that is meant for one. Addresses end up in " +
      "logs and histories, so the key must be considered leaked.",
    whatToDo:
      "Send the key in the header `Authorization: Bearer <key>`, and have its owner revoke the one " +
      "in the address.",
  },
  route_not_found: {
    status: 404,
    title: "There is no such address",
    resolution: "fix_request",
    meaning: "Nothing is served at this path.",
    whatToDo:
      "Take the path from `GET /openapi.json`, which lists every operation; paths have no trailing slash.",
  },
  method_not_allowed: {
    status: 405,
    title: "This address does not support this method",
    resolution: "fix_request",
    meaning: "The address exists, but not for this HTTP method.",
    whatToDo: "Use one of the methods in the `Allow` header.",
  },
  format_not_offered: {
    status: 406,
    title: "None of the accepted formats is available",
    resolution: "fix_request",
    meaning: "The answer is not available in any media type of the `Accept` header.",
    whatToDo: "Accept one of the formats that `detail` lists, or omit `Accept`.",
  },
  body_too_large: {
    status: 413,
    title: "The body is too large",
    resolution: "fix_request",
    meaning: "The body exceeds the limit that `detail` gives. It was not read further.",
    whatToDo: (act) =>
      "Send less. Files do not belong in a body: " +
      `${act.requestUpload} returns a signed URL for uploading them by PUT.`,
  },
  headers_too_large: {
    status: 431,
    title: "The header fields are too large",
    resolution: "fix_request",
    meaning: "All header fields together exceed the size that the service reads.",
    whatToDo:
      "Send fewer or smaller headers. A common cause is accumulated cookies or a repeated header.",
  },
  media_type_not_supported: {
    status: 415,
    title: "The body has to be JSON",
    resolution: "fix_request",
    meaning: "The `Content-Type` header names a format other than JSON.",
    whatToDo: "Send the body as JSON with `Content-Type: application/json`.",
  },
  limit_reached: {
    status: 400,
    title: "There are too many of these already",
    resolution: "fix_request",
    meaning: "The caller has reached a limit, which `detail` gives.",
    whatToDo: "Remove one that is no longer needed, then send the request again.",
  },
  idempotency_in_progress: {
    status: 409,
    title: "The first request with this key is still running",
    resolution: "retry",
    meaning:
      "An earlier request with the same `Idempotency-Key` has not finished. This one did nothing.",
    whatToDo: "Send the same request with the same key again after `retry_after` seconds.",
  },
  idempotency_key_reused: {
    status: 422,
    title: "This key was used for another request",
    resolution: "fix_request",
    meaning:
      "The `Idempotency-Key` belongs to an earlier request with a different body. Nothing was " +
      "changed.",
    whatToDo:
      "To repeat the earlier request, send exactly its body. For a new request, use a new key, such " +
      "as a random UUID.",
  },
  rate_limited: {
    status: 429,
    title: "Too many requests",
    resolution: "retry",
    meaning:
      "The caller has exceeded an allowance: requests per minute, or one kind of action. `detail` " +
      "says which. Nothing was changed.",
    whatToDo:
      "Wait `retry_after` seconds, then send it again. Pace further calls by the `RateLimit` headers.",
  },
  origin_not_allowed: {
    status: 403,
    title: "The request comes from another site",
    resolution: "none",
    meaning: "A browser sent this from a page of another site, which is not allowed.",
    whatToDo:
      "Call from a program without an `Origin` header, or open the page on this site itself.",
  },
  host_not_allowed: {
    status: 403,
    title: "The MCP server does not answer for this host",
    resolution: "fix_request",
    meaning: "The `Host` header names a host that the MCP server does not answer for.",
    whatToDo: "Connect to the address that `detail` names.",
  },
} as const satisfies Record<string, Problem>;
