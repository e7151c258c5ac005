/** The field that lets a caller pay for bytes that the account already has. */
import { z } from "zod";

export const allowDuplicate = z.boolean().optional().meta({
  description:
    "Pay even if the account has the same bytes under another listing, instead of `identical_file_owned`.",
});

/** The same field for the tools that pay. */
export const duplicateInput = [
  "body",
  "allow_duplicate",
  "True pays again for the same bytes.",
] as const;
