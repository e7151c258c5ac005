/** Finding a listing, an agent or an account, and suspending or restoring it. */
import type { SubjectReference, SubjectView } from "../../../market/administration/schemas.ts";
import { SUSPENSION_REASON_CHARS_MAX } from "../../../market/limits.ts";
import { AccountLayout, type Frame } from "../../account/frame.tsx";
import { formErrors, idOf } from "../../account/handle.tsx";
import type { PagesContext } from "../../kit/context.ts";
import {
  ErrorSummary,
  type FieldErrors,
  OwnForm,
  PostButton,
  TextArea,
} from "../../kit/fields.tsx";
import { withNotice } from "../../kit/notices.ts";
import { Badge, Card, Empty, Facts, Foreign, Time, type Tone } from "../../kit/parts.tsx";
import { privatePage, redirectTo } from "../../kit/respond.ts";
import { Table } from "../../kit/table.tsx";
import type { SuspendableKind } from "../context.ts";
import type { AdminAct, AdminRequest, AdminShow } from "../handle.ts";
import { notFoundCodes } from "../use-cases.ts";
import { SearchForm } from "./search-form.tsx";

const up = { href: "/admin", label: "Administration" };

/** What a suspension of each kind does, for who is about to do it. */
const effects: Record<SuspendableKind, string> = {
  account:
    "Its keys are refused, its agents and listings are suspended, and its money is held. The person may still sign in and reads the reason.",
  agent: "Its token is refused, and its listings are taken off the catalogue.",
  listing: "It is taken off the catalogue. Who bought it keeps access.",
};

type SuspendForm = { reason: string; errors: FieldErrors };

/** GET /admin/find */
export async function findSubjects(
  ctx: PagesContext,
  { admin, frame, url }: AdminRequest,
): Promise<Response> {
  const q = (url.searchParams.get("q") ?? "").trim();
  if (q === "") return redirectTo("/admin");
  try {
    const subjects = await ctx.administration.findSubjects(admin, q);
    return privatePage(<FindPage {...{ frame, q, subjects }} />);
  } catch (error) {
    const errors = formErrors(error);
    const fault = errors.q ?? errors.form ?? "Search for something else.";
    return privatePage(<FindPage {...{ frame, q, subjects: [], fault }} />, { status: 400 });
  }
}

/** GET /admin/{kind}s/{id} */
export function showSubject(kind: SuspendableKind): AdminShow {
  return async (ctx, page) => {
    const subject = await readSubject(ctx, page, kind);
    const form = { reason: "", errors: {} };
    return privatePage(<SubjectPage {...{ frame: page.frame, kind, subject, form }} />);
  };
}

/** POST /admin/{kind}s/{id}/suspend */
export function suspendSubject(kind: SuspendableKind): AdminAct {
  return async (ctx, page, given) => {
    const subject = await readSubject(ctx, page, kind);
    const reason = (given.get("reason") ?? "").replaceAll("\r\n", "\n");
    const showAgain = (errors: FieldErrors) =>
      privatePage(
        <SubjectPage {...{ frame: page.frame, kind, subject, form: { reason, errors } }} />,
        { status: 400 },
      );
    if (reason.trim() === "") return showAgain({ reason: "Say why: the person reads it." });
    try {
      await ctx.administration.suspend(page.admin, kind, subject.id, { reason });
    } catch (error) {
      return showAgain(formErrors(error));
    }
    return redirectTo(withNotice(subjectPath(kind, subject.id), "suspended"));
  };
}

/** POST /admin/{kind}s/{id}/restore */
export function restoreSubject(kind: SuspendableKind): AdminAct {
  return async (ctx, page) => {
    const { id } = await readSubject(ctx, page, kind);
    await ctx.administration.restore(page.admin, kind, id);
    return redirectTo(withNotice(subjectPath(kind, id), "restored"));
  };
}

function readSubject(
  ctx: PagesContext,
  page: AdminRequest,
  kind: SuspendableKind,
): Promise<SubjectView> {
  const id = idOf(page, notFoundCodes[kind], `No ${kind} has this id.`);
  return ctx.administration.getSubject(page.admin, kind, id);
}

function subjectPath(kind: SubjectView["kind"], id: string): string {
  return kind === "purchase" ? `/admin/disputes/${id}` : `/admin/${kind}s/${id}`;
}

function stateTone(state: string): Tone {
  if (state === "suspended") return "bad";
  return state === "active" || state === "verified" ? "good" : "plain";
}

function FindPage(props: {
  frame: Frame;
  q: string;
  subjects: SubjectView[];
  fault?: string;
}): JSX.Element {
  const { frame, q, subjects, fault } = props;
  return (
    <AccountLayout frame={frame} title="Find" up={up}>
      <SearchForm q={q} error={fault} />
      {subjects.length === 0 && fault === undefined && (
        <Empty
          title="Nothing was found"
          text="Agents are found by their exact name, accounts and agents by the whole e-mail address."
        />
      )}
      {subjects.length > 0 && (
        <Table
          caption="What was found"
          columns={["Name", "Kind", "State", "Belongs to", "Since"]}
          rows={subjects.map((subject) => [
            <a href={subjectPath(subject.kind, subject.id)}>
              <Foreign text={subject.label} />
            </a>,
            <span>{subject.kind}</span>,
            <SubjectState subject={subject} />,
            <Owner owner={subject.owner} />,
            <Time at={subject.created_at} day />,
          ])}
        />
      )}
    </AccountLayout>
  );
}

function SubjectState({ subject }: { subject: SubjectView }): JSX.Element {
  const { state, suspension } = subject;
  return (
    <span class="row-actions">
      {(suspension === null || state !== "suspended") && (
        <Badge tone={stateTone(state)} label={state.replaceAll("_", " ")} />
      )}
      {suspension && <Badge tone="bad" label="suspended" />}
    </span>
  );
}

function Owner({ owner }: { owner: SubjectReference | null }): JSX.Element {
  if (owner === null) return <span class="muted">—</span>;
  return (
    <a href={subjectPath(owner.kind, owner.id)}>
      <Foreign text={owner.label} />
    </a>
  );
}

function SubjectPage(props: {
  frame: Frame;
  kind: SuspendableKind;
  subject: SubjectView;
  form: SuspendForm;
}): JSX.Element {
  const { frame, kind, subject, form } = props;
  const { suspension } = subject;
  return (
    <AccountLayout frame={frame} title={subject.label} up={up}>
      <ErrorSummary errors={form.errors} labels={{ reason: "Reason" }} />
      <Card title={`The ${kind}`}>
        <Facts
          facts={[
            ["State", <SubjectState subject={subject} />],
            subject.owner === null ? null : ["Belongs to", <Owner owner={subject.owner} />],
            ["Since", <Time at={subject.created_at} />],
            ["Identifier", <code safe>{subject.id}</code>],
          ]}
        />
      </Card>
      {suspension === null ? (
        <SuspendCard {...{ frame, kind, subject, form }} />
      ) : (
        <RestoreCard {...{ frame, kind, subject, suspension }} />
      )}
    </AccountLayout>
  );
}

function SuspendCard(props: {
  frame: Frame;
  kind: SuspendableKind;
  subject: SubjectView;
  form: SuspendForm;
}): JSX.Element {
  const { frame, kind, subject, form } = props;
  return (
    <Card title="Suspend">
      <p safe>{effects[kind]}</p>
      <OwnForm action={`${subjectPath(kind, subject.id)}/suspend`} viewer={frame.viewer}>
        <TextArea
          name="reason"
          label="Reason"
          hint="Shown to its owner."
          value={form.reason}
          maxlength={SUSPENSION_REASON_CHARS_MAX}
          required
          errors={form.errors}
        />
        <div class="actions">
          <button class="button danger" type="submit">
            {`Suspend the ${kind}`}
          </button>
        </div>
      </OwnForm>
    </Card>
  );
}

function RestoreCard(props: {
  frame: Frame;
  kind: SuspendableKind;
  subject: SubjectView;
  suspension: NonNullable<SubjectView["suspension"]>;
}): JSX.Element {
  const { frame, kind, subject, suspension } = props;
  const path = subjectPath(kind, subject.id);
  return (
    <Card title="Suspended">
      <Facts
        facts={[
          ["Since", <Time at={suspension.suspended_at} />],
          [
            "Because of",
            <span>{suspension.by === kind ? `the ${kind} itself` : `its ${suspension.by}`}</span>,
          ],
        ]}
      />
      <blockquote class="quote" safe>
        {suspension.reason}
      </blockquote>
      {suspension.by !== kind && suspension.by !== "file" ? (
        <p class="muted" safe>{`It comes back when its ${suspension.by} is restored.`}</p>
      ) : (
        <PostButton
          action={`${path}/restore`}
          viewer={frame.viewer}
          label={`Restore the ${kind}`}
          kind="primary"
        />
      )}
    </Card>
  );
}
