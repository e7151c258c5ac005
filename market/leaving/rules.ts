/** When an account may be closed, how often its data is downloaded, and what is left of it. Pure. */
import { foldEmail } from "../../platform/email-address.ts";
import { minuteMs } from "../../platform/time.ts";
import type { FieldFault } from "../errors.ts";
import { ACCOUNT_EXPORT_PAUSE_MINUTES } from "./limits.ts";

/** The person types their own address, so that no slip of a finger closes an account. */
export function confirmationFault(typed: string, email: string): FieldFault | null {
  if (foldEmail(typed.trim()) === foldEmail(email)) return null;
  const detail = "Type the address that you are signed in with, to the letter.";
  return { pointer: "/confirmation", code: "not_the_address", detail };
}

/** What stands in the place of the person, who is known by nothing else. */
export function replacedPerson(accountId: string): { email: string; subject: string } {
  return { email: `closed-${accountId}@closed.invalid`, subject: `closed:${accountId}` };
}

/** When the data can be downloaded again, in seconds from now; null: it can be. */
export function exportWaitSeconds(exportedAt: Date | null, now: Date): number | null {
  if (exportedAt === null) return null;
  const freeAt = exportedAt.getTime() + ACCOUNT_EXPORT_PAUSE_MINUTES * minuteMs;
  const waitMs = freeAt - now.getTime();
  return waitMs <= 0 ? null : Math.ceil(waitMs / 1000);
}
