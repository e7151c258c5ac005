/** Pending tasks about the marketplace's money, for the administration's first page. */

import type { MoneyTasks } from "../../../market/administration/read-chargebacks.ts";
import { counted } from "../../../market/counted.ts";
import { EVIDENCE_REMINDER_DAYS } from "../../../market/limits.ts";

type Task = { href: string; text: string };

export function MoneyTasksSection({ tasks }: { tasks: MoneyTasks }): JSX.Element {
  const open = openTasks(tasks);
  return (
    <section class="stack-s" aria-labelledby="money">
      <h2 id="money">Refunds and chargebacks</h2>
      {open.length > 0 && (
        <ul>
          {open.map(({ href, text }) => (
            <li>
              <a href={href} safe>
                {text}
              </a>
            </li>
          ))}
        </ul>
      )}
      <div class="actions">
        <a class="button plain" href="/admin/refunds">
          Refunds
        </a>
        <a class="button plain" href="/admin/chargebacks">
          Chargebacks
        </a>
      </div>
    </section>
  );
}

function openTasks({ failedRefunds, dueChargebacks, owedChargebacks }: MoneyTasks): Task[] {
  const tasks: (Task | false)[] = [
    dueChargebacks > 0 && {
      href: "/admin/chargebacks?status=open",
      text: `${counted(dueChargebacks, "chargeback needs", "chargebacks need")} an answer within ${EVIDENCE_REMINDER_DAYS} days`,
    },
    failedRefunds > 0 && {
      href: "/admin/refunds?status=failed",
      text: `${counted(failedRefunds, "refund has", "refunds have")} failed`,
    },
    owedChargebacks > 0 && {
      href: "/admin/chargebacks?status=owed",
      text: `${counted(owedChargebacks, "lost chargeback has", "lost chargebacks have")} left a debt`,
    },
  ];
  return tasks.filter((task) => task !== false);
}
