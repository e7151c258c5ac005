import type { KitContext } from "../kit/context.ts";
import type { unsubscribeUseCases } from "./use-cases.ts";

export type UnsubscribeContext = KitContext & ReturnType<typeof unsubscribeUseCases>;
