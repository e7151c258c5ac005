/** Decides when an account can be closed or exported, and what replaces its personal data. Pure. */
import { foldEmail } from "../../platform/email-address.ts";
import { minuteMs } from "../../platform/time.ts";
import type { FieldFault } from "../errors.ts";
import { ACCOUNT_EXPORT_PAUSE_MINUTES } from "./limits.ts";

/** The person types their own address, so that an account is not closed by accident. */
export function confirmationFault(typed: string, email: string): FieldFault | null {
  if (foldEmail(typed.trim()) === foldEmail(email)) return null;
  const detail = "Type the address that you are signed in with, to the letter.";
  return { pointer: "/confirmation", code: "not_the_address", detail };
}

/** Replaces the person's address and sign-in. */
export function replacedPerson(accountId: string): { email: string; subject: string } {
  return { email: `closed-${accountId}@closed.invalid`, subject: `closed:${accountId}` };
}

/** The wait before the next export, in seconds; null: none. */
export function exportWaitSeconds(exportedAt: Date | null, now: Date): number | null {
  if (exportedAt === null) return null;
  const freeAt = exportedAt.getTime() + ACCOUNT_EXPORT_PAUSE_MINUTES * minuteMs;
  const waitMs = freeAt - now.getTime();
  return waitMs <= 0 ? null : Math.ceil(waitMs / 1000);
}
