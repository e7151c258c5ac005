/** The frame of a dataset's pages: head, tabs and, next to them, the price. */
import type { PropsWithChildren } from "@kitajs/html";
import type { DatasetDetail } from "../../../market/catalogue/schemas.ts";
import { counted } from "../../../market/counted.ts";
import { periodText } from "../../../market/facts/shown-time.ts";
import { formatByteSize } from "../../../market/format.ts";
import type { RelatedDatasets } from "../../../market/search/joinable/list-related.ts";
import { categories } from "../../../market/vocabulary.ts";
import { isAuctionLive } from "../../buy/auction-figures.tsx";
import { Icon, type IconName } from "../../kit/icons.tsx";
import { Layout, type Viewer } from "../../kit/layout.tsx";
import { Badge, Foreign, Time } from "../../kit/parts.tsx";
import { Script } from "../../scripts/script.tsx";
import { SellerLogo } from "../../sellers/seller-logo.tsx";
import { FollowForm } from "../follow-form.tsx";
import { PageHead } from "./page-head.tsx";
import { BottomBar, Rail } from "./rail.tsx";
import { type TabId, Tabs, tabPath } from "./tabs.tsx";

export type FrameProps = {
  dataset: DatasetDetail;
  /** Null: a draft's preview, which is one page without tabs. */
  tab: TabId | null;
  table?: string | undefined;
  baseUrl: string;
  escrowDays: number;
  /** A preview has none. */
  related?: RelatedDatasets;
  /** Shown above everything else: the notice for a seller who previews a draft. */
  banner?: JSX.Element;
  /** Names a page that is no tab's own, such as a query's result. */
  title?: string;
  /** Who is signed in, on a page that depends on it. */
  viewer?: Viewer | undefined;
};

export function DatasetFrame(props: PropsWithChildren<FrameProps>): JSX.Element {
  const { dataset, tab, baseUrl, escrowDays, related } = props;
  const head = (
    <>
      <PageHead {...{ dataset, baseUrl, tab }} />
      {isAuctionLive(dataset.auction) && tab !== null && <Script name="auction.js" />}
    </>
  );
  const title = props.title === undefined ? dataset.title : `${props.title}, ${dataset.title}`;
  return (
    <Layout
      title={title}
      description={dataset.description.slice(0, 200)}
      kind="catalogue"
      head={head}
      {...(props.viewer === undefined
        ? {}
        : { viewer: props.viewer, returnTo: tabPath(dataset.id, "data") })}
    >
      {props.banner ?? ""}
      <Heading dataset={dataset} isPublic={tab !== null} />
      {tab !== null && <Tabs {...{ dataset, table: props.table }} current={tab} />}
      <div class="studio">
        <div class="stack tab">{props.children}</div>
        <Rail {...{ dataset, escrowDays, related }} />
      </div>
      {tab !== null && <BottomBar dataset={dataset} />}
    </Layout>
  );
}

type HeadingProps = { dataset: DatasetDetail; isPublic: boolean };

function Heading({ dataset, isPublic }: HeadingProps): JSX.Element {
  const { id, category, title, seller, tags, license_id: license, quality_score: score } = dataset;
  const name = categories.find((one) => one.id === category)?.name ?? category;
  return (
    <div class="dataset-head">
      <div class="stack-s">
        <nav class="crumbs" aria-label="Where this is">
          <a href="/datasets">Datasets</a>
          {" / "}
          <a href={`/datasets?category=${category}`} safe>
            {name}
          </a>
        </nav>
        <h1>
          <Foreign text={title} />
        </h1>
        <div class="row">
          <span class="by-seller">
            <SellerLogo id={seller.id} size="small" />
            {"by "}
            <a href={`/sellers/${seller.id}`}>
              <Foreign text={seller.name} />
            </a>
          </span>
          {seller.identity_checked && <Badge tone="good" label="Identity verified" />}
          {license !== null && <Badge tone="accent" label={license} />}
          <ul class="tags" aria-label="Tags">
            {tags.map((tag) => (
              <li>
                <a href={`/datasets?tags=${encodeURIComponent(tag)}`} safe>
                  {tag}
                </a>
              </li>
            ))}
          </ul>
        </div>
        <HeadFacts dataset={dataset} />
        {isPublic && (
          <div class="row">
            <FollowForm target="dataset" id={id} followers={dataset.followers} />
            <a
              class="button plain small-button"
              rel="nofollow"
              href={`/account/collections/save/${id}`}
            >
              Save to collection
            </a>
          </div>
        )}
      </div>
      {score !== null && <Score href={tabPath(id, "profile")} score={score} />}
    </div>
  );
}

function HeadFacts({ dataset }: { dataset: DatasetDetail }): JSX.Element {
  const { row_count: rows, column_count: columns, byte_size: bytes, format } = dataset;
  const { compression, has_personal_data: personal, version } = dataset;
  const period = periodText(dataset);
  const file = compression === null ? format : `${format ?? "file"}, ${compression}`;
  const size = bytes === null ? null : formatByteSize(bytes);
  const facts: [IconName, string | null][] = [
    ["rows", rows === null ? null : counted(rows, "row")],
    ["table", columns === null ? null : counted(columns, "column")],
    ["file", [file, size].filter((one) => one !== null).join(", ")],
    ["calendar", period],
    [
      "shield",
      personal === null ? null : personal ? "Personal data found" : "No personal data found",
    ],
  ];
  return (
    <ul class="facts">
      {facts.map(
        ([icon, text]) =>
          text !== null &&
          text !== "" && (
            <li>
              <Icon name={icon} />
              <span safe>{text}</span>
            </li>
          ),
      )}
      <li>
        <Icon name="clock" />
        <span>
          {`Version ${version}, `}
          <Time at={dataset.version_published_at} day />
        </span>
      </li>
    </ul>
  );
}

/** The circumference of a circle with the radius 19. */
const circle = 2 * Math.PI * 19;

function Score({ href, score }: { href: string; score: number }): JSX.Element {
  const hundredths = Math.round(score * 100);
  const arc = ((circle * hundredths) / 100).toFixed(1);
  return (
    <a class="score" href={href}>
      <svg class="dial" viewBox="0 0 44 44" width="44" height="44" aria-hidden="true">
        <circle class="dial-track" cx="22" cy="22" r="19" />
        <circle
          class="dial-arc"
          cx="22"
          cy="22"
          r="19"
          stroke-dasharray={`${arc} ${circle.toFixed(1)}`}
          transform="rotate(-90 22 22)"
        />
        <text x="22" y="26.5" text-anchor="middle">
          {hundredths}
        </text>
      </svg>
      <span>
        <strong>Quality {hundredths} of 100</strong>
        <br />
        <span class="small muted">Computed from every row</span>
      </span>
    </a>
  );
}
