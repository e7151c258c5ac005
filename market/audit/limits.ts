// Audit rows read for a page of one program, key or agent; the page may hold fewer.
export const AUDIT_ROWS_SCANNED_MAX = 5000;
