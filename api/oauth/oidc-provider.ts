/** oidc-provider without its notices. Import the library only from this file. */
import "./hush.ts";

export { errors, interactionPolicy, Provider } from "oidc-provider";
