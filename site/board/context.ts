import type { KitContext } from "../kit/context.ts";
import type { boardUseCases } from "./use-cases.ts";

export type BoardContext = KitContext & { config: { CURRENCY: string } } & ReturnType<
    typeof boardUseCases
  >;
