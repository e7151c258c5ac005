import type { ReviewPart } from "../../../db/vocabulary/review.ts";
import { SUSPENSION_REASON_CHARS_MAX } from "../../../market/limits.ts";
import type { viewReviewForAdmin } from "../../../market/review/read.ts";
import { AccountLayout, type Frame } from "../../account/frame.tsx";
import { ErrorSummary, OwnForm, PostButton, TextArea } from "../../kit/fields.tsx";
import type { FieldErrors } from "../../kit/form.ts";
import { Card, Facts, Foreign, Time } from "../../kit/parts.tsx";
import { Stars } from "../../reviews/stars.tsx";

type AdminReviewView = Awaited<ReturnType<typeof viewReviewForAdmin>>;

/** `part`: the part whose form came back. */
export type RemovalDraft = { part: ReviewPart; reason: string; errors: FieldErrors };

type Props = { frame: Frame; shown: AdminReviewView; draft: RemovalDraft | null };

export function ModeratedReviewPage({ frame, shown, draft }: Props): JSX.Element {
  const { review, title, hiddenBecause } = shown;
  return (
    <AccountLayout
      frame={frame}
      title="A review"
      up={{ href: "/admin/reviews", label: "Reported reviews" }}
    >
      <ErrorSummary errors={draft?.errors ?? {}} labels={{ reason: "Reason" }} />
      <Card title="Details">
        <Facts
          facts={[
            ["Dataset", <Foreign text={title} />],
            ["Version", <span>{review.version}</span>],
            ["Stars", <Stars stars={review.stars} />],
            ["Shown", <span safe>{hiddenBecause?.replaceAll("_", " ") ?? "yes"}</span>],
            ["Author", <a href={`/admin/accounts/${review.accountId}`}>See and suspend</a>],
            ["Seller", <a href={`/admin/agents/${review.sellerAgentId}`}>The agent</a>],
          ]}
        />
      </Card>
      <Part
        {...{ frame, shown, draft }}
        part="review"
        heading="The review"
        text={review.text}
        removedReason={review.removedReason}
      />
      {review.answer !== null && (
        <Part
          {...{ frame, shown, draft }}
          part="answer"
          heading="The seller's answer"
          text={review.answer}
          removedReason={review.answerRemovedReason}
        />
      )}
      <Wordings shown={shown} />
    </AccountLayout>
  );
}

type PartProps = Props & {
  part: ReviewPart;
  heading: string;
  text: string | null;
  removedReason: string | null;
};

function Part(props: PartProps): JSX.Element {
  const { frame, shown, draft, part, heading, text, removedReason } = props;
  const path = `/admin/reviews/${shown.review.id}/${part}`;
  const reports = shown.reports.filter((report) => report.part === part);
  const isWaiting = reports.some(({ closedAt }) => closedAt === null);
  const own = draft?.part === part ? draft : null;
  return (
    <Card title={heading}>
      <p class="letter">
        {text === null ? <span class="muted">Only stars.</span> : <Foreign text={text} />}
      </p>
      {reports.length > 0 && (
        <ul class="bullets small">
          {reports.map(({ reason, detail, createdAt }) => (
            <li>
              <Time at={createdAt} /> <span safe>{reason.replaceAll("_", " ")}</span>
              {detail !== null && (
                <>
                  {": "}
                  <Foreign text={detail} />
                </>
              )}
            </li>
          ))}
        </ul>
      )}
      {removedReason === null ? (
        <Removal {...{ frame, path, heading, own }} />
      ) : (
        <>
          <p>
            {"Removed: "}
            <Foreign text={removedReason} />
          </p>
          <PostButton
            action={`${path}/restore`}
            viewer={frame.viewer}
            label="Restore"
            about={heading}
          />
        </>
      )}
      {isWaiting && (
        <PostButton
          action={`${path}/dismiss`}
          viewer={frame.viewer}
          label="Keep it and close the reports"
          about={`of: ${heading}`}
        />
      )}
    </Card>
  );
}

type RemovalProps = { frame: Frame; path: string; heading: string; own: RemovalDraft | null };

/** Both parts have a form on the page, so each field name contains its part. */
function Removal({ frame, path, heading, own }: RemovalProps): JSX.Element {
  const name = reasonName(path.endsWith("answer") ? "answer" : "review");
  return (
    <OwnForm action={`${path}/remove`} viewer={frame.viewer}>
      <TextArea
        name={name}
        label={`Reason for removing: ${heading}`}
        hint="The author sees this as written."
        value={own?.reason ?? ""}
        maxlength={SUSPENSION_REASON_CHARS_MAX}
        required
        errors={own === null ? {} : { [name]: own.errors.reason ?? "" }}
      />
      <div class="actions">
        <button class="button danger" type="submit">
          Remove
        </button>
      </div>
    </OwnForm>
  );
}

export const reasonName = (part: ReviewPart) => `${part}_reason`;

function Wordings({ shown }: { shown: AdminReviewView }): JSX.Element {
  return (
    <Card title="All versions">
      <ol class="bullets small">
        {shown.revisions.map(({ part, revision, stars, text, at }) => (
          <li>
            <span safe>{`${part} ${revision}, `}</span>
            <Time at={at} />
            {stars !== null && (
              <>
                {", "}
                <Stars stars={stars} />
              </>
            )}
            {": "}
            <Foreign text={text ?? ""} />
          </li>
        ))}
      </ol>
    </Card>
  );
}
