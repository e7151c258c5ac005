/** The variables of what the law wants said: terms, privacy, and whom to tell of a security hole. */
import { z } from "zod";

/** What one contact of security.txt may be (RFC 9116, 2.5.3): an address to write to, or a page. */
const contact = /^(mailto:[^\s,]+@[^\s,]+|https:\/\/[^\s,]+|tel:[+\d-]+)$/;

export const lawVariables = {
  /**
   * Markdown that `/terms` shows, at most 256 KiB; who signs in accepts it
   * ([terms](behaviour/agents.md#terms-and-leaving)). Without it a text that says that this is a
   * trial.
   */
  TERMS_FILE: z.string().min(1).optional(),
  /**
   * Of that file, needed with it: up to 40 letters, digits, dots, dashes, underscores; another one
   * is asked for again.
   */
  TERMS_VERSION: z
    .string()
    .regex(/^[\w.-]{1,40}$/, "up to 40 letters, digits, dots, dashes or underscores")
    .optional(),
  /** Markdown that `/privacy` shows, at most 256 KiB. */
  PRIVACY_FILE: z.string().min(1).optional(),
  /**
   * `mailto:`, `https:` or `tel:` addresses, separated by commas, for `/.well-known/security.txt`;
   * without it there is none.
   */
  SECURITY_CONTACT: z
    .string()
    .max(1000)
    .transform((text) => text.split(",").map((one) => one.trim()))
    .refine((all) => all.every((one) => contact.test(one)), "mailto:, https: or tel: each")
    .optional(),
};
