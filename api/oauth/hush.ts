/** Suppresses oidc-provider's notices about an unknown runtime: logs must be JSON lines. */

/**
 * The runtimes are Bun, and Deno in tests. `client-documents.ts` fetches clients' documents and
 * only calls public addresses, so the library's own SSRF protection is not needed.
 */
const notices = ["Unsupported runtime.", "failed to setup SSRF protection for fetch"];

const { warn } = console;

console.warn = (...said: unknown[]) => {
  const text = String(said[0]);
  const isNotice = text.includes("oidc-provider WARNING: ");
  if (!isNotice || !notices.some((notice) => text.includes(notice))) warn(...said);
};
