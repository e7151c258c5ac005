/** The code of an approval link. Derived, never stored, so that a reader of the database cannot approve. */
import { createHash, createHmac } from "node:crypto";

/** The code in the link `/approve/{code}`: 43 characters, base64url of HMAC-SHA256. */
export function approvalCode(secret: string, approvalId: string): string {
  return createHmac("sha256", secret).update(approvalId).digest("base64url");
}

/** The value of `approvals.code_hash`: SHA-256 of the code, hexadecimal. */
export function approvalCodeHash(code: string): string {
  return createHash("sha256").update(code).digest("hex");
}
