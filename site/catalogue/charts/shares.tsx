export { formatShare as percent } from "../../kit/format.ts";

/** A bar filled to this share, full at 1. It is decorative, because the text is next to it. */
export function Bar({ share }: { share: number }): JSX.Element {
  const filled = Math.round(1000 * Math.min(1, Math.max(0, share))) / 10;
  return (
    <svg class="share" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
      <rect class="track" width="100" height="8" />
      <rect width={String(filled)} height="8" />
    </svg>
  );
}
