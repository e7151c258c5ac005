import { counted } from "../../../market/counted.ts";
import type { ReportedReview } from "../../../market/review/read.ts";
import { AccountLayout, type Frame } from "../../account/frame.tsx";
import type { PageOf, PageWanted } from "../../kit/paging.ts";
import { Empty, Foreign, Time } from "../../kit/parts.tsx";
import { Pager, Table } from "../../kit/table.tsx";
import { up } from "../subjects/standing.tsx";

export function ReportedReviewsPage(props: {
  frame: Frame;
  wanted: PageWanted;
  page: PageOf<ReportedReview>;
}): JSX.Element {
  const { frame, wanted, page } = props;
  return (
    <AccountLayout
      frame={frame}
      title="Reported reviews"
      lead="Reported reviews and sellers' answers, longest waiting first. You can restore removed ones."
      up={up}
    >
      {page.total === 0 ? (
        <Empty title="None" text="No report about a review needs a decision." />
      ) : (
        <>
          <Table
            caption="Reported reviews, longest waiting first"
            columns={["Dataset", "Reports", "Since"]}
            rows={page.items.map(cells)}
          />
          <Pager url={frame.url} {...wanted} total={page.total} />
        </>
      )}
    </AccountLayout>
  );
}

function cells({ review, title, reports }: ReportedReview): JSX.Element[] {
  const reasons = [...new Set(reports.map(({ reason }) => reason.replaceAll("_", " ")))];
  return [
    <a href={`/admin/reviews/${review.id}`}>
      <Foreign text={title} />
    </a>,
    <span safe>{`${counted(reports.length, "report")}: ${reasons.join(", ")}`}</span>,
    <Time at={reports[0]?.createdAt ?? review.postedAt} />,
  ];
}
