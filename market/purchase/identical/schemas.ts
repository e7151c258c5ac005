/** The field by which a caller pays for bytes that the account has already. */
import { z } from "zod";

export const allowDuplicate = z
  .boolean()
  .optional()
  .meta({
    description:
      "Pay although the account has the same bytes under another listing; without it, that is refused " +
      "with `identical_file_owned`.",
  });

/** How the tools that pay for bytes take it. */
export const duplicateInput = [
  "body",
  "allow_duplicate",
  "True pays again for the same bytes.",
] as const;
