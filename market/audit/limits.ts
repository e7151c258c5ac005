/** Limits of what comes from outside, each with its unit. */

/**
 * Rows of the audit log that are looked at for a page of one program, key or agent; the page may
 * hold fewer, and leads on.
 */
export const AUDIT_ROWS_SCANNED_MAX = 5000;
