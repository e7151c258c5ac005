/** oidc-provider, loaded without its notice: everything here imports it from this file. */
import { speakAgain } from "./hush.ts";

export { errors, interactionPolicy, Provider } from "oidc-provider";

speakAgain();
