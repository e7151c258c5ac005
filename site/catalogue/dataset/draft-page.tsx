/** A draft as its seller previews it: the tabs' contents on one page, without public addresses. */
import { AboutTab } from "./about.tsx";
import { DatasetFrame, type FrameProps } from "./frame.tsx";
import { ProfileTab } from "./profile/profile-tab.tsx";
import { SampleCard, type SampleCardProps } from "./sample-card.tsx";

export type DraftPageProps = Pick<SampleCardProps, "dataset" | "profile" | "sample" | "shown"> &
  Pick<FrameProps, "baseUrl" | "escrowDays" | "banner"> & {
    /** The description as HTML. */
    prose: string;
  };

export function DraftPage(props: DraftPageProps): JSX.Element {
  const { dataset, profile, sample, shown, prose, baseUrl, escrowDays, banner } = props;
  const table = undefined;
  return (
    <DatasetFrame {...{ dataset, tab: null, baseUrl, escrowDays, banner }}>
      <SampleCard {...{ dataset, profile, sample, shown, table }} words="" />
      <ProfileTab {...{ dataset, profile, shown, table }} />
      <AboutTab {...{ dataset, prose }} />
    </DatasetFrame>
  );
}
