import type { KitContext } from "../kit/context.ts";
import type { consentUseCases } from "./use-cases.ts";

export type ConsentContext = KitContext & {
  config: { CURRENCY: string };
  /** The origins of the payment provider's pages. */
  hostedOrigins: readonly string[];
  /** Null: there is no authorisation server, so nobody can be asked for consent. */
  consent: ReturnType<typeof consentUseCases> | null;
};
