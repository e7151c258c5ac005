/**
 * The program that asks for consent: first its verified host, then the name that it gives itself.
 */
import type { AuthorizationRequest } from "../../market/connection/authorization-port.ts";
import {
  clientNameWarning,
  isEncodedHost,
  isOwnDevice,
  shownClientName,
} from "../../market/connection/rules.ts";
import { Icon } from "../kit/icons.tsx";
import { Badge, Facts, Foreign } from "../kit/parts.tsx";

export function ClientCard({ asked }: { asked: AuthorizationRequest }): JSX.Element {
  const { clientHost, clientName, redirectHost, isRegisteredDynamically } = asked;
  const leadsElsewhere = redirectHost !== clientHost;
  return (
    <section class="card stack-m" aria-label="The program that asks">
      <div class="agent-head">
        <h2 class="agent-name">
          <bdi safe>{clientHost}</bdi>
        </h2>
        {isRegisteredDynamically && <Badge tone="warn" label="Unverified" />}
      </div>
      <Facts
        facts={[
          ["Calls itself", <Foreign text={`“${shownClientName(clientName, clientHost)}”`} />],
          ["Sends you back to", <bdi safe>{redirectHost}</bdi>],
        ]}
      />
      {warningsOf(asked, leadsElsewhere).map((warning) => (
        <div class="notice">
          <Icon name="warning" />
          <p safe>{warning}</p>
        </div>
      ))}
    </section>
  );
}

function warningsOf(asked: AuthorizationRequest, leadsElsewhere: boolean): string[] {
  const { clientHost, clientName, redirectHost, isRegisteredDynamically } = asked;
  const isHere = isOwnDevice(clientHost);
  const warnings: (string | null | false)[] = [
    isRegisteredDynamically &&
      (isHere
        ? "Nobody has checked this name: any program on this computer can use it. Continue only if you have just started the program yourself."
        : "Nobody has checked this name: the program registered itself. Continue only if you know the host above."),
    clientNameWarning(clientName),
    isEncodedHost(clientHost) &&
      "The host has letters from another alphabet. It is shown in its encoded form and may look like a different host in your browser.",
    leadsElsewhere &&
      !isOwnDevice(redirectHost) &&
      "It sends you back to a different host than its own.",
  ];
  return warnings.filter((warning) => typeof warning === "string");
}
