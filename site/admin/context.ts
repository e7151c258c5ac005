import type { AccountContext } from "../account/context.ts";
import type { Once } from "../account/once.ts";
import type { AdministrationUseCases } from "./use-cases.ts";

export type AdminContext = AccountContext & {
  administration: AdministrationUseCases;
  /** As `actOnce`, for the administration's forms. */
  administerOnce: Once<AdministrationUseCases>;
};
