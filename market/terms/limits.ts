/** The operator's terms, and the privacy notice. */
export const LEGAL_TEXT_BYTES_MAX = 256 * 1024;
