/** The page on which the owner answers; agents, mails and pages all link to it. */

/** `siteUrl` has no trailing slash. */
export function waitingPageUrl(siteUrl: string, id: string): string {
  return `${siteUrl}/account/waiting/${id}`;
}
