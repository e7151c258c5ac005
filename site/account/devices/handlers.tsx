import { idOf } from "../../kit/ids.ts";
import { withNotice } from "../../kit/notices.ts";
import { privatePage, redirectTo } from "../../kit/respond.ts";
import type { AccountContext } from "../context.ts";
import type { AccountRequest } from "../handle.tsx";
import { paths } from "../paths.ts";
import { DevicesPage } from "./list-page.tsx";

/** GET /account/devices */
export async function showDevices(
  ctx: AccountContext,
  { owner, frame, sessionId }: AccountRequest,
): Promise<Response> {
  const devices = await ctx.account.listDevices(owner);
  return privatePage(<DevicesPage {...{ frame, devices, sessionId }} />);
}

/** POST /account/devices/{id}/sign-out */
export async function signOutDevice(ctx: AccountContext, page: AccountRequest): Promise<Response> {
  const id = idOf(page, "route_not_found", "You have no such device.");
  await ctx.account.signOutDevice(page.owner, id);
  return redirectTo(withNotice(paths.devices, "device_signed_out"));
}

/** POST /account/devices/others/sign-out */
export async function signOutOthers(
  ctx: AccountContext,
  { owner, sessionId }: AccountRequest,
): Promise<Response> {
  await ctx.account.signOutOthers(owner, sessionId);
  return redirectTo(withNotice(paths.devices, "others_signed_out"));
}
