import { publicPage } from "../kit/respond.ts";
import { SellPage } from "./sell-page.tsx";

export type SellContext = { config: { PLATFORM_FEE_BPS: number; CURRENCY: string } };

/** GET /sell */
export function showSell({ config }: SellContext): Promise<Response> {
  return publicPage(<SellPage feeBps={config.PLATFORM_FEE_BPS} currency={config.CURRENCY} />);
}
