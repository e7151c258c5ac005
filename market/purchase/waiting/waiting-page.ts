/** Where the person answers: the one address that agents, mails and pages name. */

/** `siteUrl` has no slash at its end. */
export function waitingPageUrl(siteUrl: string, id: string): string {
  return `${siteUrl}/account/waiting/${id}`;
}
