/** The disputes that wait for a decision. */
import type { DisputeView } from "../../../market/administration/schemas.ts";
import type { PageOf, PageWanted } from "../../account/context.ts";
import { AccountLayout, type Frame } from "../../account/frame.tsx";
import { formErrors, idOf, pageWanted } from "../../account/handle.tsx";
import { reasonWords } from "../../account/purchases/words.ts";
import type { PagesContext } from "../../kit/context.ts";
import { withNotice } from "../../kit/notices.ts";
import { Empty, Foreign, Money, Time } from "../../kit/parts.tsx";
import { privatePage, redirectTo } from "../../kit/respond.ts";
import { Pager, Table } from "../../kit/table.tsx";
import type { AdminRequest } from "../handle.ts";
import { SearchForm } from "../subjects/search-form.tsx";
import { DisputePage } from "./detail-page.tsx";

/** GET /admin */
export async function showAdministration(
  ctx: PagesContext,
  { admin, frame, url }: AdminRequest,
): Promise<Response> {
  const wanted = pageWanted(url);
  const page = await ctx.administration.listDisputes(admin, wanted);
  return privatePage(<AdministrationPage {...{ frame, wanted, page }} />);
}

/** GET /admin/disputes/{id} */
export async function showDispute(ctx: PagesContext, page: AdminRequest): Promise<Response> {
  const dispute = await ctx.administration.getDispute(page.admin, disputeId(page));
  const form = { decision: "", detail: "", errors: {} };
  return privatePage(<DisputePage frame={page.frame} dispute={dispute} form={form} />);
}

/** POST /admin/disputes/{id} */
export async function resolveDispute(
  ctx: PagesContext,
  page: AdminRequest,
  given: URLSearchParams,
): Promise<Response> {
  const id = disputeId(page);
  const form = {
    decision: given.get("decision") ?? "",
    detail: (given.get("detail") ?? "").replaceAll("\r\n", "\n"),
  };
  const missing = {
    ...(form.decision === "" ? { decision: "Choose who gets the money." } : {}),
    ...(form.detail.trim() === "" ? { detail: "Say why: both sides read it." } : {}),
  };
  if (Object.keys(missing).length > 0) return showAgain(missing);
  try {
    await ctx.administration.resolveDispute(page.admin, id, form);
  } catch (error) {
    return showAgain(formErrors(error));
  }
  return redirectTo(withNotice(`/admin/disputes/${id}`, "dispute_resolved"));

  async function showAgain(errors: Record<string, string>): Promise<Response> {
    const dispute = await ctx.administration.getDispute(page.admin, id);
    const { frame } = page;
    return privatePage(<DisputePage {...{ frame, dispute, form: { ...form, errors } }} />, {
      status: 400,
    });
  }
}

function disputeId(page: AdminRequest): string {
  return idOf(page, "purchase_not_found", "No purchase has this id.");
}

function AdministrationPage(props: {
  frame: Frame;
  wanted: PageWanted;
  page: PageOf<DisputeView>;
}): JSX.Element {
  const { frame, wanted, page } = props;
  return (
    <AccountLayout frame={frame} title="Administration">
      <section class="stack-s" aria-labelledby="find">
        <h2 id="find">Find and suspend</h2>
        <SearchForm q="" />
      </section>
      <section class="stack-m" aria-labelledby="disputes">
        <h2 id="disputes">Open disputes</h2>
        {page.total === 0 ? (
          <Empty
            title="No dispute is open"
            text="Disputes appear here, and every administrator is mailed about each."
          />
        ) : (
          <>
            <Table
              caption="Open disputes, the oldest first"
              columns={[
                "Dataset",
                "Reason",
                "Opened",
                "Decide before",
                { label: "Price", kind: "number" },
              ]}
              rows={page.items.map(disputeCells)}
            />
            <Pager url={frame.url} {...wanted} total={page.total} order="oldest" />
          </>
        )}
      </section>
    </AccountLayout>
  );
}

function disputeCells(dispute: DisputeView): JSX.Element[] {
  const { purchase_id, dataset_title, seller, disputed_at, decide_before } = dispute;
  return [
    <span class="lines">
      <a href={`/admin/disputes/${purchase_id}`}>
        <Foreign text={dataset_title} />
      </a>
      <span class="muted small">
        sold by <Foreign text={seller.agent_name} />
      </span>
    </span>,
    <span safe>{reasonWords(dispute.reason)}</span>,
    disputed_at === null ? "" : <Time at={disputed_at} day />,
    decide_before === null ? "" : <Time at={decide_before} day />,
    <Money cents={dispute.price_cents} currency={dispute.currency} />,
  ];
}
