/** Variables for legal information: terms, privacy, and the security contact. */
import { z } from "zod";

/** A contact in security.txt (RFC 9116, 2.5.3): an address to write to, or a page. */
const contact = /^(mailto:[^\s,]+@[^\s,]+|https:\/\/[^\s,]+|tel:[+\d-]+)$/;

export const lawVariables = {
  /**
   * Markdown for `/terms`, at most 256 KiB, which people accept when they sign in
   * ([terms](behaviour/agents.md#terms-and-leaving)). Default: a text that says that this is a
   * trial.
   */
  TERMS_FILE: z.string().min(1).optional(),
  /**
   * Version of that file, required with it: up to 40 letters, digits, dots, dashes, underscores. A
   * new version must be accepted again.
   */
  TERMS_VERSION: z
    .string()
    .regex(/^[\w.-]{1,40}$/, "up to 40 letters, digits, dots, dashes or underscores")
    .optional(),
  /** Markdown for `/privacy`, at most 256 KiB. */
  PRIVACY_FILE: z.string().min(1).optional(),
  /**
   * `mailto:`, `https:` or `tel:` addresses, separated by commas, for `/.well-known/security.txt`;
   * without it there is no such file.
   */
  SECURITY_CONTACT: z
    .string()
    .max(1000)
    .transform((text) => text.split(",").map((one) => one.trim()))
    .refine((all) => all.every((one) => contact.test(one)), "mailto:, https: or tel: each")
    .optional(),
};
