import { Icon } from "../../kit/icons.tsx";

/** For the owner of something that an administrator hides. */
export function HiddenNote({ what }: { what: string }): JSX.Element {
  return (
    <div class="notice bad">
      <Icon name="warning" />
      <p>
        <span safe>{`An administrator hides ${what}. `}</span>
        <a href="/account/reports?of=own">Read why, and what you can do</a>
      </p>
    </div>
  );
}
