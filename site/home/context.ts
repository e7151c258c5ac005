import type { AddressConfig } from "../../market/service.ts";
import type { Config } from "../../platform/config.ts";
import type { KitContext } from "../kit/context.ts";
import type { homeUseCases } from "./use-cases.ts";

export type HomeContext = KitContext &
  ReturnType<typeof homeUseCases> & {
    config: KitContext["config"] &
      AddressConfig &
      Pick<Config, "CURRENCY" | "PLATFORM_FEE_BPS" | "ESCROW_DAYS" | "DISPUTE_DAYS">;
  };
