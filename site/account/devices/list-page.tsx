import type { SessionRow } from "../../../db/queries/accounts/sessions.ts";
import { PostButton } from "../../kit/fields.tsx";
import { Time } from "../../kit/parts.tsx";
import { Table } from "../../kit/table.tsx";
import { AccountLayout, type Frame } from "../frame.tsx";
import { paths } from "../paths.ts";

type DevicesProps = { frame: Frame; devices: SessionRow[]; sessionId: string };

export function DevicesPage({ frame, devices, sessionId }: DevicesProps): JSX.Element {
  const others = devices.filter(({ id }) => id !== sessionId);
  return (
    <AccountLayout
      frame={frame}
      title="Sessions"
      lead="The browsers in which you are signed in. If you sign one out, it loses access at once."
      action={
        others.length === 0 ? undefined : (
          <PostButton
            action={`${paths.devices}/others/sign-out`}
            viewer={frame.viewer}
            label="Sign out all other sessions"
          />
        )
      }
    >
      <Table
        caption="Sessions, last seen first"
        columns={["Browser", "Signed in", "Last seen", { label: "Actions", kind: "actions" }]}
        rows={devices.map((device) => deviceCells(frame, device, sessionId))}
      />
    </AccountLayout>
  );
}

function deviceCells(frame: Frame, device: SessionRow, sessionId: string): JSX.Element[] {
  const { id, createdAt, lastSeenAt } = device;
  return [
    <span class="lines">
      <span safe>{device.device}</span>
      {id === sessionId && <span class="muted small">This browser</span>}
    </span>,
    <Time at={createdAt.toISOString()} />,
    <Time at={lastSeenAt.toISOString()} />,
    id === sessionId ? (
      ""
    ) : (
      <PostButton
        action={`${paths.devices}/${id}/sign-out`}
        viewer={frame.viewer}
        label="Sign out"
        about={`${device.device}, signed in ${createdAt.toISOString()}`}
      />
    ),
  ];
}
