/** A draft as its seller previews it: the tabs' contents on one page, without public addresses. */
import type { Sample } from "../../../market/profile/schemas.ts";
import { DataTab } from "../rows/data-tab.tsx";
import { shownOf } from "../rows/handlers.tsx";
import { readRowsWish } from "../rows/read-wish.ts";
import { AboutTab } from "./about.tsx";
import { DatasetFrame, type FrameProps } from "./frame.tsx";
import { ProfileTab, type ProfileTabProps } from "./profile/profile-tab.tsx";

type DraftPageProps = Pick<ProfileTabProps, "dataset" | "profile" | "shown"> &
  Pick<FrameProps, "baseUrl" | "escrowDays" | "banner"> & {
    sample: Sample | null | "away";
    /** The description as HTML. */
    prose: string;
  };

export function DraftPage(props: DraftPageProps): JSX.Element {
  const { dataset, profile, sample, shown, prose, baseUrl, escrowDays, banner } = props;
  const table = undefined;
  const wish = readRowsWish(new URLSearchParams());
  return (
    <DatasetFrame {...{ dataset, tab: null, baseUrl, escrowDays, banner }}>
      <DataTab
        {...{ dataset, wish, profile }}
        columns={dataset.columns}
        shown={shownOf(sample, wish)}
        isWhole={false}
      />
      <ProfileTab {...{ dataset, profile, shown, table }} />
      <AboutTab {...{ dataset, prose }} />
    </DatasetFrame>
  );
}
