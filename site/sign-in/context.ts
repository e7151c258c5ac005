import type { Identity } from "../../platform/identity/port.ts";
import type { KitContext } from "../kit/context.ts";
import type { signInUseCases } from "./use-cases.ts";

export type SignInContext = KitContext &
  ReturnType<typeof signInUseCases> & {
    identity: Pick<Identity, "startSignIn" | "finishSignIn">;
  };
