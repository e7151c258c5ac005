import { clientDoors } from "../../market/discovery/connect/client-doors.ts";
import { type AddressConfig, addressesOf } from "../../market/service.ts";
import { publicPage } from "../kit/respond.ts";
import { ConnectPage } from "./connect-page.tsx";

/** GET /connect */
export function showConnect({ config }: { config: AddressConfig }): Promise<Response> {
  const addresses = addressesOf(config);
  const html = <ConnectPage {...addresses} doors={clientDoors(addresses)} />;
  return publicPage(html);
}
