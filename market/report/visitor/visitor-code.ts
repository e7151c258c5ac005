/**
 * The code in the link by which a visitor confirms a report and reads its outcome. Never stored.
 */
import { createHmac } from "node:crypto";
import { isMadeByOneOf, type SecretList } from "../../../platform/secrets/secret-list.ts";

const codeBy = (secret: string, reportId: string): string =>
  createHmac("sha256", secret).update(`visitor-report/${reportId}`).digest("base64url");

/** Takes the same time for a wrong code as for the right one. */
export function isVisitorCode(secrets: SecretList, reportId: string, code: string): boolean {
  return isMadeByOneOf(secrets, code, (secret) => codeBy(secret, reportId));
}

/** The report's page; `siteUrl` has no trailing slash. */
export function visitorReportUrl(siteUrl: string, [secret]: SecretList, reportId: string): string {
  return `${siteUrl}/report/status/${reportId}/${codeBy(secret, reportId)}`;
}
