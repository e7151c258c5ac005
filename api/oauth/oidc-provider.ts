/** oidc-provider without its notices: everything here imports it from this file. */
import "./hush.ts";

export { errors, interactionPolicy, Provider } from "oidc-provider";
