/** Whose calls are counted together where nobody says who calls. */
import { requestState } from "../request-state.ts";
import { networkOf } from "./network.ts";

export function strangerOf(request: Request): string {
  return `network:${networkOf(requestState(request).address)}`;
}
