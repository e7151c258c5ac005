/** The code of an approval link. It is derived, never stored: who reads the database cannot approve. */
import { createHash, createHmac } from "node:crypto";

/** The code in the link `/approve/{code}`: 43 characters, base64url of HMAC-SHA256. */
export function approvalCode(secret: string, approvalId: string): string {
  return createHmac("sha256", secret).update(approvalId).digest("base64url");
}

/** What `approvals.code_hash` holds: SHA-256 of the code, hexadecimal. */
export function approvalCodeHash(code: string): string {
  return createHash("sha256").update(code).digest("hex");
}
