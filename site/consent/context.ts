/** What the consent page is given. */
import type { KitContext } from "../kit/context.ts";
import type { consentUseCases } from "./use-cases.ts";

export type ConsentContext = KitContext & {
  config: { CURRENCY: string };
  /** Where the payment provider's pages lie. */
  hostedOrigins: readonly string[];
  /** Null: nobody can be asked here, since there is no authorisation server. */
  consent: ReturnType<typeof consentUseCases> | null;
};
