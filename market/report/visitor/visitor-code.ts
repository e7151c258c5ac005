/** The code of the link by which a visitor confirms a report and reads its answer. Never stored. */
import { createHmac } from "node:crypto";
import { isMadeByOneOf, type SecretList } from "../../../platform/secrets/secret-list.ts";

const codeBy = (secret: string, reportId: string): string =>
  createHmac("sha256", secret).update(`visitor-report/${reportId}`).digest("base64url");

/** Takes as long for a wrong code as for the right one. */
export function isVisitorCode(secrets: SecretList, reportId: string, code: string): boolean {
  return isMadeByOneOf(secrets, code, (secret) => codeBy(secret, reportId));
}

/** The page of the report; `siteUrl` has no slash at its end. */
export function visitorReportUrl(siteUrl: string, [secret]: SecretList, reportId: string): string {
  return `${siteUrl}/report/status/${reportId}/${codeBy(secret, reportId)}`;
}
