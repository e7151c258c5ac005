/** The public page about selling. */
import { publicPage } from "../kit/respond.ts";
import { SellPage } from "./sell-page.tsx";

/** GET /sell */
export function showSell(): Promise<Response> {
  return publicPage(<SellPage />);
}
