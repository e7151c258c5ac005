/** Problems of a request itself, whatever it is about: its address, its body, its repetition. */
import type { Problem } from "./problem.ts";

export const requestProblems = {
  invalid_request: {
    status: 400,
    title: "The request is not valid",
    resolution: "fix_request",
    meaning:
      "A parameter or a field is missing, unknown, of the wrong type or outside its bounds. " +
      "`errors` names each one by its pointer. Nothing was done.",
    whatToDo: "Correct the fields that `errors` names, as their `detail` says, and send it again.",
  },
  malformed_json: {
    status: 400,
    title: "The body is not JSON",
    resolution: "fix_request",
    meaning: "The body could not be read as JSON in UTF-8. Nothing was done.",
    whatToDo: "Serialise the body by a JSON library, encode it in UTF-8 and send it again.",
  },
  body_too_complex: {
    status: 400,
    title: "The body nests or holds too much",
    resolution: "fix_request",
    meaning:
      "The JSON of the body is nested deeper, or has more keys or elements, than the limits that " +
      "`detail` names. It was not read further, and nothing was done.",
    whatToDo: "Send only what the schema of this operation or tool has, nested as it says.",
  },
  credential_in_url: {
    status: 400,
    title: "A key must not stand in an address",
    resolution: "fix_request",
    meaning:
      "The address holds an API key, or a parameter that is meant for one. Addresses are kept in " +
      "logs and histories, so whatever was sent in one counts as known to others.",
    whatToDo:
      "Send the key in the header `Authorization: Bearer <key>`, and have its owner revoke the one " +
      "that stood in the address.",
  },
  route_not_found: {
    status: 404,
    title: "There is no such address",
    resolution: "fix_request",
    meaning: "Nothing is served at this path.",
    whatToDo:
      "Take the path from `GET /openapi.json`, which lists every address; paths end without a slash.",
  },
  method_not_allowed: {
    status: 405,
    title: "This address does not take this method",
    resolution: "fix_request",
    meaning: "The address exists, but not with this HTTP method.",
    whatToDo: "Use one of the methods that the header `Allow` lists.",
  },
  format_not_offered: {
    status: 406,
    title: "None of the accepted formats is offered",
    resolution: "fix_request",
    meaning: "The answer cannot be given in any media type that the header `Accept` names.",
    whatToDo: "Ask for one of the formats that `detail` lists, or leave `Accept` out.",
  },
  body_too_large: {
    status: 413,
    title: "The body is too large",
    resolution: "fix_request",
    meaning: "The body has more bytes than the limit that `detail` gives. It was not read further.",
    whatToDo: (act) =>
      "Send less. Files do not go into a body: " +
      `${act.requestUpload} gives a signed address that takes them by PUT.`,
  },
  headers_too_large: {
    status: 431,
    title: "The header fields are too large",
    resolution: "fix_request",
    meaning:
      "The names and values of all header fields together are larger than the service reads.",
    whatToDo:
      "Send fewer or smaller fields. Often old cookies pile up, or one field is sent again and again.",
  },
  media_type_not_supported: {
    status: 415,
    title: "The body has to be JSON",
    resolution: "fix_request",
    meaning: "The header `Content-Type` names something other than JSON.",
    whatToDo: "Send the body as JSON with `Content-Type: application/json`.",
  },
  limit_reached: {
    status: 400,
    title: "There are too many of these already",
    resolution: "fix_request",
    meaning: "The caller holds as many of these as one may; `detail` says how many.",
    whatToDo: "Remove one that is not needed any more, then send the request again.",
  },
  idempotency_in_progress: {
    status: 409,
    title: "The first request with this key still runs",
    resolution: "retry",
    meaning:
      "An earlier request with the same `Idempotency-Key` has not ended. This one did nothing.",
    whatToDo: "Send the same request with the same key again after `retry_after` seconds.",
  },
  idempotency_key_reused: {
    status: 422,
    title: "This key was used for another request",
    resolution: "fix_request",
    meaning:
      "The `Idempotency-Key` belongs to an earlier request whose body was another one. Nothing was " +
      "done.",
    whatToDo:
      "To repeat the earlier request, send exactly its body. For a new request make a new key, such " +
      "as a random UUID.",
  },
  rate_limited: {
    status: 429,
    title: "Too many requests",
    resolution: "retry",
    meaning:
      "The caller has used up an allowance: of requests a minute, or of one kind of act. `detail` " +
      "says which. Nothing was done.",
    whatToDo:
      "Wait `retry_after` seconds, then send it again. Space further calls by the `RateLimit` headers.",
  },
  origin_not_allowed: {
    status: 403,
    title: "The request comes from another site",
    resolution: "none",
    meaning: "A browser sent this from a page of another site, whose pages may not call here.",
    whatToDo:
      "Call from a program without an `Origin` header, or open the page on this site itself.",
  },
  host_not_allowed: {
    status: 403,
    title: "The service has another name",
    resolution: "fix_request",
    meaning: "The header `Host` names a host that the MCP server does not answer for.",
    whatToDo: "Connect to the address that `detail` names.",
  },
} as const satisfies Record<string, Problem>;
