import type { AddressConfig } from "../../market/service.ts";
import type { Config } from "../../platform/config.ts";
import type { KitContext } from "../kit/context.ts";
import type { CountSearch, catalogueUseCases } from "./use-cases.ts";

export type CatalogueContext = KitContext &
  ReturnType<typeof catalogueUseCases> & {
    countSearch: CountSearch;
    config: KitContext["config"] & AddressConfig & Pick<Config, "CURRENCY" | "ESCROW_DAYS">;
  };
