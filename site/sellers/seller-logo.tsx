import { SELLER_LOGO_SHOWN_PIXELS } from "../../market/agent/limits.ts";

/** Beside the seller's name, so it has no text of its own. */
export function SellerLogo({ id, size }: { id: string; size: "large" | "small" }): JSX.Element {
  return (
    <img
      class={`seller-logo ${size}`}
      src={`/sellers/${id}/logo`}
      alt=""
      width={String(SELLER_LOGO_SHOWN_PIXELS)}
      height={String(SELLER_LOGO_SHOWN_PIXELS)}
    />
  );
}
