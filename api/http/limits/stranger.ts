/** Groups anonymous calls by network, for limits. */
import { requestState } from "../request-state.ts";
import { networkOf } from "./network.ts";

export function strangerOf(request: Request): string {
  return `network:${networkOf(requestState(request).address)}`;
}
