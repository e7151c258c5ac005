/** People who report, decide, appeal and leave, for the load of `lock-order.slow.ts`. */
import { isNull } from "drizzle-orm";
import type { SubjectKey } from "../../../db/queries/reports/subjects.ts";
import { reportDecisions, reports } from "../../../db/schema/index.ts";
import type { AccountActor, AdminActor, OwnerActor } from "../../../db/vocabulary/actor.ts";
import type { ReportedKind } from "../../../db/vocabulary/report.ts";
import { suspendAccount } from "../../../market/administration/suspend-account.ts";
import { suspendAgent } from "../../../market/administration/suspend-agent.ts";
import { suspendListing } from "../../../market/administration/suspend-listing.ts";
import { closeAccount } from "../../../market/leaving/close-account.ts";
import { deleteAgent } from "../../../market/leaving/delete-agent.ts";
import { appealDecision } from "../../../market/report/appeal-decision.ts";
import { decideAppeal } from "../../../market/report/decide-appeal.ts";
import { decideReports } from "../../../market/report/decide-reports.ts";
import { makeReport } from "../../../market/report/make-report.ts";
import type { TestApi } from "../../support/api.ts";
import { newAuction } from "../../support/auctions.ts";
import { offer } from "../../support/money.ts";
import { newDraft, newKey, newOwner, newSellerAgent } from "../../support/operators.ts";

type Act = () => Promise<unknown>;

/**
 * Provided by the load test: the participants, a random choice, and other operations on a dataset.
 */
export type Storm = {
  api: TestApi;
  admin: AdminActor;
  pick<T>(items: readonly T[]): T;
  note(error: unknown): void;
  offers: readonly string[];
  /** Something of any kind that can be reported. */
  reportable(): Promise<SubjectKey>;
  reporter(): AccountActor;
  seller(): OwnerActor;
  use(given: { offered: string; auction: string }): Act[];
};

const report = { reason: "other", detail: "It is another's." } as const;
const aReport = (id: string, kind: ReportedKind = "dataset") => ({ kind, id, ...report });
const statement = "Under inspection.";

/** Decides about the listing of a random open report, counting all its open reports. */
async function decideOne({ api, admin, pick }: Storm): Promise<void> {
  const isOpen = isNull(reports.decisionId);
  const open = await api.db.select().from(reports).where(isOpen);
  const row = pick(open);
  const seen = open.filter((one) => one.subjectId === row.subjectId).length;
  const wish = pick(["dismiss", "suspend"] as const);
  const { kind, subjectId: id } = row;
  const parts = kind === "seller" ? [pick(["name", "text", "logo"] as const)] : [];
  await decideReports(api.ctx, admin, { kind, id }, { wish, statement, seen, parts });
}

export function reportingActs(storm: Storm): Act[] {
  const { api, admin, pick } = storm;
  const some = async () => pick(await api.db.select().from(reportDecisions));
  return [
    async () => makeReport(api.ctx, storm.reporter(), { ...(await storm.reportable()), ...report }),
    () => decideOne(storm),
    async () => appealDecision(api.ctx, storm.seller(), (await some()).id, { text: "It is ours." }),
    async () => {
      const outcome = pick(["upheld", "rejected"] as const);
      await decideAppeal(api.ctx, admin, (await some()).id, { outcome, statement });
    },
    () => leave(storm),
  ];
}

/** Closes an account with everything that a closing ends, while others use, report and stop it. */
async function leave(storm: Storm): Promise<void> {
  const { api, admin, pick, note } = storm;
  const owner = await newOwner(api);
  const agentId = await newSellerAgent(api, owner);
  const [offered, auction] = await Promise.all([
    offer(api, { agentId }),
    newAuction(api, { agentId }),
    newDraft(api, agentId),
    newKey(api, owner),
  ]);
  await makeReport(api.ctx, owner, aReport(pick(storm.offers))).catch(note);
  const uses: Act[] = [
    ...storm.use({ offered, auction }),
    () => makeReport(api.ctx, storm.reporter(), aReport(offered)),
    () => makeReport(api.ctx, storm.reporter(), aReport(agentId, "seller")),
    () => makeReport(api.ctx, owner, aReport(pick(storm.offers))),
    () => decideOne(storm),
    () => suspendListing(api.ctx, admin, offered, { reason: statement }),
    () => suspendAgent(api.ctx, admin, agentId, { reason: statement }),
    () => suspendAccount(api.ctx, admin, owner.accountId, { reason: statement }),
    () => deleteAgent(api.ctx, owner, agentId),
  ];
  // Only some take part each time: whoever buys or bids first prevents the closing.
  const using = uses.filter(() => Math.random() < 0.2).map((use) => use().catch(note));
  await closeAccount(api.ctx, owner, { confirmation: owner.email }).catch(note);
  await Promise.all(using);
}
