import type { OwnerActor } from "../../../db/vocabulary/actor.ts";
import { describeSeller, getSellerPage } from "../../../market/agent/describe-seller.ts";
import { removeLogo, setLogo } from "../../../market/agent/logo/set-logo.ts";
import { sellerPageBody } from "../../../market/agent/schemas.ts";
import type { Context } from "../../../market/context.ts";
import { parseForm } from "../../kit/form.ts";

/** The values of the form: one address a line. */
export type SellerPageFields = { about: string; websites: string };

export function sellerPageUseCases(ctx: Context) {
  return {
    getSellerPage: (owner: OwnerActor, agentId: string) => getSellerPage(ctx, owner, agentId),
    setLogo: (owner: OwnerActor, agentId: string, bytes: Uint8Array) =>
      setLogo(ctx, owner, agentId, { bytes, field: "file" }),
    removeLogo: (owner: OwnerActor, agentId: string) => removeLogo(ctx, owner, agentId),
    describeSeller: (owner: OwnerActor, agentId: string, fields: SellerPageFields) => {
      const about = fields.about.trim() === "" ? null : fields.about;
      const websites = fields.websites
        .split("\n")
        .map((line) => line.trim())
        .filter((line) => line !== "");
      return describeSeller(ctx, owner, agentId, parseForm(sellerPageBody, { about, websites }));
    },
  };
}
