/** Holds back what oidc-provider writes of a runtime that it does not know: logs are JSON lines. */

/**
 * Bun and Deno are what the tests run it on. Documents of clients are fetched by `client-documents.ts`,
 * which calls public addresses alone, so the library's own protection is not needed.
 */
const notices = ["Unsupported runtime.", "failed to setup SSRF protection for fetch"];

const { warn } = console;

console.warn = (...said: unknown[]) => {
  const text = String(said[0]);
  const isNotice = text.includes("oidc-provider WARNING: ");
  if (!isNotice || !notices.some((notice) => text.includes(notice))) warn(...said);
};
