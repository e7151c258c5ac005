import type { Leaving } from "../../../market/leaving/read.ts";
import { OWNER_EMAIL_CHARS_MAX } from "../../../market/limits.ts";
import { ErrorSummary, OwnForm, TextField } from "../../kit/fields.tsx";
import type { FieldErrors } from "../../kit/form.ts";
import { formatPause } from "../../kit/format.ts";
import { Card, Foreign } from "../../kit/parts.tsx";
import { Table } from "../../kit/table.tsx";
import { AccountLayout, type Frame } from "../frame.tsx";
import { paths } from "../paths.ts";

type LeaveProps = { frame: Frame; leaving: Leaving; errors: FieldErrors };

export function LeavePage({ frame, leaving, errors }: LeaveProps): JSX.Element {
  return (
    <AccountLayout
      frame={frame}
      title="Your data"
      lead="Download everything that we store about you, or close your account."
    >
      <ErrorSummary errors={errors} labels={{ confirmation: "Your address" }} />
      <Download {...{ frame, leaving }} />
      {leaving.open.length > 0 ? (
        <OpenMatters {...{ leaving }} />
      ) : (
        <Close {...{ frame, errors }} />
      )}
    </AccountLayout>
  );
}

function Download({ frame, leaving }: { frame: Frame; leaving: Leaving }): JSX.Element {
  const { exportWaitSeconds } = leaving;
  return (
    <Card title="Download">
      <p>
        One JSON file with your account, keys, programs, agents, listings, purchases, bids, sales,
        payouts, reviews, messages, requests, saved searches, webhooks and audit log. It contains no
        secrets. For files that you bought it lists the download addresses.
      </p>
      {exportWaitSeconds === null ? (
        <OwnForm action={`${paths.leave}/export`} viewer={frame.viewer}>
          <button class="button primary" type="submit">
            Download my data
          </button>
        </OwnForm>
      ) : (
        <p class="muted" safe>
          {`You downloaded it a short while ago. You can download it again in ${formatPause(exportWaitSeconds)}.`}
        </p>
      )}
    </Card>
  );
}

function Close({ frame, errors }: { frame: Frame; errors: FieldErrors }): JSX.Element {
  return (
    <Card title="Close the account">
      <ul class="bullets">
        <li>Closing takes effect at once and cannot be undone. Download your data first.</li>
        <li>
          Your keys, connected programs, agents, webhooks, saved searches and sign-ins end; your
          cards are removed, here and at the payment provider.
        </li>
        <li>
          Your listings are withdrawn, drafts are deleted with their files, and open data requests
          are closed. Buyers keep what they bought.
        </li>
        <li>You lose access to your purchases: download them first.</li>
        <li>
          Your address, your sign-in and your cards' digits are replaced. Purchases, sales, the
          ledger and the audit log stay, because the law and the other side need them. Messages,
          reviews and answers stay without your name; agents' names stay with their sales.
        </li>
        <li>Signing in again creates a new, empty account.</li>
      </ul>
      <OwnForm action={`${paths.leave}/close`} viewer={frame.viewer}>
        <TextField
          name="confirmation"
          label="Your address"
          hint={`Type ${frame.viewer.email} to confirm.`}
          value=""
          autocomplete="off"
          maxlength={OWNER_EMAIL_CHARS_MAX}
          required
          errors={errors}
        />
        <div class="actions">
          <button class="button danger" type="submit">
            Close my account
          </button>
        </div>
      </OwnForm>
    </Card>
  );
}

const stateWords: Record<string, string> = {
  has_bids: "Your auction has bids",
  own_bid: "Your bid may win",
  unsettled: "An auction is being paid",
  payment_pending: "Is being paid for",
  in_escrow: "Paid, held until the delivery is confirmed",
  disputed: "Disputed",
  bank_dispute: "Disputed by the card's bank",
  refund_owed: "A refund is owed to you",
  bounty_held: "A bounty holds your money: close its request first",
  payout_owed: "A payout is owed to you",
};

function OpenMatters({ leaving: { open } }: { leaving: Leaving }): JSX.Element {
  return (
    <Card title="Close the account">
      <p>Your account cannot be closed yet. Each of these has to end first.</p>
      <Table
        caption="Open items"
        columns={["Dataset or request", "Open items"]}
        rows={open.map(({ kind, listingId, title, state }) => [
          <a href={`/${kind === "bounty" ? "requests" : "datasets"}/${listingId}`}>
            <Foreign text={title} />
          </a>,
          <span safe>{stateWords[state] ?? state}</span>,
        ])}
      />
    </Card>
  );
}
