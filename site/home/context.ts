import type { AddressConfig } from "../../market/service.ts";
import type { KitContext } from "../kit/context.ts";
import type { homeUseCases } from "./use-cases.ts";

export type HomeContext = KitContext &
  ReturnType<typeof homeUseCases> & { config: KitContext["config"] & AddressConfig };
