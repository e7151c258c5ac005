import type { Logger } from "../../platform/log.ts";
import { requestState } from "./request-state.ts";

/** Logs a page's unexpected error and returns the request's id, which the page shows. */
export function createPageErrors(log: Logger): (error: unknown, request: Request) => string {
  return (error, request) => {
    const { requestId } = requestState(request);
    log.error({ err: error, requestId }, "page failed");
    return requestId;
  };
}
