/**
 * Gives `db/` the types that are derived here: the contents of its JSON columns, and event types.
 */

import type { AcceptanceResult } from "./acceptance/results.ts";
import type { AcceptanceTerms } from "./acceptance/schemas.ts";
import type { TwinColumn } from "./catalogue/twin/vocabulary.ts";
import type { EventType } from "./event/types.ts";
import type { AuctionBody, Plan, Trial } from "./listing/pricing/schemas.ts";
import type { MailPayload } from "./mail/templates.ts";
import type { ProfileCharts } from "./profile/charts.ts";
import type { ProfileAlert } from "./profile/column-schemas.ts";
import type { RowChanges, VersionChanges } from "./profile/drift/schemas.ts";
import type { JoinColumn } from "./profile/join/schemas.ts";
import type { Profile } from "./profile/schemas.ts";
import type { DatasetDocument, DatasetTable } from "./profile/table-schemas.ts";
import type { Evidence } from "./purchase/chargeback/schemas.ts";
import type { BundledFile } from "./purchase/waiting/rules.ts";

declare module "../db/stored.ts" {
  interface Stored {
    acceptanceResult: AcceptanceResult;
    acceptanceTerms: AcceptanceTerms;
    auctionTerms: AuctionBody;
    bundledFile: BundledFile;
    datasetDocument: DatasetDocument;
    datasetTable: DatasetTable;
    eventType: EventType;
    evidence: Evidence;
    joinColumn: JoinColumn;
    mailPayload: MailPayload;
    plan: Plan;
    profile: Profile;
    profileCharts: ProfileCharts;
    profileAlert: ProfileAlert;
    rowChanges: RowChanges;
    trial: Trial;
    twinColumn: TwinColumn;
    versionChanges: VersionChanges;
  }
}
