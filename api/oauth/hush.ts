/** Holds back the one notice that oidc-provider writes while it is loaded: logs are JSON lines. */

/** Bun and Deno are what the tests run it on; it knows Node alone. */
const notice = "oidc-provider WARNING: Unsupported runtime.";

const { warn } = console;

console.warn = (...said: unknown[]) => {
  if (!String(said[0]).includes(notice)) warn(...said);
};

/** Called once oidc-provider is loaded. */
export function speakAgain(): void {
  console.warn = warn;
}
