import type { KitContext } from "../kit/context.ts";
import type { approvalUseCases } from "./use-cases.ts";

export type ApproveContext = KitContext &
  ReturnType<typeof approvalUseCases> & { config: { OIDC_ISSUER: string } };
