import { urlFault } from "../../platform/webhooks/call-stranger.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";

/** Checks without DNS; the sender checks again. Errors: invalid_request. */
export function requireCallableUrl({ config }: Pick<Context, "config">, url: string): void {
  const fault = urlFault(url, { allowLoopback: config.ALLOW_INSECURE_LOOPBACK });
  if (fault === null) return;
  throw new MarketError("invalid_request", `The address ${fault}.`, {
    faults: [{ pointer: "/url", code: "url_not_allowed", detail: fault }],
  });
}
