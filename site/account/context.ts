import type { AddressConfig } from "../../market/service.ts";
import type { KitContext } from "../kit/context.ts";
import type { ActOnce } from "./once.ts";
import type { AccountUseCases } from "./use-cases.ts";

export type AccountContext = KitContext & {
  config: AddressConfig & { CURRENCY: string; ESCROW_DAYS: number; UPLOAD_BYTES_MAX: number };
  /** The origins of the payment provider's pages. */
  hostedOrigins: readonly string[];
  account: AccountUseCases;
  actOnce: ActOnce;
};
