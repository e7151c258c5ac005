/**
 * Blocks the area's forms until the person has accepted the current terms. A mailed approval
 * (`site/approve/`) and a consent (`site/consent/`) check this themselves.
 */
import { MarketError } from "../../../market/errors.ts";
import type { Frame } from "../frame.tsx";

const bindingPaths =
  /^\/account\/(datasets\/[^/]+\/(buy|bid)|offers\/[^/]+\/pay|waiting\/[^/]+\/approve|listings\/[^/]+\/publish|agents\/[^/]+\/decision|keys\/new)$/;

/** Throws `terms_not_accepted`; the surrounding page then leads to the terms. */
export function refuseWithoutTerms({ standing, url }: Frame): void {
  if (standing.termsDue === null || !bindingPaths.test(url.pathname)) return;
  const detail = "Accept the current terms first, then try again. Nothing has changed yet.";
  throw new MarketError("terms_not_accepted", detail);
}
