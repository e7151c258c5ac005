import type {
  DisputeDetailView,
  DisputeView,
  SubjectView,
} from "../../market/administration/schemas.ts";
import type { AdminActor } from "../../market/context.ts";
import type { PageOf, PageWanted } from "../account/context.ts";

/** What can be suspended. */
export const suspendableKinds = ["account", "agent", "listing"] as const;
export type SuspendableKind = (typeof suspendableKinds)[number];

/** What the administration's pages are given; only who is one has an {@link AdminActor}. */
export type AdministrationPages = {
  /** Those that wait for a decision, the oldest first. */
  listDisputes(admin: AdminActor, wanted: PageWanted): Promise<PageOf<DisputeView>>;
  getDispute(admin: AdminActor, purchaseId: string): Promise<DisputeDetailView>;
  resolveDispute(
    admin: AdminActor,
    purchaseId: string,
    form: { decision: string; detail: string },
  ): Promise<unknown>;
  findSubjects(admin: AdminActor, q: string): Promise<SubjectView[]>;
  getSubject(admin: AdminActor, kind: SuspendableKind, id: string): Promise<SubjectView>;
  suspend(
    admin: AdminActor,
    kind: SuspendableKind,
    id: string,
    form: { reason: string },
  ): Promise<unknown>;
  restore(admin: AdminActor, kind: SuspendableKind, id: string): Promise<unknown>;
};
