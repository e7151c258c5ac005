/** A person offers one of their datasets to a data request, or delivers it to its bounty. */
import { MarketError } from "../../../market/errors.ts";
import { ANSWER_NOTE_CHARS_MAX } from "../../../market/request/limits.ts";
import type { DataRequestView } from "../../../market/request/schemas.ts";
import { BountyCard } from "../../board/bounty-card.tsx";
import { WishCard } from "../../board/parts.tsx";
import { parseAmountCents } from "../../kit/amount.ts";
import { ErrorSummary, OwnForm, SelectField, TextArea, TextField } from "../../kit/fields.tsx";
import { type FieldErrors, textOf } from "../../kit/form.ts";
import { AccountLayout, type Frame } from "../frame.tsx";

const labels = { dataset_id: "Dataset", price_cents: "Your price", note: "Note" };

/** The use case's body, except what is empty; its schema checks it. Errors: invalid_request. */
export function readAnswerFields(form: URLSearchParams) {
  const price = textOf(form, "price_cents").trim();
  const note = textOf(form, "note").trim();
  return {
    dataset_id: textOf(form, "dataset_id"),
    ...(price === "" ? {} : { price_cents: readPrice(price) }),
    ...(note === "" ? {} : { note }),
  };
}

/** Reported in the units that the person typed; the schema would name cents. */
function readPrice(price: string): number {
  const cents = parseAmountCents(price);
  if (cents !== null) return cents;
  const detail = "Enter an amount such as 200 or 49.50.";
  const faults = [{ pointer: "/price_cents", code: "invalid", detail }];
  throw new MarketError("invalid_request", "The form is not valid.", { faults });
}

type Props = {
  frame: Frame;
  request: DataRequestView;
  /** On sale. */
  listings: readonly { id: string; title: string }[];
  given: URLSearchParams;
  errors: FieldErrors;
};

export function AnswerPage({ frame, request, listings, given, errors }: Props): JSX.Element {
  const { id, bounty, currency, status } = request;
  const isHeld = bounty?.status === "open";
  const field = (name: keyof typeof labels) => ({
    name,
    label: labels[name],
    value: textOf(given, name),
    errors,
  });
  return (
    <AccountLayout
      frame={frame}
      title={isHeld ? "Deliver a dataset" : "Offer a dataset"}
      up={{ href: `/requests/${id}`, label: request.title }}
    >
      <ErrorSummary errors={errors} labels={labels} />
      <div class="cols">
        <div class="stack">
          {status !== "open" && <p>The request takes no more answers.</p>}
          {status === "open" && listings.length === 0 && (
            <p>
              You have no dataset on sale. <a href="/account/listings">Your listings</a>
            </p>
          )}
          {status === "open" && listings.length > 0 && (
            <OwnForm action="/account/answers/new" viewer={frame.viewer} class="card stack">
              <input type="hidden" name="request_id" value={id} />
              <SelectField
                {...field("dataset_id")}
                hint={isHeld ? "Its current file is checked at once; a later version is not." : ""}
                options={listings.map(({ id: datasetId, title }): [string, string] => [
                  datasetId,
                  title,
                ])}
              />
              {isHeld && bounty.mode === "lowest_price" && (
                <TextField
                  {...field("price_cents")}
                  label={`${labels.price_cents} (${currency.toUpperCase()})`}
                  hint="What you want if you win. The cheapest deliveries that pass win."
                  inputmode="decimal"
                  maxlength={16}
                  required
                />
              )}
              <TextArea
                {...field("note")}
                hint="Plain text for the poster. Optional."
                rows={3}
                maxlength={ANSWER_NOTE_CHARS_MAX}
              />
              <div class="actions">
                <button class="button primary" type="submit">
                  {isHeld ? "Deliver" : "Offer"}
                </button>
              </div>
            </OwnForm>
          )}
        </div>
        <div class="stack">
          <BountyCard request={request} />
          <WishCard request={request} />
        </div>
      </div>
    </AccountLayout>
  );
}
