/** What the administration's pages are given: those of an account, and more. */
import type { AccountContext } from "../account/context.ts";
import type { AdministrationUseCases } from "./use-cases.ts";

export type AdminContext = AccountContext & { administration: AdministrationUseCases };
