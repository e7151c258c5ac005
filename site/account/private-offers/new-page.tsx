/** The form with which a buyer offers a price, or a seller offers one to the buyer of a thread or an answered request. */
import { ErrorSummary } from "../../kit/fields.tsx";
import { Foreign, Money } from "../../kit/parts.tsx";
import { AccountLayout, type Frame } from "../frame.tsx";
import { type TermsDraft, TermsForm, termsLabels } from "./form.tsx";
import type { OfferedDataset } from "./use-cases.ts";

/** `buyerName`: a pseudonym. `up`: the page that led here. */
export type OfferTarget = {
  buyerName: string;
  action: string;
  up: { href: string; label: string };
};

type Props = {
  frame: Frame;
  dataset: OfferedDataset;
  /** Set for a seller. */
  to: OfferTarget | null;
  draft: TermsDraft;
};

export function NewPrivateOfferPage({ frame, dataset, to, draft }: Props): JSX.Element {
  const { id, title, seller, price_cents: cents, currency } = dataset;
  const up = to?.up ?? { href: `/datasets/${id}`, label: "The dataset" };
  const action = to?.action ?? `/account/private-offers/new/${id}`;
  return (
    <AccountLayout frame={frame} title="Make an offer" up={up}>
      <ErrorSummary errors={draft.errors} labels={termsLabels} />
      <div class="card stack-m">
        <p>
          For <Foreign text={title} />, to <Foreign text={to?.buyerName ?? seller.name} />.
          Everybody pays <Money cents={cents} currency={currency} />.
        </p>
        <TermsForm {...{ frame, action, currency, draft }} button="Send the offer" />
      </div>
    </AccountLayout>
  );
}
