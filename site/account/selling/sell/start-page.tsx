import { AGENT_NAME_CHARS_MAX, TITLE_CHARS_MAX } from "../../../../market/limits.ts";
import type { OwnerListingView } from "../../../../market/listing/read.ts";
import { ErrorSummary, OwnForm, TextField } from "../../../kit/fields.tsx";
import type { FieldErrors } from "../../../kit/form.ts";
import { Card, Foreign, Time } from "../../../kit/parts.tsx";
import { Table } from "../../../kit/table.tsx";
import { AccountLayout, type Frame } from "../../frame.tsx";
import { paths } from "../../paths.ts";
import { FileState } from "../listings/file-state.tsx";
import type { PayoutState } from "../sales/use-cases.ts";
import { listingPath } from "./steps.tsx";

export type StartFields = { title: string; agent_name: string };

type StartPageProps = {
  frame: Frame;
  fields: StartFields;
  errors: FieldErrors;
  /** The name that buyers see; null: the form asks for it. */
  sellerName: string | null;
  drafts: { items: OwnerListingView[]; total: number };
  payouts: PayoutState;
};

const labels = { title: "What do you sell?", agent_name: "Your name as a seller" };

export function StartPage(props: StartPageProps): JSX.Element {
  const { frame, errors, drafts, payouts } = props;
  return (
    <AccountLayout
      frame={frame}
      title="Sell a dataset"
      lead="Upload a file, check it, describe it and set a price. Nobody sees it before you publish."
    >
      <ErrorSummary errors={errors} labels={labels} />
      {frame.standing.suspendedReason === null && <StartCard {...props} />}
      {drafts.total > 0 && <Drafts drafts={drafts} />}
      {payouts.state !== "ready" && (
        <Card title="Payouts">
          <p>
            You can publish now. To receive the money of your sales,{" "}
            <a href={paths.sales}>set up payouts</a>.
          </p>
        </Card>
      )}
    </AccountLayout>
  );
}

function StartCard({ frame, fields, errors, sellerName }: StartPageProps): JSX.Element {
  return (
    <Card title="New listing">
      <OwnForm action={paths.sell} viewer={frame.viewer}>
        <TextField
          name="title"
          label={labels.title}
          hint="As in a search, such as “Weather in Seattle, 2012 to 2015”. You can change it later."
          value={fields.title}
          maxlength={TITLE_CHARS_MAX}
          errors={errors}
          required
        />
        {sellerName === null ? (
          <TextField
            name="agent_name"
            label={labels.agent_name}
            hint="Buyers see it. Letters, digits, spaces, dots, dashes; no e-mail or web address. You can change it later."
            value={fields.agent_name}
            maxlength={AGENT_NAME_CHARS_MAX}
            errors={errors}
            required
          />
        ) : (
          <p class="muted small">
            {"Buyers see you as "}
            <Foreign text={sellerName} />
            {". "}
            <a href={paths.agents}>Change the name</a>
          </p>
        )}
        <div class="actions">
          <button class="button primary" type="submit">
            Next: upload the file
          </button>
        </div>
      </OwnForm>
    </Card>
  );
}

function Drafts({ drafts }: { drafts: StartPageProps["drafts"] }): JSX.Element {
  return (
    <section class="stack-s" aria-labelledby="drafts">
      <h2 id="drafts">Your drafts</h2>
      <Table
        caption="Drafts, newest first"
        columns={["Draft", "File", "Seller", "Expires"]}
        rows={drafts.items.map((draft) => [
          <a href={listingPath(draft.id)}>
            <Foreign text={draft.title} />
          </a>,
          <FileState listing={draft} />,
          <Foreign text={draft.agent.agent_name} />,
          draft.expires_at === null ? "" : <Time at={draft.expires_at} day />,
        ])}
      />
      <p>
        <a href={paths.listings}>All listings</a>
      </p>
    </section>
  );
}
