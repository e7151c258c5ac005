/** What the website's pages report: the log's line of a failure, by the id of its request. */
import type { Logger } from "../../platform/log.ts";
import { requestState } from "./request-state.ts";

/** Logs what a page did not expect, and gives the request's id, which the page shows. */
export function createPageErrors(log: Logger): (error: unknown, request: Request) => string {
  return (error, request) => {
    const { requestId } = requestState(request);
    log.error({ err: error, requestId }, "page failed");
    return requestId;
  };
}
