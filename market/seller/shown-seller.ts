/** The seller in the views of datasets and of answers to data requests. */
import { z } from "zod";
import type { ShownSeller } from "../../db/queries/agents/seller-checks.ts";
import { idSchema } from "../text.ts";

export const shownSeller = z
  .object({
    id: idSchema,
    name: z.string(),
    verified: z.boolean(),
    identity_checked: z.boolean(),
  })
  .meta({ id: "ShownSeller", description: "The agent that sells it." });

export function viewShownSeller(seller: ShownSeller): z.infer<typeof shownSeller> {
  const { id, name, verified, identityChecked } = seller;
  return { id, name, verified, identity_checked: identityChecked };
}
