import type { CouponView } from "../../../market/coupon/schemas.ts";
import { moneyText } from "../../../market/pricing.ts";
import { PostButton } from "../../kit/fields.tsx";
import type { PageOf, PageWanted } from "../../kit/paging.ts";
import { Badge, Empty, Foreign, Time, type Tone } from "../../kit/parts.tsx";
import { Pager, Table } from "../../kit/table.tsx";
import { AccountLayout, type Frame } from "../frame.tsx";
import { paths } from "../paths.ts";
import type { PricedListing } from "../selling/priced-listings.ts";

const states: Record<CouponView["status"], { label: string; tone: Tone }> = {
  active: { label: "Active", tone: "good" },
  used_up: { label: "Used up", tone: "plain" },
  expired: { label: "Expired", tone: "plain" },
  revoked: { label: "Revoked", tone: "plain" },
};

export function CouponsPage(props: {
  frame: Frame;
  wanted: PageWanted;
  page: PageOf<CouponView>;
  listings: PricedListing[];
}): JSX.Element {
  const { frame, wanted, page, listings } = props;
  return (
    <AccountLayout
      frame={frame}
      title="Coupons"
      action={
        <a class="button primary" href={`${paths.coupons}/new`}>
          New coupon
        </a>
      }
      lead="Codes with which your buyers pay less. A use is given back if the order ends unpaid, or is refunded before a download."
    >
      {page.total === 0 ? (
        <Empty title="No coupons" text="Make one for a dataset on sale at a fixed price." />
      ) : (
        <>
          <Table
            caption="Coupons, latest first"
            columns={[
              "Code",
              "State",
              "Off",
              "For",
              "Uses",
              "Until",
              { label: "Actions", kind: "actions" },
            ]}
            rows={page.items.map((coupon) => cells(frame, coupon, listings))}
          />
          <Pager url={frame.url} {...wanted} total={page.total} />
        </>
      )}
    </AccountLayout>
  );
}

function cells(frame: Frame, coupon: CouponView, listings: PricedListing[]): JSX.Element[] {
  const { id, code, status, percent_off, amount_off_cents, dataset_ids } = coupon;
  const { label, tone } = states[status];
  const off =
    amount_off_cents === null ? `${percent_off}%` : moneyText(amount_off_cents, coupon.currency);
  const title = listings.find((one) => one.id === dataset_ids?.[0])?.title;
  return [
    <code safe>{code}</code>,
    <Badge tone={tone} label={label} />,
    <span safe>{off}</span>,
    dataset_ids === null ? (
      <span>All datasets</span>
    ) : dataset_ids.length === 1 && title !== undefined ? (
      <a href={`/datasets/${dataset_ids[0]}`}>
        <Foreign text={title} />
      </a>
    ) : (
      <span safe>{`${dataset_ids.length} named`}</span>
    ),
    <span
      safe
    >{`${coupon.use_count}${coupon.max_uses === null ? "" : ` of ${coupon.max_uses}`}`}</span>,
    coupon.expires_at === null ? <span class="muted">–</span> : <Time at={coupon.expires_at} day />,
    status === "revoked" ? (
      ""
    ) : (
      <PostButton
        action={`${paths.coupons}/${id}/revoke`}
        viewer={frame.viewer}
        label="Revoke"
        kind="plain"
      />
    ),
  ];
}
