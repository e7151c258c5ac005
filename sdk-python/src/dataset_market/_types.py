"""Written by `bun run docs` from market/*/contract.ts."""
from typing import Any, Dict, List, Literal, NotRequired, TypedDict, Union

DataRequestAnswer = TypedDict("DataRequestAnswer", {
    "id": str,
    "status": Literal["pending", "accepted", "rejected", "withdrawn", "removed", "gone"],
    "request": "DataRequestAnswerRequest",
    "dataset": Union["DataRequestAnswerDataset", None],
    "seller": "ShownSeller",
    "note": Union["UntrustedText", None],
    "delivery": Union["BountyDelivery", None],
    "removed_reason": Union[str, None],
    "created_at": str,
    "decided_at": Union[str, None],
    "links": "Links",
})

DataRequestAnswerRequest = TypedDict("DataRequestAnswerRequest", {
    "id": str,
    "title": str,
    "status": Literal["open", "fulfilled", "closed", "expired", "removed"],
})

DataRequestAnswerDataset = TypedDict("DataRequestAnswerDataset", {
    "id": str,
    "title": str,
    "price_cents": int,
    "currency": str,
    "pricing_type": Literal["buy_it_now", "auction", "hybrid"],
    "offers": "Offers",
})

Offers = TypedDict("Offers", {
    "is_free": bool,
    "pay_now_cents": Union[int, None],
    "buy_now_cents": Union[int, None],
    "next_bid_cents": Union[int, None],
    "text": str,
})

ShownSeller = TypedDict("ShownSeller", {
    "id": str,
    "name": str,
    "verified": bool,
    "identity_checked": bool,
})

UntrustedText = TypedDict("UntrustedText", {
    "content": str,
    "content_type": Literal["text/plain"],
    "untrusted": Literal[True],
})

BountyDelivery = TypedDict("BountyDelivery", {
    "status": Literal["pending", "passed", "failed", "undecided", "won", "lost"],
    "price_cents": int,
    "version": int,
    "results": List["AcceptanceResult"],
    "detail": Union[str, None],
    "evaluated_at": Union[str, None],
    "purchase_id": Union[str, None],
})

AcceptanceResult = TypedDict("AcceptanceResult", {
    "pointer": str,
    "title": str,
    "expected": str,
    "figure": Union[float, str, bool, None],
    "passed": Union[bool, None],
    "query": Union[str, None],
    "detail": Union[str, None],
    "is_probe": bool,
})

Links = Dict[str, Any]

Purchase = TypedDict("Purchase", {
    "id": str,
    "status": Literal["payment_pending", "in_escrow", "disputed", "released", "refunded", "payment_failed", "cancelled", "expired"],
    "dataset_id": str,
    "dataset_title": str,
    "dataset_license": Union[str, None],
    "dataset_version": int,
    "price_cents": int,
    "currency": str,
    "sha256": Union[str, None],
    "byte_size": Union[int, None],
    "format": Union[str, None],
    "created_at": str,
    "paid_at": Union[str, None],
    "cancelled_at": Union[str, None],
    "release_due_at": Union[str, None],
    "released_at": Union[str, None],
    "release_cause": Union[Literal["buyer_confirmed", "escrow_ended", "dispute_resolved", "acceptance_passed"], None],
    "disputed_at": Union[str, None],
    "dispute": Union["PurchaseDispute", None],
    "refunded_at": Union[str, None],
    "refund_cause": Union[Literal["file_missing", "file_changed", "dispute_resolved", "dispute_timed_out", "charged_back", "refunded_at_provider", "charged_late", "no_update", "trial_cancelled", "acceptance_failed"], None],
    "refund_paid_at": Union[str, None],
    "refund_failed_at": Union[str, None],
    "chargeback": Union[Literal["open", "won", "lost"], None],
    "acceptance": Union[Literal["pending", "passed", "failed", "undecided"], None],
    "subscription": Union["PurchaseSubscription", None],
    "private_offer_id": Union[str, None],
    "coupon_id": Union[str, None],
    "trial": Union["PurchaseTrial", None],
    "credit": Union["PurchaseCredit", None],
    "bundle_purchase_id": Union[str, None],
    "newer_version": Union["PurchaseNewerVersion", None],
    "next_action": Union["NextAction", None],
    "failure": Union["PurchaseFailure", None],
    "metadata": "PurchaseMetadata",
    "capabilities": "PurchaseCapabilities",
    "links": "Links",
})

PurchaseDispute = TypedDict("PurchaseDispute", {
    "reason": Literal["file_unusable", "not_as_described", "not_licensed", "other", "chargeback", "acceptance_undecided"],
    "detail": Union[str, None],
    "opened_at": str,
    "resolved_at": Union[str, None],
    "resolution": Union[Literal["released", "refunded"], None],
    "resolution_detail": Union[str, None],
})

PurchaseSubscription = TypedDict("PurchaseSubscription", {
    "id": str,
    "period": int,
    "starts_at": str,
    "ends_at": str,
    "delivered_version": Union[int, None],
})

PurchaseTrial = TypedDict("PurchaseTrial", {
    "rows": int,
    "credit_until": Union[str, None],
    "credited_to": Union[str, None],
})

PurchaseCredit = TypedDict("PurchaseCredit", {
    "purchase_id": str,
    "cents": int,
})

PurchaseNewerVersion = TypedDict("PurchaseNewerVersion", {
    "version": int,
    "changes": Union["PurchaseNewerVersionChanges", None],
})

PurchaseNewerVersionChanges = TypedDict("PurchaseNewerVersionChanges", {
    "from_version": int,
    "sentences": List[str],
    "rows_added": Union[int, None],
    "rows_removed": Union[int, None],
})

PurchaseFailure = TypedDict("PurchaseFailure", {
    "code": str,
    "decline_code": Union[str, None],
    "detail": Union[str, None],
})

PurchaseMetadata = TypedDict("PurchaseMetadata", {
    "api_key_id": str,
    "api_key_name": str,
    "payment_method": "PurchaseMetadataPaymentMethod",
})

PurchaseMetadataPaymentMethod = TypedDict("PurchaseMetadataPaymentMethod", {
    "brand": str,
    "last4": str,
})

PurchaseCapabilities = TypedDict("PurchaseCapabilities", {
    "download": bool,
    "confirm": bool,
    "dispute": bool,
    "cancel": bool,
})

NextAction = TypedDict("NextAction", {
    "type": Literal["confirm_with_bank"],
    "url": str,
    "expires_at": str,
})

PrivateOfferDetail = TypedDict("PrivateOfferDetail", {
    "id": str,
    "dataset": "OfferedDataset",
    "your_role": Literal["buyer", "seller"],
    "buyer": "PrivateOfferDetailBuyer",
    "seller": "PrivateOfferDetailSeller",
    "status": Literal["open", "accepted", "declined", "withdrawn", "expired", "used"],
    "possible_moves": List[Literal["offer", "counter", "accept", "decline", "withdraw"]],
    "price_cents": int,
    "currency": str,
    "expires_at": str,
    "note": Union["UntrustedText", None],
    "move_count": int,
    "purchase_id": Union[str, None],
    "created_at": str,
    "updated_at": str,
    "links": "Links",
    "moves": List["PrivateOfferMove"],
})

PrivateOfferDetailBuyer = TypedDict("PrivateOfferDetailBuyer", {
    "name": str,
})

PrivateOfferDetailSeller = TypedDict("PrivateOfferDetailSeller", {
    "id": str,
    "name": str,
})

OfferedDataset = TypedDict("OfferedDataset", {
    "id": str,
    "title": str,
    "status": Literal["draft", "active", "sold", "withdrawn", "suspended"],
    "price_cents": int,
})

PrivateOfferMove = TypedDict("PrivateOfferMove", {
    "position": int,
    "from": Literal["buyer", "seller"],
    "is_yours": bool,
    "move": Literal["offer", "counter", "accept", "decline", "withdraw"],
    "price_cents": int,
    "expires_at": str,
    "note": Union["UntrustedText", None],
    "created_at": str,
})

Dispute = TypedDict("Dispute", {
    "purchase_id": str,
    "dataset_id": str,
    "status": str,
    "reason": str,
    "opened_at": str,
    "resolved_at": Union[str, None],
    "resolution": Union[Literal["released", "refunded"], None],
    "resolution_detail": Union[str, None],
    "statements": List["DisputeStatement"],
    "answers_left": int,
})

DisputeStatement = TypedDict("DisputeStatement", {
    "from": Literal["buyer", "seller"],
    "text": str,
    "written_at": str,
    "attachments": List["DisputeAttachment"],
})

DisputeAttachment = TypedDict("DisputeAttachment", {
    "id": str,
    "name": str,
    "media_type": str,
    "byte_size": int,
    "sha256": str,
    "download_url": str,
    "expires_in": int,
})

OwnReview = TypedDict("OwnReview", {
    "id": str,
    "dataset_id": str,
    "dataset_version": int,
    "stars": int,
    "body": Union["UntrustedText", None],
    "posted_at": str,
    "edited_at": Union[str, None],
    "wordings": int,
    "answer": Union["OwnReviewAnswer", None],
    "your_role": Literal["author", "seller"],
    "dataset": "ListingReference",
    "is_shown": bool,
    "hidden_because": Union[Literal["withdrawn", "removed", "charged_back", "author_suspended"], None],
    "removed_reason": Union[str, None],
    "answer_removed_reason": Union[str, None],
    "links": "OwnReviewLinks",
})

OwnReviewAnswer = TypedDict("OwnReviewAnswer", {
    "body": "UntrustedText",
    "answered_at": str,
    "edited_at": Union[str, None],
    "is_older_than_review": bool,
})

OwnReviewLinks = TypedDict("OwnReviewLinks", {
    "reviews": str,
})

ListingReference = TypedDict("ListingReference", {
    "id": str,
    "title": str,
    "status": Literal["draft", "active", "sold", "withdrawn", "suspended"],
})

WaitingPurchase = TypedDict("WaitingPurchase", {
    "id": str,
    "status": Literal["waiting", "approved", "refused", "cancelled", "superseded", "expired"],
    "next_action": str,
    "dataset_id": Union[str, None],
    "dataset_title": str,
    "dataset_version": Union[int, None],
    "dataset_license": Union[str, None],
    "plan": Union[Literal["month", "year"], None],
    "bundle_id": Union[str, None],
    "datasets": List["WaitingPurchaseDatasetsItem"],
    "price_cents": int,
    "currency": str,
    "sha256": Union[str, None],
    "byte_size": Union[int, None],
    "format": Union[str, None],
    "created_at": str,
    "expires_at": str,
    "ended_at": Union[str, None],
    "purchase_id": Union[str, None],
    "bundle_purchase_id": Union[str, None],
    "metadata": "WaitingPurchaseMetadata",
    "links": "Links",
})

WaitingPurchaseDatasetsItem = TypedDict("WaitingPurchaseDatasetsItem", {
    "dataset_id": str,
    "dataset_title": str,
    "dataset_version": Union[int, None],
    "dataset_license": Union[str, None],
})

WaitingPurchaseMetadata = TypedDict("WaitingPurchaseMetadata", {
    "api_key_id": str,
    "api_key_name": str,
    "payment_method": "WaitingPurchaseMetadataPaymentMethod",
})

WaitingPurchaseMetadataPaymentMethod = TypedDict("WaitingPurchaseMetadataPaymentMethod", {
    "id": str,
    "brand": str,
    "last4": str,
})

BoughtBundle = TypedDict("BoughtBundle", {
    "id": str,
    "status": Literal["payment_pending", "paid", "payment_failed", "cancelled", "expired", "refunded"],
    "bundle_id": str,
    "price_cents": int,
    "currency": str,
    "purchases": List["BoughtBundlePurchasesItem"],
    "next_action": Union["NextAction", None],
    "links": "Links",
})

BoughtBundlePurchasesItem = TypedDict("BoughtBundlePurchasesItem", {
    "id": str,
    "dataset_id": str,
    "price_cents": int,
})

Import = TypedDict("Import", {
    "id": str,
    "listing_id": str,
    "from": str,
    "kind": Literal["file", "croissant"],
    "state": Literal["waiting", "running", "done", "failed", "cancelled"],
    "bytes_done": int,
    "bytes_total": Union[int, None],
    "files_done": int,
    "files_total": Union[int, None],
    "failures": int,
    "next_attempt_at": Union[str, None],
    "problem": Union["ImportProblem", None],
    "created_at": str,
    "ended_at": Union[str, None],
})

ImportProblem = TypedDict("ImportProblem", {
    "code": str,
    "detail": str,
})

Listing = TypedDict("Listing", {
    "id": str,
    "status": Literal["draft", "active", "sold", "withdrawn", "suspended"],
    "title": str,
    "description": str,
    "category": Literal["geographic", "pricing", "sensor", "images", "text", "financial", "scientific", "social", "retail", "other"],
    "tags": List[str],
    "license": Union[str, None],
    "pricing_type": Literal["buy_it_now", "auction", "hybrid"],
    "price_cents": int,
    "offers": "Offers",
    "auction": Union["AuctionTerms", None],
    "plans": List["Plan"],
    "trial": Union["Trial", None],
    "fee_bps": int,
    "seller_receives_cents": Union[int, None],
    "start_price_receives_cents": Union[int, None],
    "reserve_price_receives_cents": Union[int, None],
    "seller_receives": str,
    "source_url": Union[str, None],
    "citation": Union[str, None],
    "collection_method": Union[str, None],
    "update_frequency": Union[Literal["continuous", "hourly", "daily", "weekly", "monthly", "quarterly", "yearly", "irregular", "never"], None],
    "license_url": Union[str, None],
    "column_descriptions": NotRequired[Union[Dict[str, Any], None]],
    "contract": NotRequired[Union["Contract", None]],
    "distributions": Literal["full", "coarse"],
    "currency": str,
    "schema": "ListingSchema",
    "full_data_path": Union[str, None],
    "sample_file_path": Union[str, None],
    "data_profile": "ListingDataProfile",
    "suspension": Union["ListingSuspension", None],
    "version": int,
    "next_version": Union["ListingNextVersion", None],
    "publish_blockers": List["PublishBlocker"],
    "created_at": str,
    "updated_at": str,
    "published_at": Union[str, None],
    "withdrawn_at": Union[str, None],
    "expires_at": Union[str, None],
    "links": "Links",
})

ListingSchema = TypedDict("ListingSchema", {
    "format": Union[str, None],
})

ListingDataProfile = TypedDict("ListingDataProfile", {
    "auto_sample_status": NotRequired[Literal["generated", "no_sample"]],
    "progress": NotRequired["ListingDataProfileProgress"],
    "error": NotRequired["ListingDataProfileError"],
    "format": Union[str, None],
    "byte_size": Union[int, None],
    "sha256": Union[str, None],
    "row_count": Union[int, None],
    "column_count": Union[int, None],
    "quality_score": Union[float, None],
})

ListingDataProfileProgress = TypedDict("ListingDataProfileProgress", {
    "phase": str,
    "bytes_done": int,
    "bytes_total": int,
})

ListingDataProfileError = TypedDict("ListingDataProfileError", {
    "code": str,
    "detail": str,
})

ListingSuspension = TypedDict("ListingSuspension", {
    "by": Literal["listing", "agent", "account", "file"],
    "reason": str,
    "suspended_at": str,
})

ListingNextVersion = TypedDict("ListingNextVersion", {
    "full_data_path": Union[str, None],
    "sample_file_path": Union[str, None],
    "data_profile": "ListingNextVersionDataProfile",
    "changes": NotRequired[Union["ListingNextVersionChanges", None]],
    "publish_blockers": List["PublishBlocker"],
})

ListingNextVersionDataProfile = TypedDict("ListingNextVersionDataProfile", {
    "auto_sample_status": NotRequired[Literal["generated", "no_sample"]],
    "progress": NotRequired["ListingNextVersionDataProfileProgress"],
    "error": NotRequired["ListingNextVersionDataProfileError"],
    "format": Union[str, None],
    "byte_size": Union[int, None],
    "sha256": Union[str, None],
})

ListingNextVersionDataProfileProgress = TypedDict("ListingNextVersionDataProfileProgress", {
    "phase": str,
    "bytes_done": int,
    "bytes_total": int,
})

ListingNextVersionDataProfileError = TypedDict("ListingNextVersionDataProfileError", {
    "code": str,
    "detail": str,
})

ListingNextVersionChanges = TypedDict("ListingNextVersionChanges", {
    "from_version": int,
    "sentences": List[str],
    "rows_added": Union[int, None],
    "rows_removed": Union[int, None],
})

AuctionTerms = TypedDict("AuctionTerms", {
    "starts_at": Union[str, None],
    "ends_at": str,
    "start_price_cents": int,
    "reserve_price_cents": Union[int, None],
    "licenses": int,
})

Plan = TypedDict("Plan", {
    "interval": Literal["month", "year"],
    "price_cents": int,
    "trial_days": int,
})

Trial = TypedDict("Trial", {
    "rows": int,
    "price_cents": int,
})

Contract = TypedDict("Contract", {
    "schema": List["ContractTable"],
})

ContractTable = TypedDict("ContractTable", {
    "name": NotRequired[str],
    "properties": NotRequired[List["ContractTablePropertiesItem"]],
    "quality": NotRequired[List["AcceptanceCheck"]],
})

ContractTablePropertiesItem = TypedDict("ContractTablePropertiesItem", {
    "name": str,
    "logicalType": NotRequired[Literal["string", "date", "timestamp", "time", "number", "integer", "boolean", "array", "object"]],
    "required": NotRequired[bool],
    "unique": NotRequired[bool],
    "quality": NotRequired[List["AcceptanceCheck"]],
})

AcceptanceCheck = TypedDict("AcceptanceCheck", {
    "name": NotRequired[str],
    "type": NotRequired[Literal["library", "sql"]],
    "metric": NotRequired[Literal["rowCount", "nullValues", "missingValues", "invalidValues", "duplicateValues", "matchedValues"]],
    "arguments": NotRequired["AcceptanceCheckArguments"],
    "query": NotRequired[str],
    "unit": NotRequired[Literal["rows", "percent"]],
    "mustBe": NotRequired[Union[str, float, bool]],
    "mustNotBe": NotRequired[Union[str, float, bool]],
    "mustBeGreaterThan": NotRequired[Union[str, float, bool]],
    "mustBeGreaterOrEqualTo": NotRequired[Union[str, float, bool]],
    "mustBeLessThan": NotRequired[Union[str, float, bool]],
    "mustBeLessOrEqualTo": NotRequired[Union[str, float, bool]],
    "mustBeBetween": NotRequired[List[Union[str, float, bool]]],
    "mustNotBeBetween": NotRequired[List[Union[str, float, bool]]],
})

AcceptanceCheckArguments = TypedDict("AcceptanceCheckArguments", {
    "validValues": NotRequired[List[Union[str, float, bool, None]]],
    "missingValues": NotRequired[List[Union[str, float, bool, None]]],
    "sketch": NotRequired[str],
    "properties": NotRequired[List[str]],
})

PublishBlocker = TypedDict("PublishBlocker", {
    "pointer": str,
    "code": str,
    "detail": str,
})

OwnDataRequest = TypedDict("OwnDataRequest", {
    "id": str,
    "status": Literal["open", "fulfilled", "closed", "expired", "removed"],
    "title": str,
    "description": str,
    "category": Union[Literal["geographic", "pricing", "sensor", "images", "text", "financial", "scientific", "social", "retail", "other"], None],
    "columns": List[str],
    "formats": List[str],
    "min_rows": Union[int, None],
    "period": Union[str, None],
    "place": Union[str, None],
    "budget_cents": Union[int, None],
    "currency": str,
    "poster": "OwnDataRequestPoster",
    "answer_count": int,
    "bounty": Union["Bounty", None],
    "created_at": str,
    "updated_at": str,
    "expires_at": str,
    "ended_at": Union[str, None],
    "links": "Links",
    "removed_reason": Union[str, None],
})

OwnDataRequestPoster = TypedDict("OwnDataRequestPoster", {
    "name": str,
})

Bounty = TypedDict("Bounty", {
    "status": Literal["funding", "unfunded", "open", "ended"],
    "mode": Literal["first_to_pass", "lowest_price"],
    "prize_cents": int,
    "winners": int,
    "awarded": int,
    "acceptance": "Contract",
    "conditions": List[str],
    "deliveries": "BountyDeliveries",
    "refund_cents": int,
    "next_action": Union["NextAction", None],
    "failure": Union[str, None],
    "ended_at": Union[str, None],
})

BountyDeliveries = TypedDict("BountyDeliveries", {
    "pending": int,
    "passed": int,
    "failed": int,
    "undecided": int,
    "lost": int,
})

SentMessage = TypedDict("SentMessage", {
    "id": str,
    "thread_id": str,
})

Bundle = TypedDict("Bundle", {
    "id": str,
    "status": Literal["open", "unavailable", "ended"],
    "title": str,
    "description": Union[str, None],
    "price_cents": int,
    "separate_cents": Union[int, None],
    "currency": str,
    "seller": "ShownSeller",
    "datasets": List["BundleDatasetsItem"],
    "created_at": str,
    "ended_at": Union[str, None],
    "links": "Links",
})

BundleDatasetsItem = TypedDict("BundleDatasetsItem", {
    "dataset_id": str,
    "title": Union[str, None],
    "price_cents": Union[int, None],
    "share_cents": Union[int, None],
})

Collection = TypedDict("Collection", {
    "id": str,
    "title": str,
    "description": Union[str, None],
    "visibility": Literal["public", "private"],
    "seller": Union["CollectionSeller", None],
    "datasets_on_sale": int,
    "datasets_withdrawn": int,
    "followers": int,
    "created_at": str,
    "updated_at": str,
    "links": "CollectionLinks",
})

CollectionSeller = TypedDict("CollectionSeller", {
    "id": str,
    "name": str,
    "verified": bool,
    "identity_checked": bool,
})

CollectionLinks = TypedDict("CollectionLinks", {
    "self": str,
    "datasets": str,
    "search": str,
})

Coupon = TypedDict("Coupon", {
    "id": str,
    "status": Literal["active", "used_up", "expired", "revoked"],
    "code": str,
    "percent_off": Union[int, None],
    "amount_off_cents": Union[int, None],
    "currency": str,
    "dataset_ids": Union[List[str], None],
    "max_uses": Union[int, None],
    "use_count": int,
    "once_per_buyer": bool,
    "expires_at": Union[str, None],
    "created_at": str,
    "revoked_at": Union[str, None],
})

SavedSearch = TypedDict("SavedSearch", {
    "id": str,
    "name": str,
    "parameters": Dict[str, Any],
    "mail": Literal["none", "immediately", "daily", "weekly"],
    "paused": bool,
    "paused_at": Union[str, None],
    "paused_reason": Union[Literal["by_request", "parameters_invalid", "too_many_matches"], None],
    "paused_detail": Union[str, None],
    "last_matched_at": Union[str, None],
    "created_at": str,
    "updated_at": str,
    "links": "SavedSearchLinks",
})

SavedSearchLinks = TypedDict("SavedSearchLinks", {
    "self": str,
    "matches": str,
    "search": str,
})

WebhookWithSecret = TypedDict("WebhookWithSecret", {
    "id": str,
    "url": str,
    "types": List["EventType"],
    "description": Union[str, None],
    "enabled": bool,
    "disabled_at": Union[str, None],
    "disabled_reason": Union[Literal["by_request", "gone", "failing", "credential_ended"], None],
    "failing_since": Union[str, None],
    "previous_secret_until": Union[str, None],
    "api_key_id": Union[str, None],
    "created_at": str,
    "updated_at": str,
    "links": "Links",
    "secret": str,
})

EventType = Literal["listing.sample_ready", "listing.expiring", "listing.expired", "listing.deleted", "listing.published", "listing.changed", "listing.version_published", "listing.sold", "bid.outbid", "auction.extended", "auction.closed", "offer.made", "purchase.in_escrow", "purchase.delivered", "purchase.delivery_failed", "purchase.action_required", "purchase.payment_failed", "purchase.released", "purchase.disputed", "purchase.dispute_answered", "purchase.refunded", "purchase.refund_failed", "purchase.refund_paid_otherwise", "purchase.chargeback_opened", "purchase.chargeback_closed", "purchase.chargeback_answered", "purchase.transfer_reversed", "purchase.debt_written_off", "moderation.decided", "moderation.appeal_decided", "waiting_purchase.opened", "waiting_purchase.ended", "request.answered", "request.answer_accepted", "request.answer_rejected", "request.answer_withdrawn", "request.answer_removed", "request.changed", "request.closed", "request.reopened", "request.expired", "request.removed", "request.delivery_decided", "request.action_required", "request.bounty_ended", "review.posted", "review.changed", "review.withdrawn", "review.answered", "review.removed", "review.restored", "subscription.started", "subscription.updated", "subscription.price_changing", "subscription.plan_ending", "subscription.past_due", "subscription.ended", "message.received", "access.requested", "access.decided", "coupon.used", "private_offer.expired", "private_offer.moved", "saved_search.matched", "saved_search.paused", "collection.dataset_added", "agent.verified", "agent.deleted", "webhook.test"]

AccessRequest = TypedDict("AccessRequest", {
    "id": str,
    "dataset": "AccessRequestDataset",
    "your_role": Literal["buyer", "seller"],
    "buyer": "AccessRequestBuyer",
    "seller": "AccessRequestSeller",
    "status": Literal["pending", "approved", "declined", "withdrawn"],
    "answers": List["AccessRequestAnswersItem"],
    "reason": Union["UntrustedText", None],
    "created_at": str,
    "decided_at": Union[str, None],
})

AccessRequestDataset = TypedDict("AccessRequestDataset", {
    "id": str,
    "title": str,
})

AccessRequestBuyer = TypedDict("AccessRequestBuyer", {
    "name": str,
})

AccessRequestSeller = TypedDict("AccessRequestSeller", {
    "id": str,
    "name": str,
})

AccessRequestAnswersItem = TypedDict("AccessRequestAnswersItem", {
    "question": str,
    "answer": Union["UntrustedText", None],
})

Offer = TypedDict("Offer", {
    "id": str,
    "dataset_id": str,
    "status": Literal["won", "charging", "unpaid", "offered", "paid", "lapsed", "declined"],
    "price_cents": int,
    "currency": str,
    "due_at": Union[str, None],
    "purchase_id": Union[str, None],
    "links": "Links",
})

Deleted = TypedDict("Deleted", {
    "id": str,
    "deleted": Literal[True],
})

BucketDelivery = TypedDict("BucketDelivery", {
    "id": str,
    "target_id": str,
    "purchase_id": str,
    "state": Literal["waiting", "running", "delivered", "failed"],
    "bytes_done": int,
    "bytes_total": Union[int, None],
    "failures": int,
    "next_attempt_at": Union[str, None],
    "problem": Union["BucketDeliveryProblem", None],
    "created_at": str,
    "ended_at": Union[str, None],
})

BucketDeliveryProblem = TypedDict("BucketDeliveryProblem", {
    "code": str,
    "detail": str,
})

EndedUpload = TypedDict("EndedUpload", {
    "id": str,
    "state": Literal["open", "attached", "ended"],
})

Follow = TypedDict("Follow", {
    "id": str,
    "kind": Literal["seller", "dataset", "collection"],
    "seller_id": Union[str, None],
    "dataset_id": Union[str, None],
    "collection_id": Union[str, None],
    "name": Union[str, None],
    "mail": Literal["none", "daily"],
    "created_at": str,
    "links": "FollowLinks",
})

FollowLinks = TypedDict("FollowLinks", {
    "target": str,
})

OwnAgent = TypedDict("OwnAgent", {
    "id": str,
    "agent_name": str,
    "state": Literal["pending", "verified", "rejected", "revoked"],
    "suspension": Union["OwnAgentSuspension", None],
    "registered_at": str,
    "decided_at": Union[str, None],
    "revoked_at": Union[str, None],
    "token_expires_at": str,
    "connection": Union["OwnAgentConnection", None],
    "listings": "OwnAgentListings",
})

OwnAgentSuspension = TypedDict("OwnAgentSuspension", {
    "by": Literal["agent", "account"],
    "reason": str,
    "suspended_at": str,
})

OwnAgentConnection = TypedDict("OwnAgentConnection", {
    "id": str,
    "client_host": str,
})

OwnAgentListings = TypedDict("OwnAgentListings", {
    "draft": int,
    "active": int,
    "suspended": int,
    "withdrawn": int,
})

DatasetChanges = TypedDict("DatasetChanges", {
    "changes_version": Literal[1],
    "sentences": List[str],
    "rows": "DatasetChangesRows",
    "columns": "DatasetChangesColumns",
    "drift": List["DatasetChangesDriftItem"],
    "drifted_count": int,
    "major_count": int,
    "quality_score": "DatasetChangesQualityScore",
    "format": "DatasetChangesFormat",
    "table": Union["DatasetChangesTable", None],
    "alerts_added": List[str],
    "alerts_removed": List[str],
    "dataset_id": str,
    "from": "DatasetChangesFrom",
    "to": "DatasetChangesTo",
})

DatasetChangesRows = TypedDict("DatasetChangesRows", {
    "before": int,
    "after": int,
    "added": Union[int, None],
    "removed": Union[int, None],
    "unchanged": Union[int, None],
    "edited": Union[int, None],
    "key_column": Union[str, None],
    "method": Literal["exact", "estimated", "not_comparable"],
    "error": int,
    "columns_compared": int,
    "reason": Union[Literal["columns_changed", "types_changed", "format_changed", "reader_changed", "not_kept"], None],
})

DatasetChangesColumns = TypedDict("DatasetChangesColumns", {
    "before": int,
    "after": int,
    "added_count": int,
    "added": List["DatasetChangesColumnsAddedItem"],
    "removed_count": int,
    "removed": List["DatasetChangesColumnsRemovedItem"],
    "renamed_count": int,
    "renamed": List["DatasetChangesColumnsRenamedItem"],
    "retyped_count": int,
    "retyped": List["DatasetChangesColumnsRetypedItem"],
    "reordered": bool,
})

DatasetChangesColumnsAddedItem = TypedDict("DatasetChangesColumnsAddedItem", {
    "name": str,
    "type": "ColumnType",
})

DatasetChangesColumnsRemovedItem = TypedDict("DatasetChangesColumnsRemovedItem", {
    "name": str,
    "type": "ColumnType",
})

DatasetChangesColumnsRenamedItem = TypedDict("DatasetChangesColumnsRenamedItem", {
    "from": str,
    "to": str,
    "type": "ColumnType",
})

DatasetChangesColumnsRetypedItem = TypedDict("DatasetChangesColumnsRetypedItem", {
    "name": str,
    "from": "ColumnType",
    "to": "ColumnType",
})

DatasetChangesDriftItem = TypedDict("DatasetChangesDriftItem", {
    "name": str,
    "type": "ColumnType",
    "level": Literal["none", "minor", "major"],
    "findings": List[Literal["distribution", "missing", "mean", "spread", "range", "period", "categories", "constant", "uniqueness", "length", "unit", "personal_data"]],
    "distance": Union["DatasetChangesDriftItemDistance", None],
    "null_ratio": "DatasetChangesDriftItemNullRatio",
    "distinct_count": "DatasetChangesDriftItemDistinctCount",
    "mean": "DatasetChangesDriftItemMean",
    "std": "DatasetChangesDriftItemStd",
    "min": "DatasetChangesDriftItemMin",
    "max": "DatasetChangesDriftItemMax",
    "mean_length": "DatasetChangesDriftItemMeanLength",
    "categories_added": List[Union[float, str, bool]],
    "categories_removed": List[Union[float, str, bool]],
    "unit": Union[str, None],
})

DatasetChangesDriftItemDistance = TypedDict("DatasetChangesDriftItemDistance", {
    "method": Literal["kolmogorov_smirnov", "jensen_shannon"],
    "value": float,
})

DatasetChangesDriftItemNullRatio = TypedDict("DatasetChangesDriftItemNullRatio", {
    "from": Union[float, None],
    "to": Union[float, None],
})

DatasetChangesDriftItemDistinctCount = TypedDict("DatasetChangesDriftItemDistinctCount", {
    "from": Union[int, None],
    "to": Union[int, None],
})

DatasetChangesDriftItemMean = TypedDict("DatasetChangesDriftItemMean", {
    "from": Union[float, None],
    "to": Union[float, None],
})

DatasetChangesDriftItemStd = TypedDict("DatasetChangesDriftItemStd", {
    "from": Union[float, None],
    "to": Union[float, None],
})

DatasetChangesDriftItemMin = TypedDict("DatasetChangesDriftItemMin", {
    "from": Union[float, str, None],
    "to": Union[float, str, None],
})

DatasetChangesDriftItemMax = TypedDict("DatasetChangesDriftItemMax", {
    "from": Union[float, str, None],
    "to": Union[float, str, None],
})

DatasetChangesDriftItemMeanLength = TypedDict("DatasetChangesDriftItemMeanLength", {
    "from": Union[float, None],
    "to": Union[float, None],
})

DatasetChangesQualityScore = TypedDict("DatasetChangesQualityScore", {
    "from": Union[float, None],
    "to": Union[float, None],
})

DatasetChangesFormat = TypedDict("DatasetChangesFormat", {
    "from": Union[str, None],
    "to": Union[str, None],
})

DatasetChangesTable = TypedDict("DatasetChangesTable", {
    "from": Union[str, None],
    "to": Union[str, None],
})

DatasetChangesFrom = TypedDict("DatasetChangesFrom", {
    "version": int,
    "published_at": Union[str, None],
})

DatasetChangesTo = TypedDict("DatasetChangesTo", {
    "version": int,
    "published_at": Union[str, None],
})

ColumnType = Literal["boolean", "integer", "number", "string", "date", "datetime", "time", "geometry", "object", "array", "binary", "mixed", "empty"]

Croissant = TypedDict("Croissant", {
    "@context": Dict[str, Any],
    "@type": Literal["sc:Dataset"],
    "conformsTo": str,
    "name": str,
    "description": str,
    "url": str,
    "license": Union[str, Dict[str, Any]],
    "creator": Dict[str, Any],
    "keywords": List[str],
    "version": str,
    "datePublished": str,
    "dateModified": str,
    "distribution": List[Dict[str, Any]],
    "recordSet": NotRequired[List[Dict[str, Any]]],
})

DataRequest = TypedDict("DataRequest", {
    "id": str,
    "status": Literal["open", "fulfilled", "closed", "expired", "removed"],
    "title": str,
    "description": str,
    "category": Union[Literal["geographic", "pricing", "sensor", "images", "text", "financial", "scientific", "social", "retail", "other"], None],
    "columns": List[str],
    "formats": List[str],
    "min_rows": Union[int, None],
    "period": Union[str, None],
    "place": Union[str, None],
    "budget_cents": Union[int, None],
    "currency": str,
    "poster": "DataRequestPoster",
    "answer_count": int,
    "bounty": Union["Bounty", None],
    "created_at": str,
    "updated_at": str,
    "expires_at": str,
    "ended_at": Union[str, None],
    "links": "Links",
})

DataRequestPoster = TypedDict("DataRequestPoster", {
    "name": str,
})

Dataset = TypedDict("Dataset", {
    "id": str,
    "title": str,
    "description": str,
    "category": Literal["geographic", "pricing", "sensor", "images", "text", "financial", "scientific", "social", "retail", "other"],
    "tags": List[str],
    "license": Union[str, None],
    "pricing_type": Literal["buy_it_now", "auction", "hybrid"],
    "price_cents": int,
    "offers": "Offers",
    "auction": Union["Auction", None],
    "currency": str,
    "status": Literal["active", "sold", "withdrawn", "suspended"],
    "format": Union[str, None],
    "compression": Union[str, None],
    "byte_size": Union[int, None],
    "row_count": Union[int, None],
    "column_count": Union[int, None],
    "quality_score": Union[float, None],
    "sha256": Union[str, None],
    "file_count": NotRequired[Union[int, None]],
    "version": int,
    "seller": "ShownSeller",
    "rating": "Rating",
    "published_at": str,
    "updated_at": str,
    "version_published_at": str,
    "covers_from": Union[str, None],
    "covers_to": Union[str, None],
    "covers_precision": Union[Literal["year", "month", "day"], None],
    "bbox": Union[List[float], None],
    "countries": Union[List[str], None],
    "languages": Union[List[str], None],
    "has_personal_data": Union[bool, None],
    "license_id": Union[str, None],
    "license_groups": List[Literal["open", "public-domain", "allows-commercial-use", "allows-derivatives", "attribution", "share-alike", "non-commercial", "no-derivatives"]],
    "capabilities": "DatasetCapabilities",
    "links": "Links",
    "purchase_id": Union[str, None],
    "followers": int,
    "plans": List["Plan"],
    "trial": Union["DatasetTrial", None],
    "price_history": "PriceStanding",
    "identical_to": List["DatasetIdenticalToItem"],
    "identical_count": int,
    "bundles": List["DatasetBundlesItem"],
    "access_questions": Union[List[str], None],
    "contract": Union["Contract", None],
    "contract_checked_at": Union[str, None],
    "no_sample": Union["DatasetNoSample", None],
    "source_url": Union[str, None],
    "citation": Union[str, None],
    "collection_method": Union[str, None],
    "update_frequency": Union[Literal["continuous", "hourly", "daily", "weekly", "monthly", "quarterly", "yearly", "irregular", "never"], None],
    "license_url": Union[str, None],
    "columns": List["DatasetColumnsItem"],
    "changes": Union["DatasetChanges", None],
    "tables": List["DataTable"],
    "documents": List["DatasetDocumentsItem"],
})

DatasetTrial = TypedDict("DatasetTrial", {
    "rows": int,
    "price_cents": int,
    "status": Literal["preparing", "ready", "failed"],
    "byte_size": Union[int, None],
    "sha256": Union[str, None],
    "error": Union["DatasetTrialError", None],
})

DatasetTrialError = TypedDict("DatasetTrialError", {
    "code": Literal["not_queryable", "too_many_rows", "trial_bytes_exceeded", "file_too_large", "trial_failed"],
    "detail": str,
})

DatasetIdenticalToItem = TypedDict("DatasetIdenticalToItem", {
    "id": str,
    "title": str,
    "price_cents": int,
    "currency": str,
    "pricing_type": Literal["buy_it_now", "auction", "hybrid"],
})

DatasetBundlesItem = TypedDict("DatasetBundlesItem", {
    "id": str,
    "title": str,
    "price_cents": int,
    "saving_cents": int,
})

DatasetNoSample = TypedDict("DatasetNoSample", {
    "code": str,
    "detail": str,
})

DatasetColumnsItem = TypedDict("DatasetColumnsItem", {
    "name": str,
    "type": "ColumnType",
    "description": NotRequired[str],
})

DatasetDocumentsItem = TypedDict("DatasetDocumentsItem", {
    "path": str,
    "kind": Literal["readme", "license", "dictionary", "citation", "note"],
    "byte_size": int,
    "truncated": bool,
})

Auction = TypedDict("Auction", {
    "state": Literal["scheduled", "open", "ended"],
    "current_price_cents": int,
    "next_minimum_bid_cents": int,
    "currency": str,
    "bid_count": int,
    "reserve_met": bool,
    "licenses": int,
    "starts_at": str,
    "ends_at": str,
    "hard_ends_at": str,
})

Rating = TypedDict("Rating", {
    "mean": Union[float, None],
    "count": int,
})

DatasetCapabilities = TypedDict("DatasetCapabilities", {
    "sample": bool,
    "profile": bool,
    "download": bool,
    "buy": bool,
    "bid": bool,
})

PriceStanding = TypedDict("PriceStanding", {
    "since": str,
    "changes": int,
    "previous_price_cents": Union[int, None],
    "lowest_price_cents": int,
    "lowest_price_before_cents": Union[int, None],
})

DataTable = TypedDict("DataTable", {
    "name": str,
    "path": str,
    "is_default": bool,
    "rows": Union[int, None],
    "columns": Union[int, None],
    "format": Union[str, None],
    "byte_size": int,
    "quality_score": Union[float, None],
    "parts": int,
    "part_paths": List[str],
    "error": Union["DataTableError", None],
})

DataTableError = TypedDict("DataTableError", {
    "code": str,
    "detail": str,
})

Download = TypedDict("Download", {
    "download_url": str,
    "expires_in": int,
    "sha256": Union[str, None],
    "byte_size": Union[int, None],
    "manifest_sha256": NotRequired[Union[str, None]],
    "content": NotRequired[Union["EmbeddedContent", None]],
})

EmbeddedContent = TypedDict("EmbeddedContent", {
    "encoding": Literal["utf-8", "base64"],
    "data": str,
    "media_type": str,
})

Profile = TypedDict("Profile", {
    "profile_version": Literal[1],
    "dataset_version": str,
    "file_sha256": str,
    "computed_at": str,
    "partial": bool,
    "rows_scanned": int,
    "row_count": int,
    "column_count": int,
    "byte_size": int,
    "format": str,
    "encoding": Union[str, None],
    "delimiter": Union[str, None],
    "completeness": "ProfileCompleteness",
    "duplicates": "ProfileDuplicates",
    "quality": "ProfileQuality",
    "bounds": Union["ProfileBounds", None],
    "disclosure": NotRequired["ProfileDisclosure"],
    "columns": List["ProfileColumnsItem"],
    "language": NotRequired[Union[str, None]],
    "keys": NotRequired[List["ProfileKeysItem"]],
    "correlations": NotRequired[Union["ProfileCorrelations", None]],
    "images": NotRequired["ProfileImages"],
    "tables": NotRequired[List["DataTable"]],
    "documents": NotRequired[List["ProfileDocumentsItem"]],
    "alerts": List["Alert"],
})

ProfileCompleteness = TypedDict("ProfileCompleteness", {
    "cells_total": int,
    "cells_missing": int,
    "ratio": float,
    "complete_rows": int,
})

ProfileDuplicates = TypedDict("ProfileDuplicates", {
    "rows": int,
    "ratio": float,
    "method": Literal["exact", "hash_threshold"],
    "error": float,
})

ProfileQuality = TypedDict("ProfileQuality", {
    "method": NotRequired[Literal["product", "weighted_mean"]],
    "score": Union[float, None],
    "not_scored": NotRequired[str],
    "components": "ProfileQualityComponents",
    "weights": "ProfileQualityWeights",
})

ProfileQualityComponents = TypedDict("ProfileQualityComponents", {
    "completeness": float,
    "uniqueness": float,
    "validity": float,
    "consistency": float,
    "plausibility": NotRequired[float],
    "coherence": NotRequired[float],
    "information": NotRequired[float],
    "documentation": float,
})

ProfileQualityWeights = TypedDict("ProfileQualityWeights", {
    "completeness": float,
    "uniqueness": float,
    "validity": float,
    "consistency": float,
    "plausibility": NotRequired[float],
    "coherence": NotRequired[float],
    "information": NotRequired[float],
    "documentation": float,
})

ProfileBounds = TypedDict("ProfileBounds", {
    "min_lon": float,
    "min_lat": float,
    "max_lon": float,
    "max_lat": float,
})

ProfileDisclosure = TypedDict("ProfileDisclosure", {
    "cells_total": int,
    "cells_max": int,
    "cells_shown": int,
    "distributions": NotRequired[Literal["coarse"]],
})

ProfileColumnsItem = TypedDict("ProfileColumnsItem", {
    "name": str,
    "index": int,
    "type": "ColumnType",
    "semantic_type": Union[Literal["email", "phone", "payment_card", "iban", "ip_address", "mac_address", "us_ssn", "national_id", "secret", "url", "uuid", "identifier", "category", "latitude", "longitude", "geometry", "year", "constant", "free_text"], None],
    "format": NotRequired[str],
    "precision": NotRequired[Literal["year", "quarter", "month", "mixed"]],
    "two_digit_years_from": NotRequired[int],
    "unit": NotRequired[str],
    "null_count": int,
    "missing_words": NotRequired[List[str]],
    "unreadable_count": NotRequired[int],
    "null_ratio": float,
    "distinct_count": Union[int, None],
    "distinct_method": Union[Literal["exact", "hash_threshold"], None],
    "distinct_error": Union[float, None],
    "min": Union[float, str, None],
    "max": Union[float, str, None],
    "mean": Union[float, None],
    "median": Union[float, None],
    "std": Union[float, None],
    "quantiles": Union["ProfileColumnsItemQuantiles", None],
    "histogram": Union["ProfileColumnsItemHistogram", None],
    "top_values": Union[List["ProfileColumnsItemTopValuesItem"], None],
    "top_values_method": Union[Literal["exact", "lower_bound"], None],
    "top_values_error": Union[int, None],
    "length": Union["CountRange", None],
    "time_histogram": NotRequired[Union["ProfileColumnsItemTimeHistogram", None]],
    "length_histogram": NotRequired[Union["ProfileColumnsItemLengthHistogram", None]],
    "nested": NotRequired["ProfileColumnsItemNested"],
    "language": NotRequired["ProfileColumnsItemLanguage"],
    "dates": Union["ProfileColumnsItemDates", None],
    "bounds": Union["ProfileColumnsItemBounds", None],
    "geometry_types": Union[Dict[str, Any], None],
    "pii": List["ProfileColumnsItemPiiItem"],
    "withheld": NotRequired[List[Literal["extremes", "bounds", "largest_gap", "quantiles", "histogram", "moments", "top_values"]]],
    "approximate": NotRequired["ProfileColumnsItemApproximate"],
    "alerts": List["Alert"],
})

ProfileColumnsItemQuantiles = TypedDict("ProfileColumnsItemQuantiles", {
    "p5": float,
    "p25": float,
    "p50": float,
    "p75": float,
    "p95": float,
    "method": Literal["exact", "sample"],
    "rank_error": float,
})

ProfileColumnsItemHistogram = TypedDict("ProfileColumnsItemHistogram", {
    "bin_edges": List[float],
    "counts": List[int],
    "method": Literal["exact", "sample"],
})

ProfileColumnsItemTopValuesItem = TypedDict("ProfileColumnsItemTopValuesItem", {
    "value": Union[str, float, bool],
    "count": int,
})

ProfileColumnsItemTimeHistogram = TypedDict("ProfileColumnsItemTimeHistogram", {
    "bin_edges": List[str],
    "counts": List[int],
    "method": Literal["exact", "sample"],
})

ProfileColumnsItemLengthHistogram = TypedDict("ProfileColumnsItemLengthHistogram", {
    "bin_edges": List[int],
    "counts": List[int],
    "method": Literal["exact", "sample"],
})

ProfileColumnsItemNested = TypedDict("ProfileColumnsItemNested", {
    "method": Literal["exact", "sample"],
    "values_read": int,
    "array_length": Union["CountRange", None],
    "map_keys": Union["CountRange", None],
    "fields_found": int,
    "fields": List["ProfileColumnsItemNestedFieldsItem"],
})

ProfileColumnsItemNestedFieldsItem = TypedDict("ProfileColumnsItemNestedFieldsItem", {
    "path": str,
    "types": List["ProfileColumnsItemNestedFieldsItemTypesItem"],
    "count": int,
    "null_ratio": float,
    "distinct_count": Union[int, None],
    "distinct_method": Union[Literal["exact", "lower_bound"], None],
    "min": Union[float, None],
    "max": Union[float, None],
    "mean": Union[float, None],
    "text_length": Union["CountRange", None],
    "array_length": Union["CountRange", None],
    "map_keys": Union["CountRange", None],
})

ProfileColumnsItemNestedFieldsItemTypesItem = TypedDict("ProfileColumnsItemNestedFieldsItemTypesItem", {
    "type": Literal["boolean", "integer", "number", "string", "date", "datetime", "object", "array"],
    "count": int,
})

ProfileColumnsItemLanguage = TypedDict("ProfileColumnsItemLanguage", {
    "code": str,
    "share": float,
    "confidence": float,
    "texts_read": int,
})

ProfileColumnsItemDates = TypedDict("ProfileColumnsItemDates", {
    "granularity": Literal["second", "minute", "hour", "weekday", "day", "week", "month", "quarter", "year"],
    "method": Literal["exact", "coarsened"],
    "expected": int,
    "present": int,
    "missing": int,
    "largest_gap": Union["ProfileColumnsItemDatesLargestGap", None],
})

ProfileColumnsItemDatesLargestGap = TypedDict("ProfileColumnsItemDatesLargestGap", {
    "after": str,
    "before": str,
    "missing": int,
})

ProfileColumnsItemBounds = TypedDict("ProfileColumnsItemBounds", {
    "min_lon": float,
    "min_lat": float,
    "max_lon": float,
    "max_lat": float,
})

ProfileColumnsItemPiiItem = TypedDict("ProfileColumnsItemPiiItem", {
    "kind": Literal["email", "phone", "payment_card", "iban", "ip_address", "mac_address", "us_ssn", "national_id", "secret"],
    "count": int,
    "ratio": float,
})

ProfileColumnsItemApproximate = TypedDict("ProfileColumnsItemApproximate", {
    "min": Union[float, str, None],
    "max": Union[float, str, None],
})

ProfileKeysItem = TypedDict("ProfileKeysItem", {
    "columns": List[str],
    "method": Literal["exact", "hash_threshold", "sample"],
    "repeats_max": int,
    "confidence": float,
})

ProfileCorrelations = TypedDict("ProfileCorrelations", {
    "method": Literal["exact", "sample"],
    "rows_used": int,
    "columns_used": int,
    "pairs_found": int,
    "pairs": List["ProfileCorrelationsPairsItem"],
})

ProfileCorrelationsPairsItem = TypedDict("ProfileCorrelationsPairsItem", {
    "columns": List[str],
    "pearson": Union[float, None],
    "spearman": Union[float, None],
    "cramers_v": Union[float, None],
    "correlation_ratio": Union[float, None],
    "rows_used": int,
})

ProfileImages = TypedDict("ProfileImages", {
    "count": int,
    "formats": List["ProfileImagesFormatsItem"],
    "colour_spaces": List["ProfileImagesColourSpacesItem"],
    "width": "CountRange",
    "height": "CountRange",
    "bytes": "CountRange",
    "animated": int,
    "duplicates": int,
    "unreadable": List["ProfileImagesUnreadableItem"],
})

ProfileImagesFormatsItem = TypedDict("ProfileImagesFormatsItem", {
    "name": str,
    "count": int,
})

ProfileImagesColourSpacesItem = TypedDict("ProfileImagesColourSpacesItem", {
    "name": str,
    "count": int,
})

ProfileImagesUnreadableItem = TypedDict("ProfileImagesUnreadableItem", {
    "reason": Literal["empty", "too_large", "not_an_image", "truncated", "corrupt"],
    "count": int,
})

ProfileDocumentsItem = TypedDict("ProfileDocumentsItem", {
    "path": str,
    "kind": Literal["readme", "license", "dictionary", "citation", "note"],
    "byte_size": int,
    "text": str,
    "truncated": bool,
})

CountRange = TypedDict("CountRange", {
    "min": int,
    "max": int,
    "mean": float,
})

Alert = TypedDict("Alert", {
    "code": Literal["all_missing", "mostly_missing", "missing_values", "missing_tokens", "empty_text", "broken_characters", "odd_values", "implausible_numbers", "broken_order", "noise", "constant", "dominant_value", "high_cardinality", "nearly_key", "mixed_types", "numbers_as_text", "non_finite_values", "sentinel_values", "outliers", "skewed", "coordinates_out_of_range", "ambiguous_numbers", "ambiguous_dates", "two_digit_years", "date_gaps", "stale_dates", "future_dates", "personal_data", "possible_personal_data", "duplicate_rows", "repeated_keys", "misplaced_values", "cut_off", "format_mismatch", "encoding_guessed", "unbalanced_quotes", "short_rows", "long_rows", "blank_lines", "comment_lines", "no_header", "empty_header", "empty_columns", "hidden_names", "duplicate_header", "title_rows", "joined_header", "note_rows", "empty_rows", "other_tables", "unread_tables", "unread_parts", "other_sheets", "error_cells", "dates_out_of_range", "nested_compression", "other_files", "special_entries", "unsafe_names", "picture_positions", "unreadable_images", "unread_members", "unreadable_columns", "projected_coordinates"],
    "detail": str,
    "first_rows": NotRequired[List["AlertFirstRowsItem"]],
})

AlertFirstRowsItem = TypedDict("AlertFirstRowsItem", {
    "row": int,
    "line": int,
})

Sample = TypedDict("Sample", {
    "columns": List["SampleColumnsItem"],
    "rows": List[List[Any]],
    "sampling": "SampleSampling",
})

SampleColumnsItem = TypedDict("SampleColumnsItem", {
    "name": str,
    "type": "ColumnType",
})

SampleSampling = TypedDict("SampleSampling", {
    "method": Literal["all_rows", "uniform"],
    "seed": str,
    "rows_total": int,
    "truncated_cells": int,
    "withheld_cells": NotRequired[int],
    "withheld_reason": NotRequired[str],
})

PriceHistory = TypedDict("PriceHistory", {
    "dataset_id": str,
    "currency": str,
    "items": List["PriceHistoryItemsItem"],
    "pagination": "Pagination",
})

PriceHistoryItemsItem = TypedDict("PriceHistoryItemsItem", {
    "price_cents": int,
    "from": str,
    "until": Union[str, None],
})

Pagination = TypedDict("Pagination", {
    "limit": int,
    "offset": int,
    "total": int,
    "total_is_exact": bool,
    "has_more": bool,
    "next_cursor": Union[str, None],
})

ExplainedProblem = TypedDict("ExplainedProblem", {
    "code": str,
    "status": int,
    "title": str,
    "resolution": Literal["retry", "fix_request", "authenticate", "pay", "ask_owner", "none"],
    "meaning": str,
    "what_to_do": str,
    "address": str,
})

PurchaseAcceptance = TypedDict("PurchaseAcceptance", {
    "purchase_id": str,
    "dataset_version": Union[int, None],
    "status": Literal["pending", "passed", "failed", "undecided"],
    "terms": "Contract",
    "results": List["AcceptanceResult"],
    "decided_at": Union[str, None],
    "next_attempt_at": Union[str, None],
    "trouble": Union[str, None],
})

PurchaseDownload = TypedDict("PurchaseDownload", {
    "download_url": str,
    "expires_in": int,
    "sha256": Union[str, None],
    "byte_size": Union[int, None],
    "manifest_sha256": NotRequired[Union[str, None]],
    "content": NotRequired[Union["EmbeddedContent", None]],
    "parquet": List["PurchaseDownloadParquetItem"],
})

PurchaseDownloadParquetItem = TypedDict("PurchaseDownloadParquetItem", {
    "table": Union[str, None],
    "download_url": str,
    "byte_size": int,
    "sha256": str,
    "row_count": int,
})

PurchaseReceipt = TypedDict("PurchaseReceipt", {
    "issuer": str,
    "purchase_id": str,
    "issued_at": str,
    "status": Literal["in_escrow", "disputed", "released", "refunded"],
    "dataset": "PurchaseReceiptDataset",
    "file": "PurchaseReceiptFile",
    "price_cents": int,
    "currency": str,
    "shared_charge": Union["PurchaseReceiptSharedCharge", None],
    "license": Union["PurchaseReceiptLicense", None],
    "seller": "PurchaseReceiptSeller",
    "buyer": "PurchaseReceiptBuyer",
    "paid_at": str,
    "released_at": Union[str, None],
    "refunded_at": Union[str, None],
    "refund_cause": Union[Literal["file_missing", "file_changed", "dispute_resolved", "dispute_timed_out", "charged_back", "refunded_at_provider", "charged_late", "no_update", "trial_cancelled", "acceptance_failed"], None],
    "jws": str,
})

PurchaseReceiptDataset = TypedDict("PurchaseReceiptDataset", {
    "id": str,
    "title": str,
    "version": int,
})

PurchaseReceiptFile = TypedDict("PurchaseReceiptFile", {
    "sha256": Union[str, None],
    "sha256_of": Literal["file", "manifest"],
    "byte_size": Union[int, None],
    "file_count": Union[int, None],
})

PurchaseReceiptSharedCharge = TypedDict("PurchaseReceiptSharedCharge", {
    "kind": Literal["bounty", "bundle"],
    "cents": int,
})

PurchaseReceiptLicense = TypedDict("PurchaseReceiptLicense", {
    "terms": str,
    "url": Union[str, None],
})

PurchaseReceiptSeller = TypedDict("PurchaseReceiptSeller", {
    "agent_id": str,
    "agent_name": str,
})

PurchaseReceiptBuyer = TypedDict("PurchaseReceiptBuyer", {
    "account_id": str,
})

Seller = TypedDict("Seller", {
    "id": str,
    "name": str,
    "verified": bool,
    "identity_checked": bool,
    "since": str,
    "about": Union[str, None],
    "websites": List[str],
    "logo_url": Union[str, None],
    "datasets_on_sale": int,
    "followers": int,
    "rating": "Rating",
    "history": Union["SellerHistory", None],
    "hash_mismatches": int,
    "answer_times": "SellerAnswerTimes",
    "computed_at": str,
    "links": "SellerLinks",
})

SellerHistory = TypedDict("SellerHistory", {
    "sales": int,
    "disputes": "SellerHistoryDisputes",
    "chargebacks_lost": int,
})

SellerHistoryDisputes = TypedDict("SellerHistoryDisputes", {
    "opened": int,
    "open": int,
    "for_seller": int,
    "for_buyer": int,
})

SellerAnswerTimes = TypedDict("SellerAnswerTimes", {
    "messages": Union["SellerAnswerTimesMessages", None],
    "disputes": Union["SellerAnswerTimesDisputes", None],
})

SellerAnswerTimesMessages = TypedDict("SellerAnswerTimesMessages", {
    "asked": int,
    "answered": int,
    "median_minutes": int,
})

SellerAnswerTimesDisputes = TypedDict("SellerAnswerTimesDisputes", {
    "asked": int,
    "answered": int,
    "median_minutes": int,
})

SellerLinks = TypedDict("SellerLinks", {
    "self": str,
    "datasets": str,
    "feed": str,
})

Subscription = TypedDict("Subscription", {
    "id": str,
    "status": Literal["pending", "active", "past_due", "paused", "ended"],
    "renewal": Literal["on", "paused", "off"],
    "dataset_id": str,
    "dataset_title": str,
    "interval": Literal["month", "year"],
    "price_cents": int,
    "currency": str,
    "next_price_cents": Union[int, None],
    "next_price_at": Union[str, None],
    "period_starts_at": str,
    "period_ends_at": str,
    "trial_ends_at": Union[str, None],
    "next_charge_at": Union[str, None],
    "acceptance": Union["Contract", None],
    "failure": Union[str, None],
    "started_at": str,
    "ended_at": Union[str, None],
    "end_cause": Union[Literal["cancelled", "unpaid", "not_on_sale", "plan_ended", "key_ended", "charge_disputed", "acceptance_failed"], None],
    "periods": NotRequired[List["SubscriptionPeriodsItem"]],
    "versions": NotRequired[List["SubscriptionVersionsItem"]],
    "metadata": "SubscriptionMetadata",
    "links": "Links",
})

SubscriptionPeriodsItem = TypedDict("SubscriptionPeriodsItem", {
    "number": int,
    "starts_at": str,
    "ends_at": str,
    "purchase_id": str,
    "status": Literal["payment_pending", "in_escrow", "disputed", "released", "refunded", "payment_failed", "cancelled", "expired"],
    "price_cents": int,
    "delivered_version": Union[int, None],
    "acceptance": Union[Literal["pending", "passed", "failed", "undecided"], None],
})

SubscriptionVersionsItem = TypedDict("SubscriptionVersionsItem", {
    "version": int,
    "published_at": str,
    "purchase_id": str,
})

SubscriptionMetadata = TypedDict("SubscriptionMetadata", {
    "api_key_id": str,
    "api_key_name": str,
    "payment_method": "SubscriptionMetadataPaymentMethod",
})

SubscriptionMetadataPaymentMethod = TypedDict("SubscriptionMetadataPaymentMethod", {
    "id": str,
    "brand": str,
    "last4": str,
})

ThreadMessages = TypedDict("ThreadMessages", {
    "thread": "Thread",
    "items": List["Message"],
    "pagination": "Pagination",
})

Thread = TypedDict("Thread", {
    "id": str,
    "dataset": "ListingReference",
    "your_role": Literal["buyer", "seller"],
    "buyer": "ThreadBuyer",
    "seller": "ThreadSeller",
    "message_count": int,
    "unread_count": int,
    "last_message": "Message",
    "created_at": str,
    "last_message_at": str,
    "links": "ThreadLinks",
})

ThreadBuyer = TypedDict("ThreadBuyer", {
    "name": str,
})

ThreadSeller = TypedDict("ThreadSeller", {
    "id": str,
    "name": str,
})

ThreadLinks = TypedDict("ThreadLinks", {
    "self": str,
})

Message = TypedDict("Message", {
    "id": str,
    "thread_id": str,
    "from": Literal["buyer", "seller"],
    "is_yours": bool,
    "body": "UntrustedText",
    "created_at": str,
})

Upload = TypedDict("Upload", {
    "id": str,
    "path": str,
    "state": Literal["open", "attached", "ended"],
    "byte_size": Union[int, None],
    "parts_expected": Union[int, None],
    "part_byte_size": Union[int, None],
    "file_count": Union[int, None],
    "issued_at": str,
    "open_until": Union[str, None],
    "file_byte_size": Union[int, None],
    "parts_arrived": int,
    "bytes_arrived": int,
    "missing_parts": List["UploadMissingPartsItem"],
    "faulty_parts": List["UploadFaultyPartsItem"],
    "parts": List["StoredPart"],
    "next_after_part": Union[int, None],
})

UploadMissingPartsItem = TypedDict("UploadMissingPartsItem", {
    "first": int,
    "last": int,
})

UploadFaultyPartsItem = TypedDict("UploadFaultyPartsItem", {
    "part_number": int,
    "code": str,
    "detail": str,
})

StoredPart = TypedDict("StoredPart", {
    "part_number": int,
    "byte_size": int,
    "etag": str,
    "md5": Union[str, None],
    "arrived_at": str,
})

UploadFile = TypedDict("UploadFile", {
    "name": str,
    "position": int,
    "byte_size": int,
    "state": Literal["awaited", "arrived", "unchanged"],
    "parts_expected": Union[int, None],
    "part_byte_size": Union[int, None],
    "parts_arrived": int,
    "bytes_arrived": int,
    "missing_parts": List["UploadFileMissingPartsItem"],
    "faulty_parts": List["UploadFileFaultyPartsItem"],
    "parts": List["StoredPart"],
    "next_after_part": Union[int, None],
})

UploadFileMissingPartsItem = TypedDict("UploadFileMissingPartsItem", {
    "first": int,
    "last": int,
})

UploadFileFaultyPartsItem = TypedDict("UploadFileFaultyPartsItem", {
    "part_number": int,
    "code": str,
    "detail": str,
})

Webhook = TypedDict("Webhook", {
    "id": str,
    "url": str,
    "types": List["EventType"],
    "description": Union[str, None],
    "enabled": bool,
    "disabled_at": Union[str, None],
    "disabled_reason": Union[Literal["by_request", "gone", "failing", "credential_ended"], None],
    "failing_since": Union[str, None],
    "previous_secret_until": Union[str, None],
    "api_key_id": Union[str, None],
    "created_at": str,
    "updated_at": str,
    "links": "Links",
})

IssuedUpload = Union["UploadUrls", "FolderUpload"]

UploadUrls = TypedDict("UploadUrls", {
    "full": "UploadUrlsFull",
})

UploadUrlsFull = TypedDict("UploadUrlsFull", {
    "upload_url": str,
    "path": str,
    "expires_in": int,
    "byte_size_max": int,
    "upload_id": str,
    "recommended": NotRequired["UploadUrlsFullRecommended"],
    "parts_expected": NotRequired[int],
    "parts_missing": NotRequired[int],
    "parts": NotRequired[List["PartUrl"]],
})

UploadUrlsFullRecommended = TypedDict("UploadUrlsFullRecommended", {
    "parts": int,
    "part_byte_size": int,
})

PartUrl = TypedDict("PartUrl", {
    "part_number": int,
    "upload_url": str,
    "byte_size": NotRequired[int],
    "content_md5": NotRequired[str],
})

FolderUpload = TypedDict("FolderUpload", {
    "full": "FolderUploadFull",
    "files": "UploadFilesPage",
    "warnings": List["FolderUploadWarningsItem"],
    "links": "FolderUploadLinks",
})

FolderUploadFull = TypedDict("FolderUploadFull", {
    "path": str,
    "expires_in": int,
    "byte_size_max": int,
    "file_count": int,
    "upload_id": str,
})

FolderUploadWarningsItem = TypedDict("FolderUploadWarningsItem", {
    "code": str,
    "detail": str,
})

FolderUploadLinks = TypedDict("FolderUploadLinks", {
    "files": str,
})

UploadFilesPage = TypedDict("UploadFilesPage", {
    "items": List["UploadFilesPageItemsItem"],
    "pagination": "UploadFilesPagePagination",
    "expires_in": int,
})

UploadFilesPageItemsItem = TypedDict("UploadFilesPageItemsItem", {
    "name": str,
    "position": int,
    "byte_size": int,
    "state": Literal["awaited", "arrived", "unchanged"],
    "parts_expected": Union[int, None],
    "part_byte_size": Union[int, None],
    "upload_url": Union[str, None],
})

UploadFilesPagePagination = TypedDict("UploadFilesPagePagination", {
    "limit": int,
    "has_more": bool,
    "next_cursor": Union[str, None],
})

AccessRequests = TypedDict("AccessRequests", {
    "items": List["AccessRequest"],
    "pagination": "Pagination",
})

DataRequestAnswers = TypedDict("DataRequestAnswers", {
    "items": List["DataRequestAnswer"],
    "pagination": "Pagination",
})

OwnAgentList = TypedDict("OwnAgentList", {
    "items": List["OwnAgent"],
    "pagination": "Pagination",
})

AuditLog = TypedDict("AuditLog", {
    "items": List["AuditItem"],
    "pagination": "CursorPagination",
})

AuditItem = TypedDict("AuditItem", {
    "id": str,
    "at": str,
    "actor": "AuditActor",
    "action": str,
    "action_label": str,
    "subject": "AuditSubject",
    "detail": List["AuditItemDetailItem"],
})

AuditItemDetailItem = TypedDict("AuditItemDetailItem", {
    "name": str,
    "value": str,
})

AuditActor = TypedDict("AuditActor", {
    "kind": Literal["you", "key", "agent", "buyer", "seller", "administrator", "marketplace", "other"],
    "label": str,
})

AuditSubject = TypedDict("AuditSubject", {
    "kind": str,
    "id": str,
    "label": str,
})

CursorPagination = TypedDict("CursorPagination", {
    "limit": int,
    "has_more": bool,
    "next_cursor": Union[str, None],
})

BidPage = TypedDict("BidPage", {
    "items": List["BidPageItemsItem"],
    "pagination": "Pagination",
    "auction": "Auction",
    "your_position": Union["BidPosition", None],
})

BidPageItemsItem = TypedDict("BidPageItemsItem", {
    "id": str,
    "bidder": str,
    "price_cents": int,
    "placed_at": str,
    "retracted_at": Union[str, None],
    "is_yours": bool,
})

BidPosition = TypedDict("BidPosition", {
    "bid_id": str,
    "is_leading": bool,
    "max_amount_cents": int,
    "minimum_bid_cents": int,
    "api_key_id": str,
})

BucketDeliveryPage = TypedDict("BucketDeliveryPage", {
    "items": List["BucketDelivery"],
    "pagination": "Pagination",
})

Bundles = TypedDict("Bundles", {
    "items": List["Bundle"],
    "pagination": "Pagination",
})

Category = TypedDict("Category", {
    "id": Literal["geographic", "pricing", "sensor", "images", "text", "financial", "scientific", "social", "retail", "other"],
    "name": str,
    "description": str,
    "dataset_count": int,
    "free_count": int,
})

CollectionItemPage = TypedDict("CollectionItemPage", {
    "items": List["CollectionItemPageItemsItem"],
    "pagination": "Pagination",
})

CollectionItemPageItemsItem = TypedDict("CollectionItemPageItemsItem", {
    "dataset_id": str,
    "position": int,
    "added_at": str,
    "dataset": Union["DatasetItem", None],
})

DatasetItem = TypedDict("DatasetItem", {
    "id": str,
    "title": str,
    "description": str,
    "category": Literal["geographic", "pricing", "sensor", "images", "text", "financial", "scientific", "social", "retail", "other"],
    "tags": List[str],
    "license": Union[str, None],
    "pricing_type": Literal["buy_it_now", "auction", "hybrid"],
    "price_cents": int,
    "offers": "Offers",
    "auction": Union["Auction", None],
    "currency": str,
    "status": Literal["active"],
    "format": Union[str, None],
    "compression": Union[str, None],
    "byte_size": Union[int, None],
    "row_count": Union[int, None],
    "column_count": Union[int, None],
    "quality_score": Union[float, None],
    "sha256": Union[str, None],
    "file_count": NotRequired[Union[int, None]],
    "version": int,
    "seller": "ShownSeller",
    "rating": "Rating",
    "published_at": str,
    "updated_at": str,
    "version_published_at": str,
    "covers_from": Union[str, None],
    "covers_to": Union[str, None],
    "covers_precision": Union[Literal["year", "month", "day"], None],
    "bbox": Union[List[float], None],
    "countries": Union[List[str], None],
    "languages": Union[List[str], None],
    "has_personal_data": Union[bool, None],
    "license_id": Union[str, None],
    "license_groups": List[Literal["open", "public-domain", "allows-commercial-use", "allows-derivatives", "attribution", "share-alike", "non-commercial", "no-derivatives"]],
    "capabilities": "DatasetCapabilities",
    "links": "Links",
})

CollectionPage = TypedDict("CollectionPage", {
    "items": List["Collection"],
    "pagination": "Pagination",
})

Coupons = TypedDict("Coupons", {
    "items": List["Coupon"],
    "pagination": "Pagination",
})

DataRequestMatches = TypedDict("DataRequestMatches", {
    "items": List["DataRequestMatch"],
})

DataRequestMatch = TypedDict("DataRequestMatch", {
    "dataset": "DatasetItem",
    "unmet": List[Literal["budget", "category", "columns", "formats", "min_rows"]],
})

DataRequestPage = TypedDict("DataRequestPage", {
    "items": List["DataRequest"],
    "pagination": "Pagination",
})

DatasetFiles = TypedDict("DatasetFiles", {
    "items": List["DatasetFilesItemsItem"],
    "pagination": "DatasetFilesPagination",
    "file_count": int,
    "manifest_sha256": Union[str, None],
    "expires_in": Union[int, None],
})

DatasetFilesItemsItem = TypedDict("DatasetFilesItemsItem", {
    "path": str,
    "byte_size": int,
    "sha256": Union[str, None],
    "download_url": Union[str, None],
})

DatasetFilesPagination = TypedDict("DatasetFilesPagination", {
    "limit": int,
    "has_more": bool,
    "next_cursor": Union[str, None],
})

DeliveryTargets = TypedDict("DeliveryTargets", {
    "items": List["DeliveryTarget"],
})

DeliveryTarget = TypedDict("DeliveryTarget", {
    "id": str,
    "bucket": str,
    "prefix": str,
    "region": str,
    "endpoint": Union[str, None],
    "access_key_id": str,
    "policy": "DeliveryTargetPolicy",
    "checked_at": str,
    "created_at": str,
})

DeliveryTargetPolicy = TypedDict("DeliveryTargetPolicy", {
    "Version": str,
    "Statement": List["DeliveryTargetPolicyStatementItem"],
})

DeliveryTargetPolicyStatementItem = TypedDict("DeliveryTargetPolicyStatementItem", {
    "Effect": str,
    "Action": List[str],
    "Resource": str,
})

EventPage = TypedDict("EventPage", {
    "items": List["Event"],
    "pagination": "EventPagePagination",
})

EventPagePagination = TypedDict("EventPagePagination", {
    "limit": int,
    "has_more": bool,
    "next_cursor": Union[str, None],
})

Event = Union["EventItem", "EventItem2", "EventItem3", "EventItem4", "EventItem5", "EventItem6", "EventItem7", "EventItem8", "EventItem9", "EventItem10", "EventItem11", "EventItem12", "EventItem13", "EventItem14", "EventItem15", "EventItem16", "EventItem17", "EventItem18", "EventItem19", "EventItem20", "EventItem21", "EventItem22", "EventItem23", "EventItem24", "EventItem25", "EventItem26", "EventItem27", "EventItem28", "EventItem29", "EventItem30", "EventItem31", "EventItem32", "EventItem33", "EventItem34", "EventItem35", "EventItem36", "EventItem37", "EventItem38", "EventItem39", "EventItem40", "EventItem41", "EventItem42", "EventItem43", "EventItem44", "EventItem45", "EventItem46", "EventItem47", "EventItem48", "EventItem49", "EventItem50", "EventItem51", "EventItem52", "EventItem53", "EventItem54", "EventItem55", "EventItem56", "EventItem57", "EventItem58", "EventItem59", "EventItem60", "EventItem61", "EventItem62", "EventItem63", "EventItem64", "EventItem65", "EventItem66", "EventItem67", "EventItem68", "EventItem69"]

EventItem = TypedDict("EventItem", {
    "id": "EventId",
    "type": Literal["listing.sample_ready"],
    "timestamp": "EventTime",
    "subject": "ListingEventSubject",
    "data": "EventItemData",
})

EventItemData = TypedDict("EventItemData", {
    "listing_id": str,
    "auto_sample_status": Literal["generated", "no_sample"],
    "error_code": Union[str, None],
})

EventItem2 = TypedDict("EventItem2", {
    "id": "EventId",
    "type": Literal["listing.expiring"],
    "timestamp": "EventTime",
    "subject": "ListingEventSubject",
    "data": "EventItem2Data",
})

EventItem2Data = TypedDict("EventItem2Data", {
    "listing_id": str,
    "expires_at": str,
})

EventItem3 = TypedDict("EventItem3", {
    "id": "EventId",
    "type": Literal["listing.expired"],
    "timestamp": "EventTime",
    "subject": "ListingEventSubject",
    "data": "EventItem3Data",
})

EventItem3Data = TypedDict("EventItem3Data", {
    "listing_id": str,
})

EventItem4 = TypedDict("EventItem4", {
    "id": "EventId",
    "type": Literal["listing.deleted"],
    "timestamp": "EventTime",
    "subject": "ListingEventSubject",
    "data": "EventItem4Data",
})

EventItem4Data = TypedDict("EventItem4Data", {
    "listing_id": str,
})

EventItem5 = TypedDict("EventItem5", {
    "id": "EventId",
    "type": Literal["listing.published"],
    "timestamp": "EventTime",
    "subject": "ListingEventSubject",
    "data": "EventItem5Data",
})

EventItem5Data = TypedDict("EventItem5Data", {
    "dataset_id": str,
    "dataset_version": int,
    "your_role": Literal["seller", "follower"],
})

EventItem6 = TypedDict("EventItem6", {
    "id": "EventId",
    "type": Literal["listing.changed"],
    "timestamp": "EventTime",
    "subject": "ListingEventSubject",
    "data": "EventItem6Data",
})

EventItem6Data = TypedDict("EventItem6Data", {
    "dataset_id": str,
    "fields": List[str],
    "price_cents": int,
    "previous_price_cents": int,
    "your_role": Literal["seller", "follower"],
})

EventItem7 = TypedDict("EventItem7", {
    "id": "EventId",
    "type": Literal["listing.version_published"],
    "timestamp": "EventTime",
    "subject": "ListingEventSubject",
    "data": "EventItem7Data",
})

EventItem7Data = TypedDict("EventItem7Data", {
    "dataset_id": str,
    "dataset_version": int,
    "your_version": int,
    "rows_added": Union[int, None],
    "rows_removed": Union[int, None],
    "columns_added": Union[int, None],
    "columns_removed": Union[int, None],
    "columns_shifted": Union[int, None],
})

EventItem8 = TypedDict("EventItem8", {
    "id": "EventId",
    "type": Literal["listing.sold"],
    "timestamp": "EventTime",
    "subject": "ListingEventSubject",
    "data": "EventItem8Data",
})

EventItem8Data = TypedDict("EventItem8Data", {
    "dataset_id": str,
})

EventItem9 = TypedDict("EventItem9", {
    "id": "EventId",
    "type": Literal["bid.outbid"],
    "timestamp": "EventTime",
    "subject": "ListingEventSubject",
    "data": "EventItem9Data",
})

EventItem9Data = TypedDict("EventItem9Data", {
    "dataset_id": str,
    "bid_id": str,
    "current_price_cents": int,
    "next_minimum_bid_cents": int,
    "currency": str,
    "ends_at": str,
})

EventItem10 = TypedDict("EventItem10", {
    "id": "EventId",
    "type": Literal["auction.extended"],
    "timestamp": "EventTime",
    "subject": "ListingEventSubject",
    "data": "EventItem10Data",
})

EventItem10Data = TypedDict("EventItem10Data", {
    "dataset_id": str,
    "ends_at": str,
})

EventItem11 = TypedDict("EventItem11", {
    "id": "EventId",
    "type": Literal["auction.closed"],
    "timestamp": "EventTime",
    "subject": "ListingEventSubject",
    "data": "EventItem11Data",
})

EventItem11Data = TypedDict("EventItem11Data", {
    "dataset_id": str,
    "result": Literal["won", "lost", "sold", "not_sold"],
    "price_cents": Union[int, None],
    "currency": str,
    "offer_id": Union[str, None],
})

EventItem12 = TypedDict("EventItem12", {
    "id": "EventId",
    "type": Literal["offer.made"],
    "timestamp": "EventTime",
    "subject": "ListingEventSubject",
    "data": "EventItem12Data",
})

EventItem12Data = TypedDict("EventItem12Data", {
    "dataset_id": str,
    "offer_id": str,
    "status": Literal["unpaid", "offered"],
    "price_cents": int,
    "currency": str,
    "due_at": str,
})

EventItem13 = TypedDict("EventItem13", {
    "id": "EventId",
    "type": Literal["purchase.in_escrow"],
    "timestamp": "EventTime",
    "subject": "PurchaseEventSubject",
    "data": "PurchaseEventData",
})

EventItem14 = TypedDict("EventItem14", {
    "id": "EventId",
    "type": Literal["purchase.delivered"],
    "timestamp": "EventTime",
    "subject": "PurchaseEventSubject",
    "data": "PurchaseEventData",
})

EventItem15 = TypedDict("EventItem15", {
    "id": "EventId",
    "type": Literal["purchase.delivery_failed"],
    "timestamp": "EventTime",
    "subject": "PurchaseEventSubject",
    "data": "PurchaseEventData",
})

EventItem16 = TypedDict("EventItem16", {
    "id": "EventId",
    "type": Literal["purchase.action_required"],
    "timestamp": "EventTime",
    "subject": "PurchaseEventSubject",
    "data": "PurchaseEventData",
})

EventItem17 = TypedDict("EventItem17", {
    "id": "EventId",
    "type": Literal["purchase.payment_failed"],
    "timestamp": "EventTime",
    "subject": "PurchaseEventSubject",
    "data": "PurchaseEventData",
})

EventItem18 = TypedDict("EventItem18", {
    "id": "EventId",
    "type": Literal["purchase.released"],
    "timestamp": "EventTime",
    "subject": "PurchaseEventSubject",
    "data": "PurchaseEventData",
})

EventItem19 = TypedDict("EventItem19", {
    "id": "EventId",
    "type": Literal["purchase.disputed"],
    "timestamp": "EventTime",
    "subject": "PurchaseEventSubject",
    "data": "PurchaseEventData",
})

EventItem20 = TypedDict("EventItem20", {
    "id": "EventId",
    "type": Literal["purchase.dispute_answered"],
    "timestamp": "EventTime",
    "subject": "PurchaseEventSubject",
    "data": "PurchaseEventData",
})

EventItem21 = TypedDict("EventItem21", {
    "id": "EventId",
    "type": Literal["purchase.refunded"],
    "timestamp": "EventTime",
    "subject": "PurchaseEventSubject",
    "data": "PurchaseEventData",
})

EventItem22 = TypedDict("EventItem22", {
    "id": "EventId",
    "type": Literal["purchase.refund_failed"],
    "timestamp": "EventTime",
    "subject": "PurchaseEventSubject",
    "data": "PurchaseEventData",
})

EventItem23 = TypedDict("EventItem23", {
    "id": "EventId",
    "type": Literal["purchase.refund_paid_otherwise"],
    "timestamp": "EventTime",
    "subject": "PurchaseEventSubject",
    "data": "PurchaseEventData",
})

EventItem24 = TypedDict("EventItem24", {
    "id": "EventId",
    "type": Literal["purchase.chargeback_opened"],
    "timestamp": "EventTime",
    "subject": "PurchaseEventSubject",
    "data": "PurchaseEventData",
})

EventItem25 = TypedDict("EventItem25", {
    "id": "EventId",
    "type": Literal["purchase.chargeback_closed"],
    "timestamp": "EventTime",
    "subject": "PurchaseEventSubject",
    "data": "PurchaseEventData",
})

EventItem26 = TypedDict("EventItem26", {
    "id": "EventId",
    "type": Literal["purchase.chargeback_answered"],
    "timestamp": "EventTime",
    "subject": "PurchaseEventSubject",
    "data": "PurchaseEventData",
})

EventItem27 = TypedDict("EventItem27", {
    "id": "EventId",
    "type": Literal["purchase.transfer_reversed"],
    "timestamp": "EventTime",
    "subject": "PurchaseEventSubject",
    "data": "DebtEventData",
})

EventItem28 = TypedDict("EventItem28", {
    "id": "EventId",
    "type": Literal["purchase.debt_written_off"],
    "timestamp": "EventTime",
    "subject": "PurchaseEventSubject",
    "data": "DebtEventData",
})

EventItem29 = TypedDict("EventItem29", {
    "id": "EventId",
    "type": Literal["moderation.decided"],
    "timestamp": "EventTime",
    "subject": "ModerationEventSubject",
    "data": "EventItem29Data",
})

EventItem29Data = TypedDict("EventItem29Data", {
    "decision_id": str,
    "kind": Literal["dataset", "seller", "collection", "bundle", "request"],
    "subject_id": str,
    "your_role": Literal["reporter", "owner"],
    "decision": Literal["dismissed", "suspended", "gone"],
})

EventItem30 = TypedDict("EventItem30", {
    "id": "EventId",
    "type": Literal["moderation.appeal_decided"],
    "timestamp": "EventTime",
    "subject": "ModerationEventSubject",
    "data": "EventItem30Data",
})

EventItem30Data = TypedDict("EventItem30Data", {
    "decision_id": str,
    "kind": Literal["dataset", "seller", "collection", "bundle", "request"],
    "subject_id": str,
    "your_role": Literal["reporter", "owner"],
    "outcome": Literal["upheld", "rejected"],
})

EventItem31 = TypedDict("EventItem31", {
    "id": "EventId",
    "type": Literal["waiting_purchase.opened"],
    "timestamp": "EventTime",
    "subject": "WaitingPurchaseEventSubject",
    "data": "EventItem31Data",
})

EventItem31Data = TypedDict("EventItem31Data", {
    "waiting_purchase_id": str,
    "dataset_id": Union[str, None],
    "dataset_version": Union[int, None],
    "bundle_id": Union[str, None],
    "price_cents": int,
    "currency": str,
    "expires_at": str,
})

EventItem32 = TypedDict("EventItem32", {
    "id": "EventId",
    "type": Literal["waiting_purchase.ended"],
    "timestamp": "EventTime",
    "subject": "WaitingPurchaseEventSubject",
    "data": "EventItem32Data",
})

EventItem32Data = TypedDict("EventItem32Data", {
    "waiting_purchase_id": str,
    "dataset_id": Union[str, None],
    "dataset_version": Union[int, None],
    "bundle_id": Union[str, None],
    "price_cents": int,
    "currency": str,
    "status": Literal["approved", "refused", "cancelled", "superseded", "expired"],
    "purchase_id": Union[str, None],
    "bundle_purchase_id": Union[str, None],
})

EventItem33 = TypedDict("EventItem33", {
    "id": "EventId",
    "type": Literal["request.answered"],
    "timestamp": "EventTime",
    "subject": "DataRequestEventSubject",
    "data": "AnswerEventData",
})

EventItem34 = TypedDict("EventItem34", {
    "id": "EventId",
    "type": Literal["request.answer_accepted"],
    "timestamp": "EventTime",
    "subject": "DataRequestEventSubject",
    "data": "AnswerEventData",
})

EventItem35 = TypedDict("EventItem35", {
    "id": "EventId",
    "type": Literal["request.answer_rejected"],
    "timestamp": "EventTime",
    "subject": "DataRequestEventSubject",
    "data": "AnswerEventData",
})

EventItem36 = TypedDict("EventItem36", {
    "id": "EventId",
    "type": Literal["request.answer_withdrawn"],
    "timestamp": "EventTime",
    "subject": "DataRequestEventSubject",
    "data": "AnswerEventData",
})

EventItem37 = TypedDict("EventItem37", {
    "id": "EventId",
    "type": Literal["request.answer_removed"],
    "timestamp": "EventTime",
    "subject": "DataRequestEventSubject",
    "data": "AnswerEventData",
})

EventItem38 = TypedDict("EventItem38", {
    "id": "EventId",
    "type": Literal["request.changed"],
    "timestamp": "EventTime",
    "subject": "DataRequestEventSubject",
    "data": "DataRequestEventData",
})

EventItem39 = TypedDict("EventItem39", {
    "id": "EventId",
    "type": Literal["request.closed"],
    "timestamp": "EventTime",
    "subject": "DataRequestEventSubject",
    "data": "EventItem39Data",
})

EventItem39Data = TypedDict("EventItem39Data", {
    "data_request_id": str,
    "status": Literal["closed", "fulfilled"],
})

EventItem40 = TypedDict("EventItem40", {
    "id": "EventId",
    "type": Literal["request.reopened"],
    "timestamp": "EventTime",
    "subject": "DataRequestEventSubject",
    "data": "DataRequestEventData",
})

EventItem41 = TypedDict("EventItem41", {
    "id": "EventId",
    "type": Literal["request.expired"],
    "timestamp": "EventTime",
    "subject": "DataRequestEventSubject",
    "data": "DataRequestEventData",
})

EventItem42 = TypedDict("EventItem42", {
    "id": "EventId",
    "type": Literal["request.removed"],
    "timestamp": "EventTime",
    "subject": "DataRequestEventSubject",
    "data": "DataRequestEventData",
})

EventItem43 = TypedDict("EventItem43", {
    "id": "EventId",
    "type": Literal["request.delivery_decided"],
    "timestamp": "EventTime",
    "subject": "DataRequestEventSubject",
    "data": "EventItem43Data",
})

EventItem43Data = TypedDict("EventItem43Data", {
    "data_request_id": str,
    "answer_id": str,
    "dataset_id": str,
    "verdict": Literal["passed", "failed", "undecided", "won", "lost"],
    "purchase_id": Union[str, None],
})

EventItem44 = TypedDict("EventItem44", {
    "id": "EventId",
    "type": Literal["request.action_required"],
    "timestamp": "EventTime",
    "subject": "DataRequestEventSubject",
    "data": "DataRequestEventData",
})

EventItem45 = TypedDict("EventItem45", {
    "id": "EventId",
    "type": Literal["request.bounty_ended"],
    "timestamp": "EventTime",
    "subject": "DataRequestEventSubject",
    "data": "EventItem45Data",
})

EventItem45Data = TypedDict("EventItem45Data", {
    "data_request_id": str,
    "cause": Literal["awarded", "expired", "closed", "removed", "unfunded", "charged_back", "refunded"],
    "awarded": int,
})

EventItem46 = TypedDict("EventItem46", {
    "id": "EventId",
    "type": Literal["review.posted"],
    "timestamp": "EventTime",
    "subject": "ReviewEventSubject",
    "data": "PostedReviewEventData",
})

EventItem47 = TypedDict("EventItem47", {
    "id": "EventId",
    "type": Literal["review.changed"],
    "timestamp": "EventTime",
    "subject": "ReviewEventSubject",
    "data": "PostedReviewEventData",
})

EventItem48 = TypedDict("EventItem48", {
    "id": "EventId",
    "type": Literal["review.withdrawn"],
    "timestamp": "EventTime",
    "subject": "ReviewEventSubject",
    "data": "PostedReviewEventData",
})

EventItem49 = TypedDict("EventItem49", {
    "id": "EventId",
    "type": Literal["review.answered"],
    "timestamp": "EventTime",
    "subject": "ReviewEventSubject",
    "data": "EventItem49Data",
})

EventItem49Data = TypedDict("EventItem49Data", {
    "review_id": str,
    "dataset_id": str,
    "dataset_version": int,
})

EventItem50 = TypedDict("EventItem50", {
    "id": "EventId",
    "type": Literal["review.removed"],
    "timestamp": "EventTime",
    "subject": "ReviewEventSubject",
    "data": "ModeratedReviewEventData",
})

EventItem51 = TypedDict("EventItem51", {
    "id": "EventId",
    "type": Literal["review.restored"],
    "timestamp": "EventTime",
    "subject": "ReviewEventSubject",
    "data": "ModeratedReviewEventData",
})

EventItem52 = TypedDict("EventItem52", {
    "id": "EventId",
    "type": Literal["subscription.started"],
    "timestamp": "EventTime",
    "subject": "SubscriptionEventSubject",
    "data": "SubscriptionEventData",
})

EventItem53 = TypedDict("EventItem53", {
    "id": "EventId",
    "type": Literal["subscription.updated"],
    "timestamp": "EventTime",
    "subject": "SubscriptionEventSubject",
    "data": "EventItem53Data",
})

EventItem53Data = TypedDict("EventItem53Data", {
    "subscription_id": str,
    "dataset_id": str,
    "your_role": Literal["buyer", "seller"],
    "interval": Literal["month", "year"],
    "price_cents": int,
    "currency": str,
    "period_ends_at": str,
    "purchase_id": str,
    "dataset_version": int,
    "rows_added": Union[int, None],
    "rows_removed": Union[int, None],
    "columns_added": Union[int, None],
    "columns_removed": Union[int, None],
    "columns_shifted": Union[int, None],
})

EventItem54 = TypedDict("EventItem54", {
    "id": "EventId",
    "type": Literal["subscription.price_changing"],
    "timestamp": "EventTime",
    "subject": "SubscriptionEventSubject",
    "data": "EventItem54Data",
})

EventItem54Data = TypedDict("EventItem54Data", {
    "subscription_id": str,
    "dataset_id": str,
    "your_role": Literal["buyer", "seller"],
    "interval": Literal["month", "year"],
    "price_cents": int,
    "currency": str,
    "period_ends_at": str,
    "next_price_cents": int,
    "next_price_at": str,
})

EventItem55 = TypedDict("EventItem55", {
    "id": "EventId",
    "type": Literal["subscription.plan_ending"],
    "timestamp": "EventTime",
    "subject": "SubscriptionEventSubject",
    "data": "SubscriptionEventData",
})

EventItem56 = TypedDict("EventItem56", {
    "id": "EventId",
    "type": Literal["subscription.past_due"],
    "timestamp": "EventTime",
    "subject": "SubscriptionEventSubject",
    "data": "EventItem56Data",
})

EventItem56Data = TypedDict("EventItem56Data", {
    "subscription_id": str,
    "dataset_id": str,
    "your_role": Literal["buyer", "seller"],
    "interval": Literal["month", "year"],
    "price_cents": int,
    "currency": str,
    "period_ends_at": str,
    "failures": int,
    "next_try_at": str,
})

EventItem57 = TypedDict("EventItem57", {
    "id": "EventId",
    "type": Literal["subscription.ended"],
    "timestamp": "EventTime",
    "subject": "SubscriptionEventSubject",
    "data": "EventItem57Data",
})

EventItem57Data = TypedDict("EventItem57Data", {
    "subscription_id": str,
    "dataset_id": str,
    "your_role": Literal["buyer", "seller"],
    "interval": Literal["month", "year"],
    "price_cents": int,
    "currency": str,
    "period_ends_at": str,
    "cause": Literal["cancelled", "unpaid", "not_on_sale", "plan_ended", "key_ended", "charge_disputed", "acceptance_failed"],
})

EventItem58 = TypedDict("EventItem58", {
    "id": "EventId",
    "type": Literal["message.received"],
    "timestamp": "EventTime",
    "subject": "ThreadEventSubject",
    "data": "EventItem58Data",
})

EventItem58Data = TypedDict("EventItem58Data", {
    "thread_id": str,
    "message_id": str,
    "dataset_id": str,
    "from": Literal["buyer", "seller"],
})

EventItem59 = TypedDict("EventItem59", {
    "id": "EventId",
    "type": Literal["access.requested"],
    "timestamp": "EventTime",
    "subject": "ListingEventSubject",
    "data": "EventItem59Data",
})

EventItem59Data = TypedDict("EventItem59Data", {
    "access_request_id": str,
    "dataset_id": str,
})

EventItem60 = TypedDict("EventItem60", {
    "id": "EventId",
    "type": Literal["access.decided"],
    "timestamp": "EventTime",
    "subject": "ListingEventSubject",
    "data": "EventItem60Data",
})

EventItem60Data = TypedDict("EventItem60Data", {
    "access_request_id": str,
    "dataset_id": str,
    "status": Literal["approved", "declined", "withdrawn"],
})

EventItem61 = TypedDict("EventItem61", {
    "id": "EventId",
    "type": Literal["coupon.used"],
    "timestamp": "EventTime",
    "subject": "ListingEventSubject",
    "data": "EventItem61Data",
})

EventItem61Data = TypedDict("EventItem61Data", {
    "coupon_id": str,
    "purchase_id": str,
    "dataset_id": str,
    "status": Literal["active", "used_up", "expired", "revoked"],
    "use_count": int,
    "max_uses": Union[int, None],
})

EventItem62 = TypedDict("EventItem62", {
    "id": "EventId",
    "type": Literal["private_offer.expired"],
    "timestamp": "EventTime",
    "subject": "PrivateOfferEventSubject",
    "data": "EventItem62Data",
})

EventItem62Data = TypedDict("EventItem62Data", {
    "private_offer_id": str,
    "dataset_id": str,
    "your_role": Literal["buyer", "seller"],
    "price_cents": int,
    "currency": str,
})

EventItem63 = TypedDict("EventItem63", {
    "id": "EventId",
    "type": Literal["private_offer.moved"],
    "timestamp": "EventTime",
    "subject": "PrivateOfferEventSubject",
    "data": "EventItem63Data",
})

EventItem63Data = TypedDict("EventItem63Data", {
    "private_offer_id": str,
    "dataset_id": str,
    "your_role": Literal["buyer", "seller"],
    "move": Literal["offer", "counter", "accept", "decline", "withdraw"],
    "price_cents": int,
    "currency": str,
    "expires_at": str,
})

EventItem64 = TypedDict("EventItem64", {
    "id": "EventId",
    "type": Literal["saved_search.matched"],
    "timestamp": "EventTime",
    "subject": "SavedSearchEventSubject",
    "data": "EventItem64Data",
})

EventItem64Data = TypedDict("EventItem64Data", {
    "saved_search_id": str,
    "dataset_id": str,
    "dataset_version": int,
})

EventItem65 = TypedDict("EventItem65", {
    "id": "EventId",
    "type": Literal["saved_search.paused"],
    "timestamp": "EventTime",
    "subject": "SavedSearchEventSubject",
    "data": "EventItem65Data",
})

EventItem65Data = TypedDict("EventItem65Data", {
    "saved_search_id": str,
    "reason": Literal["parameters_invalid", "too_many_matches"],
})

EventItem66 = TypedDict("EventItem66", {
    "id": "EventId",
    "type": Literal["collection.dataset_added"],
    "timestamp": "EventTime",
    "subject": "CollectionEventSubject",
    "data": "EventItem66Data",
})

EventItem66Data = TypedDict("EventItem66Data", {
    "collection_id": str,
    "dataset_id": str,
})

EventItem67 = TypedDict("EventItem67", {
    "id": "EventId",
    "type": Literal["agent.verified"],
    "timestamp": "EventTime",
    "subject": "AgentEventSubject",
    "data": "EventItem67Data",
})

EventItem67Data = TypedDict("EventItem67Data", {
    "agent_id": str,
    "agent_name": str,
})

EventItem68 = TypedDict("EventItem68", {
    "id": "EventId",
    "type": Literal["agent.deleted"],
    "timestamp": "EventTime",
    "subject": "AgentEventSubject",
    "data": "EventItem68Data",
})

EventItem68Data = TypedDict("EventItem68Data", {
    "agent_id": str,
    "agent_name": str,
    "withdrawn": int,
    "drafts_deleted": int,
})

EventItem69 = TypedDict("EventItem69", {
    "id": "EventId",
    "type": Literal["webhook.test"],
    "timestamp": "EventTime",
    "subject": "WebhookEventSubject",
    "data": "EventItem69Data",
})

EventItem69Data = TypedDict("EventItem69Data", {
    "webhook_id": str,
})

EventId = str

EventTime = str

ListingEventSubject = TypedDict("ListingEventSubject", {
    "kind": Literal["listing"],
    "id": "EventSubjectId",
})

EventSubjectId = str

PurchaseEventSubject = TypedDict("PurchaseEventSubject", {
    "kind": Literal["purchase"],
    "id": "EventSubjectId",
})

PurchaseEventData = TypedDict("PurchaseEventData", {
    "purchase_id": str,
    "dataset_id": str,
    "dataset_version": int,
    "your_role": Literal["buyer", "seller"],
    "status": str,
    "cause": Union[str, None],
    "price_cents": int,
    "currency": str,
})

DebtEventData = TypedDict("DebtEventData", {
    "purchase_id": str,
    "dataset_id": str,
    "amount_cents": int,
    "owed_cents": int,
    "currency": str,
})

ModerationEventSubject = TypedDict("ModerationEventSubject", {
    "kind": Literal["moderation"],
    "id": "EventSubjectId",
})

WaitingPurchaseEventSubject = TypedDict("WaitingPurchaseEventSubject", {
    "kind": Literal["waiting_purchase"],
    "id": "EventSubjectId",
})

DataRequestEventSubject = TypedDict("DataRequestEventSubject", {
    "kind": Literal["data_request"],
    "id": "EventSubjectId",
})

AnswerEventData = TypedDict("AnswerEventData", {
    "data_request_id": str,
    "answer_id": str,
    "dataset_id": str,
})

DataRequestEventData = TypedDict("DataRequestEventData", {
    "data_request_id": str,
})

ReviewEventSubject = TypedDict("ReviewEventSubject", {
    "kind": Literal["review"],
    "id": "EventSubjectId",
})

PostedReviewEventData = TypedDict("PostedReviewEventData", {
    "review_id": str,
    "dataset_id": str,
    "dataset_version": int,
    "stars": int,
})

ModeratedReviewEventData = TypedDict("ModeratedReviewEventData", {
    "review_id": str,
    "dataset_id": str,
    "dataset_version": int,
    "about": Literal["review", "answer"],
})

SubscriptionEventSubject = TypedDict("SubscriptionEventSubject", {
    "kind": Literal["subscription"],
    "id": "EventSubjectId",
})

SubscriptionEventData = TypedDict("SubscriptionEventData", {
    "subscription_id": str,
    "dataset_id": str,
    "your_role": Literal["buyer", "seller"],
    "interval": Literal["month", "year"],
    "price_cents": int,
    "currency": str,
    "period_ends_at": str,
})

ThreadEventSubject = TypedDict("ThreadEventSubject", {
    "kind": Literal["thread"],
    "id": "EventSubjectId",
})

PrivateOfferEventSubject = TypedDict("PrivateOfferEventSubject", {
    "kind": Literal["private_offer"],
    "id": "EventSubjectId",
})

SavedSearchEventSubject = TypedDict("SavedSearchEventSubject", {
    "kind": Literal["saved_search"],
    "id": "EventSubjectId",
})

CollectionEventSubject = TypedDict("CollectionEventSubject", {
    "kind": Literal["collection"],
    "id": "EventSubjectId",
})

AgentEventSubject = TypedDict("AgentEventSubject", {
    "kind": Literal["agent"],
    "id": "EventSubjectId",
})

WebhookEventSubject = TypedDict("WebhookEventSubject", {
    "kind": Literal["webhook"],
    "id": "EventSubjectId",
})

FollowPage = TypedDict("FollowPage", {
    "items": List["Follow"],
    "pagination": "Pagination",
})

ImportPage = TypedDict("ImportPage", {
    "items": List["Import"],
    "pagination": "Pagination",
})

Increments = TypedDict("Increments", {
    "currency": str,
    "soft_close_seconds": int,
    "hard_end_hours": int,
    "increments": List["IncrementsIncrementsItem"],
})

IncrementsIncrementsItem = TypedDict("IncrementsIncrementsItem", {
    "from_cents": int,
    "increment_cents": int,
})

ListingPage = TypedDict("ListingPage", {
    "items": List["Listing"],
    "pagination": "Pagination",
})

OfferPage = TypedDict("OfferPage", {
    "items": List["Offer"],
    "pagination": "Pagination",
})

OwnBidPage = TypedDict("OwnBidPage", {
    "items": List["OwnBid"],
    "pagination": "CursorPagination",
})

OwnBid = TypedDict("OwnBid", {
    "bid_id": str,
    "dataset": "ListingReference",
    "api_key": "OwnBidApiKey",
    "status": Literal["leading", "outbid", "closing", "won", "to_pay", "paid", "lost"],
    "placed_at": str,
    "max_amount_cents": int,
    "minimum_bid_cents": Union[int, None],
    "acceptance": Union["Contract", None],
    "auction": "Auction",
    "offer": Union["OwnBidOffer", None],
    "links": "Links",
})

OwnBidApiKey = TypedDict("OwnBidApiKey", {
    "id": str,
    "name": str,
})

OwnBidOffer = TypedDict("OwnBidOffer", {
    "id": str,
    "status": Literal["won", "charging", "unpaid", "offered", "paid", "lapsed", "declined"],
    "price_cents": int,
    "due_at": Union[str, None],
    "purchase_id": Union[str, None],
})

OwnDataRequestPage = TypedDict("OwnDataRequestPage", {
    "items": List["OwnDataRequest"],
    "pagination": "Pagination",
})

Reports = TypedDict("Reports", {
    "items": List["Report"],
    "pagination": "CursorPagination",
})

Report = TypedDict("Report", {
    "id": str,
    "subject": "ReportSubject",
    "reason": Literal["illegal_content", "personal_data", "infringes_rights", "misleading", "malware", "other"],
    "detail": Union[str, None],
    "reported_at": str,
    "status": Literal["open", "decided"],
    "decision": Union["ReportDecision", None],
})

ReportSubject = TypedDict("ReportSubject", {
    "kind": Literal["dataset", "seller", "collection", "bundle", "request"],
    "id": str,
    "title": Union[str, None],
    "status": Literal["shown", "suspended", "gone"],
})

ReportDecision = TypedDict("ReportDecision", {
    "decision": Literal["dismissed", "suspended", "gone"],
    "statement": str,
    "decided_at": str,
    "appeal": Union["ReportDecisionAppeal", None],
})

ReportDecisionAppeal = TypedDict("ReportDecisionAppeal", {
    "outcome": Literal["upheld", "rejected"],
    "statement": str,
    "decided_at": str,
})

OwnReviews = TypedDict("OwnReviews", {
    "items": List["OwnReview"],
    "pagination": "CursorPagination",
})

ParquetFiles = TypedDict("ParquetFiles", {
    "pending": bool,
    "items": List["ParquetFilesItemsItem"],
})

ParquetFilesItemsItem = TypedDict("ParquetFilesItemsItem", {
    "table": Union[str, None],
    "is_default": bool,
    "url": Union[str, None],
    "byte_size": Union[int, None],
    "sha256": Union[str, None],
    "row_count": Union[int, None],
    "error": Union["ParquetFilesItemsItemError", None],
})

ParquetFilesItemsItemError = TypedDict("ParquetFilesItemsItemError", {
    "code": Literal["twin_pending", "twin_not_owed", "no_table", "table_unread", "tables_exceeded", "twin_bytes_exceeded", "columns_unsupported", "rows_differ", "values_differ", "twin_failed"],
    "detail": str,
})

PayoutPage = TypedDict("PayoutPage", {
    "items": List["Payout"],
    "pagination": "CursorPagination",
})

Payout = TypedDict("Payout", {
    "id": str,
    "dataset_id": str,
    "dataset_title": str,
    "dataset_version": int,
    "agent_id": str,
    "price_cents": int,
    "fee_cents": int,
    "currency": str,
    "status": Literal["waiting", "sent", "partly_reversed", "reversed", "none"],
    "amount_cents": int,
    "set_off_cents": int,
    "kept_cents": int,
    "reversed_cents": int,
    "waits_for": Union["PayoutWaitsFor", None],
    "released_at": str,
    "sent_at": Union[str, None],
    "transfer_id": Union[str, None],
})

PayoutWaitsFor = TypedDict("PayoutWaitsFor", {
    "code": Literal["bank_dispute", "account_suspended", "payout_account_missing", "payouts_not_enabled", "tried_again", "on_its_way"],
    "detail": str,
})

PrivateOffers = TypedDict("PrivateOffers", {
    "items": List["PrivateOffer"],
    "pagination": "Pagination",
})

PrivateOffer = TypedDict("PrivateOffer", {
    "id": str,
    "dataset": "OfferedDataset",
    "your_role": Literal["buyer", "seller"],
    "buyer": "PrivateOfferBuyer",
    "seller": "PrivateOfferSeller",
    "status": Literal["open", "accepted", "declined", "withdrawn", "expired", "used"],
    "possible_moves": List[Literal["offer", "counter", "accept", "decline", "withdraw"]],
    "price_cents": int,
    "currency": str,
    "expires_at": str,
    "note": Union["UntrustedText", None],
    "move_count": int,
    "purchase_id": Union[str, None],
    "created_at": str,
    "updated_at": str,
    "links": "Links",
})

PrivateOfferBuyer = TypedDict("PrivateOfferBuyer", {
    "name": str,
})

PrivateOfferSeller = TypedDict("PrivateOfferSeller", {
    "id": str,
    "name": str,
})

ExplainedProblems = TypedDict("ExplainedProblems", {
    "items": List["ExplainedProblem"],
})

PurchasePage = TypedDict("PurchasePage", {
    "items": List["Purchase"],
    "pagination": "Pagination",
})

Reviews = TypedDict("Reviews", {
    "rating": "Rating",
    "by_stars": List[int],
    "items": List["Review"],
    "pagination": "CursorPagination",
})

Review = TypedDict("Review", {
    "id": str,
    "dataset_id": str,
    "dataset_version": int,
    "stars": int,
    "body": Union["UntrustedText", None],
    "posted_at": str,
    "edited_at": Union[str, None],
    "wordings": int,
    "answer": Union["ReviewAnswer", None],
})

ReviewAnswer = TypedDict("ReviewAnswer", {
    "body": "UntrustedText",
    "answered_at": str,
    "edited_at": Union[str, None],
    "is_older_than_review": bool,
})

SalePage = TypedDict("SalePage", {
    "items": List["Sale"],
    "pagination": "CursorPagination",
})

Sale = TypedDict("Sale", {
    "id": str,
    "dataset_id": str,
    "dataset_title": str,
    "dataset_version": int,
    "agent_id": str,
    "price_cents": int,
    "fee_cents": int,
    "currency": str,
    "status": Literal["in_escrow", "disputed", "released", "refunded"],
    "net_cents": int,
    "payable_cents": int,
    "paid_out_cents": int,
    "sold_at": str,
    "release_due_at": Union[str, None],
    "released_at": Union[str, None],
    "release_cause": Union[Literal["buyer_confirmed", "escrow_ended", "dispute_resolved", "acceptance_passed"], None],
    "refunded_at": Union[str, None],
    "refund_cause": Union[Literal["file_missing", "file_changed", "dispute_resolved", "dispute_timed_out", "charged_back", "refunded_at_provider", "charged_late", "no_update", "trial_cancelled", "acceptance_failed"], None],
    "dispute": Union["SaleDispute", None],
    "chargeback": Union[Literal["open", "won", "lost"], None],
    "transferred_at": Union[str, None],
    "links": "Links",
})

SaleDispute = TypedDict("SaleDispute", {
    "reason": Literal["file_unusable", "not_as_described", "not_licensed", "other", "chargeback", "acceptance_undecided"],
    "detail": Union[str, None],
    "opened_at": str,
    "resolved_at": Union[str, None],
    "resolution": Union[Literal["released", "refunded"], None],
    "resolution_detail": Union[str, None],
})

SavedSearchPage = TypedDict("SavedSearchPage", {
    "items": List["SavedSearch"],
    "pagination": "Pagination",
})

SearchMatchPage = TypedDict("SearchMatchPage", {
    "saved_search": "SavedSearch",
    "items": List["SearchMatchPageItemsItem"],
    "pagination": "Pagination",
})

SearchMatchPageItemsItem = TypedDict("SearchMatchPageItemsItem", {
    "id": str,
    "dataset_id": str,
    "dataset_version": int,
    "matched_at": str,
    "dataset": Union["DatasetItem", None],
})

SubscriptionPage = TypedDict("SubscriptionPage", {
    "items": List["Subscription"],
    "pagination": "Pagination",
})

Threads = TypedDict("Threads", {
    "items": List["Thread"],
    "pagination": "Pagination",
})

UnmetSearches = TypedDict("UnmetSearches", {
    "since": str,
    "items": List["UnmetSearchesItemsItem"],
})

UnmetSearchesItemsItem = TypedDict("UnmetSearchesItemsItem", {
    "words": str,
    "searches": int,
    "days": List["UnmetSearchesItemsItemDaysItem"],
})

UnmetSearchesItemsItemDaysItem = TypedDict("UnmetSearchesItemsItemDaysItem", {
    "day": str,
    "searches": int,
})

UploadPage = TypedDict("UploadPage", {
    "items": List["UploadSummary"],
    "pagination": "Pagination",
})

UploadSummary = TypedDict("UploadSummary", {
    "id": str,
    "path": str,
    "state": Literal["open", "attached", "ended"],
    "byte_size": Union[int, None],
    "parts_expected": Union[int, None],
    "part_byte_size": Union[int, None],
    "file_count": Union[int, None],
    "issued_at": str,
    "open_until": Union[str, None],
})

ListingVersionPage = TypedDict("ListingVersionPage", {
    "items": List["ListingVersion"],
    "pagination": "Pagination",
})

ListingVersion = TypedDict("ListingVersion", {
    "version": int,
    "full_data_path": str,
    "format": Union[str, None],
    "byte_size": Union[int, None],
    "sha256": Union[str, None],
    "published_at": str,
})

WaitingPurchasePage = TypedDict("WaitingPurchasePage", {
    "items": List["WaitingPurchase"],
    "pagination": "Pagination",
})

WebhookDeliveryPage = TypedDict("WebhookDeliveryPage", {
    "items": List["WebhookDelivery"],
    "pagination": "Pagination",
})

WebhookDelivery = TypedDict("WebhookDelivery", {
    "id": str,
    "webhook_id": str,
    "event_id": str,
    "event_type": "EventType",
    "status": Literal["pending", "delivered", "failed"],
    "attempts": int,
    "created_at": str,
    "next_attempt_at": Union[str, None],
    "last_attempt_at": Union[str, None],
    "response_status": Union[int, None],
    "error": Union[str, None],
    "response_excerpt": Union[str, None],
    "ended_at": Union[str, None],
})

WebhookPage = TypedDict("WebhookPage", {
    "items": List["Webhook"],
    "pagination": "Pagination",
})

Matches = TypedDict("Matches", {
    "values_count": int,
    "datasets_compared": int,
    "matches": List["Match"],
    "total": int,
    "next_offset": Union[int, None],
    "not_compared": List["MatchesNotComparedItem"],
})

MatchesNotComparedItem = TypedDict("MatchesNotComparedItem", {
    "dataset_id": str,
    "title": str,
    "reason": Literal["no_keys", "needs_account", "too_few_values", "sample_too_small", "budget_spent", "values_withheld"],
    "detail": str,
})

Match = TypedDict("Match", {
    "dataset_id": str,
    "title": str,
    "column": str,
    "table": Union[str, None],
    "column_values": int,
    "matched": int,
    "error": int,
    "basis": Literal["exact", "estimated", "noised"],
    "says": str,
})

Bid = TypedDict("Bid", {
    "id": str,
    "dataset_id": str,
    "max_amount_cents": int,
    "placed_at": str,
    "retracted_at": Union[str, None],
    "is_leading": bool,
    "minimum_bid_cents": int,
    "acceptance": Union["Contract", None],
    "auction": "Auction",
    "links": "Links",
})

PostedDataRequest = TypedDict("PostedDataRequest", {
    "id": str,
    "status": Literal["open", "fulfilled", "closed", "expired", "removed"],
    "title": str,
    "description": str,
    "category": Union[Literal["geographic", "pricing", "sensor", "images", "text", "financial", "scientific", "social", "retail", "other"], None],
    "columns": List[str],
    "formats": List[str],
    "min_rows": Union[int, None],
    "period": Union[str, None],
    "place": Union[str, None],
    "budget_cents": Union[int, None],
    "currency": str,
    "poster": "PostedDataRequestPoster",
    "answer_count": int,
    "bounty": Union["Bounty", None],
    "created_at": str,
    "updated_at": str,
    "expires_at": str,
    "ended_at": Union[str, None],
    "links": "Links",
    "removed_reason": Union[str, None],
    "matches": List["DataRequestMatch"],
})

PostedDataRequestPoster = TypedDict("PostedDataRequestPoster", {
    "name": str,
})

QueryAnswer = TypedDict("QueryAnswer", {
    "dataset_id": str,
    "version": int,
    "table": Union[str, None],
    "joined": NotRequired[List["QueryAnswerJoinedItem"]],
    "columns": List["QueryAnswerColumnsItem"],
    "rows": List[List[Any]],
    "row_count": int,
    "total_rows": Union[int, None],
    "next_offset": Union[int, None],
})

QueryAnswerJoinedItem = TypedDict("QueryAnswerJoinedItem", {
    "dataset_id": str,
    "version": int,
    "table": Union[str, None],
})

QueryAnswerColumnsItem = TypedDict("QueryAnswerColumnsItem", {
    "name": str,
    "type": "ColumnType",
})

AgentSession = TypedDict("AgentSession", {
    "id": str,
    "agent_name": str,
    "verified": bool,
    "owner_email": str,
    "expires_at": str,
    "quota": "AgentSessionQuota",
})

AgentSessionQuota = TypedDict("AgentSessionQuota", {
    "bytes_used": int,
    "bytes_max": int,
    "files_used": int,
    "files_max": int,
    "account": "AgentSessionQuotaAccount",
})

AgentSessionQuotaAccount = TypedDict("AgentSessionQuotaAccount", {
    "bytes_used": int,
    "bytes_max": int,
    "files_used": int,
    "files_max": int,
})

AgentCard = TypedDict("AgentCard", {
    "name": str,
    "description": str,
    "version": str,
    "supportedInterfaces": List[Dict[str, Any]],
    "skills": List[Dict[str, Any]],
})

AiCatalog = TypedDict("AiCatalog", {
    "specVersion": Literal["1.0"],
    "host": "AiCatalogHost",
    "entries": List["CatalogEntry"],
})

AiCatalogHost = TypedDict("AiCatalogHost", {
    "displayName": str,
    "identifier": str,
    "documentationUrl": str,
})

CatalogEntry = TypedDict("CatalogEntry", {
    "identifier": str,
    "displayName": str,
    "type": str,
    "url": str,
    "description": NotRequired[str],
    "tags": NotRequired[List[str]],
})

Analytics = TypedDict("Analytics", {
    "since": str,
    "totals": List["AnalyticsTotalsItem"],
    "items": List["AnalyticsItemsItem"],
    "pagination": "CursorPagination",
})

AnalyticsTotalsItem = TypedDict("AnalyticsTotalsItem", {
    "days": int,
    "views": int,
    "page_views": int,
    "api_reads": int,
    "samples": int,
    "queries": int,
    "downloads": int,
    "purchases": int,
    "samples_per_view": Union[float, None],
    "purchases_per_sample": Union[float, None],
    "purchases_per_view": Union[float, None],
})

AnalyticsItemsItem = TypedDict("AnalyticsItemsItem", {
    "day": Union[str, None],
    "dataset": Union["AnalyticsItemsItemDataset", None],
    "views": int,
    "page_views": int,
    "api_reads": int,
    "samples": int,
    "queries": int,
    "downloads": int,
    "purchases": int,
    "samples_per_view": Union[float, None],
    "purchases_per_sample": Union[float, None],
    "purchases_per_view": Union[float, None],
})

AnalyticsItemsItemDataset = TypedDict("AnalyticsItemsItemDataset", {
    "id": str,
    "title": str,
})

ApiCatalog = TypedDict("ApiCatalog", {
    "linkset": List["ApiCatalogLinksetItem"],
})

ApiCatalogLinksetItem = TypedDict("ApiCatalogLinksetItem", {
    "anchor": str,
})

CatalogLink = TypedDict("CatalogLink", {
    "href": str,
    "type": str,
})

Earnings = TypedDict("Earnings", {
    "balances": List["EarningsBalancesItem"],
    "recurring": "EarningsRecurring",
    "totals": List["EarningsTotalsItem"],
    "items": List["EarningsItemsItem"],
    "pagination": "CursorPagination",
})

EarningsBalancesItem = TypedDict("EarningsBalancesItem", {
    "currency": str,
    "held_cents": int,
    "disputed_cents": int,
    "payable_cents": int,
    "paid_out_cents": int,
    "owed_back_cents": int,
})

EarningsRecurring = TypedDict("EarningsRecurring", {
    "currency": str,
    "subscribers": int,
    "past_due": int,
    "monthly_cents": int,
})

EarningsTotalsItem = TypedDict("EarningsTotalsItem", {
    "currency": str,
    "sold_cents": int,
    "refunded_cents": int,
    "fee_cents": int,
    "fee_returned_cents": int,
    "released_cents": int,
    "paid_out_cents": int,
    "reversed_cents": int,
    "kept_cents": int,
    "set_off_cents": int,
})

EarningsItemsItem = TypedDict("EarningsItemsItem", {
    "period": Union[str, None],
    "dataset": Union["EarningsItemsItemDataset", None],
    "currency": str,
    "sold_cents": int,
    "refunded_cents": int,
    "fee_cents": int,
    "fee_returned_cents": int,
    "released_cents": int,
    "paid_out_cents": int,
    "reversed_cents": int,
    "kept_cents": int,
    "set_off_cents": int,
})

EarningsItemsItemDataset = TypedDict("EarningsItemsItemDataset", {
    "id": str,
    "title": str,
})

McpCatalog = TypedDict("McpCatalog", {
    "specVersion": Literal["draft"],
    "entries": List["CatalogEntry"],
})

Operator = TypedDict("Operator", {
    "account_id": str,
    "key": "OperatorKey",
    "spent_cents": int,
    "reserved_cents": int,
    "remaining_cents": Union[int, None],
    "currency": str,
    "mode": Literal["live", "test"],
    "payment_methods": List["OperatorPaymentMethodsItem"],
})

OperatorKey = TypedDict("OperatorKey", {
    "id": str,
    "name": str,
    "prefix": str,
    "scopes": List[Literal["purchase", "bid", "message", "read"]],
    "expires_at": Union[str, None],
    "limits": "OperatorKeyLimits",
})

OperatorKeyLimits = TypedDict("OperatorKeyLimits", {
    "max_per_purchase_cents": Union[int, None],
    "confirm_above_cents": Union[int, None],
    "budget_cents": Union[int, None],
    "budget_period": Union[Literal["day", "week", "month", "total"], None],
    "categories": List[Literal["geographic", "pricing", "sensor", "images", "text", "financial", "scientific", "social", "retail", "other"]],
})

OperatorPaymentMethodsItem = TypedDict("OperatorPaymentMethodsItem", {
    "id": str,
    "brand": str,
    "last4": str,
    "exp_month": int,
    "exp_year": int,
    "is_default": bool,
})

ProtectedResource = TypedDict("ProtectedResource", {
    "resource": str,
    "resource_name": str,
    "resource_documentation": str,
    "authorization_servers": List[str],
    "scopes_supported": List[str],
    "bearer_methods_supported": List[Literal["header"]],
    "dpop_signing_alg_values_supported": List[str],
    "dpop_bound_access_tokens_required": Literal[False],
})

ReceiptKeys = TypedDict("ReceiptKeys", {
    "keys": List["ReceiptKeysKeysItem"],
})

ReceiptKeysKeysItem = TypedDict("ReceiptKeysKeysItem", {
    "kty": Literal["OKP"],
    "crv": Literal["Ed25519"],
    "x": str,
    "kid": str,
    "use": Literal["sig"],
    "alg": Literal["EdDSA"],
})

McpServerCard = TypedDict("McpServerCard", {
    "$schema": str,
    "name": str,
    "version": str,
    "title": str,
    "description": str,
    "websiteUrl": str,
    "icons": List[Dict[str, Any]],
    "remotes": List["McpServerCardRemotesItem"],
})

McpServerCardRemotesItem = TypedDict("McpServerCardRemotesItem", {
    "type": Literal["streamable-http"],
    "url": str,
    "supportedProtocolVersions": List[str],
})

Recommendation = TypedDict("Recommendation", {
    "outcome": Literal["recommended", "nothing_fits"],
    "says": str,
    "candidates": List["RecommendedDataset"],
    "nearest": List["RecommendedDataset"],
    "post_request": Union["RecommendationPostRequest", None],
})

RecommendationPostRequest = TypedDict("RecommendationPostRequest", {
    "title": str,
    "description": str,
    "columns": List[str],
    "budget_cents": NotRequired[int],
})

RecommendedDataset = TypedDict("RecommendedDataset", {
    "id": str,
    "title": str,
    "offers": "Offers",
    "cents_per_row": Union[float, None],
    "currency": str,
    "row_count": Union[int, None],
    "covers_from": Union[str, None],
    "covers_to": Union[str, None],
    "covers_precision": Union[Literal["year", "month", "day"], None],
    "completeness": Union[float, None],
    "license_id": Union[str, None],
    "quality_score": Union[float, None],
    "fits": List["RecommendationPoint"],
    "missing": List["RecommendationPoint"],
    "unknown": List["RecommendationPoint"],
    "similar_columns": List["RecommendedDatasetSimilarColumnsItem"],
    "links": "Links",
})

RecommendedDatasetSimilarColumnsItem = TypedDict("RecommendedDatasetSimilarColumnsItem", {
    "asked": str,
    "column": str,
})

RecommendationPoint = TypedDict("RecommendationPoint", {
    "criterion": Literal["topic", "budget", "columns", "period", "granularity", "region", "completeness", "license"],
    "says": str,
})

Registration = TypedDict("Registration", {
    "id": str,
    "token": NotRequired[str],
    "token_withheld": NotRequired[str],
    "agent_name": str,
    "verification_pending": bool,
    "expires_at": str,
    "poll_interval_seconds": int,
    "links": "Links",
})

SellerLogo = TypedDict("SellerLogo", {
    "logo_url": Union[str, None],
})

RotatedToken = TypedDict("RotatedToken", {
    "id": str,
    "token": str,
    "agent_name": str,
    "expires_at": str,
})

ReviewReport = TypedDict("ReviewReport", {
    "review_id": str,
    "about": Literal["review", "answer"],
    "reported_at": str,
})

DatasetPage = TypedDict("DatasetPage", {
    "items": List["DatasetHit"],
    "pagination": "Pagination",
    "match": Literal["exact", "similar", "partial", "none"],
    "match_quality": Union[Literal["good", "weak"], None],
    "corrected_query": Union[str, None],
    "missing_words": List[str],
    "ignored_words": List[str],
    "meaning": Literal["off", "searched", "unavailable"],
    "interpreted": List["DatasetPageInterpretedItem"],
    "suggestions": Union["SearchSuggestions", None],
    "joinable_with": NotRequired["DatasetPageJoinableWith"],
    "facets": NotRequired["DatasetPageFacets"],
    "facets_cut": NotRequired["DatasetPageFacetsCut"],
})

DatasetPageInterpretedItem = TypedDict("DatasetPageInterpretedItem", {
    "filter": str,
    "value": Union[str, float, bool],
    "words": str,
    "applied": bool,
})

DatasetPageJoinableWith = TypedDict("DatasetPageJoinableWith", {
    "columns": List[str],
    "reason": Union[Literal["no_keys", "none_shared"], None],
    "detail": Union[str, None],
})

DatasetPageFacets = TypedDict("DatasetPageFacets", {
    "category": Dict[str, Any],
    "format": Dict[str, Any],
    "pricing_type": Dict[str, Any],
    "price": Dict[str, Any],
    "price_range": Dict[str, Any],
    "license": Dict[str, Any],
    "license_group": Dict[str, Any],
    "country": Dict[str, Any],
    "language": Dict[str, Any],
    "covers": Dict[str, Any],
    "updated": Dict[str, Any],
    "seller": Dict[str, Any],
    "tags": Dict[str, Any],
    "columns": Dict[str, Any],
    "column_kinds": Dict[str, Any],
    "quality": Dict[str, Any],
    "ending": Dict[str, Any],
    "rows": Dict[str, Any],
    "bytes": Dict[str, Any],
    "has_personal_data": Dict[str, Any],
})

DatasetPageFacetsCut = TypedDict("DatasetPageFacetsCut", {
    "values": List[Literal["category", "format", "pricing_type", "price", "price_range", "license", "license_group", "country", "language", "covers", "updated", "seller", "tags", "columns", "column_kinds", "quality", "ending", "rows", "bytes", "has_personal_data"]],
    "listings": List[Literal["category", "format", "pricing_type", "price", "price_range", "license", "license_group", "country", "language", "covers", "updated", "seller", "tags", "columns", "column_kinds", "quality", "ending", "rows", "bytes", "has_personal_data"]],
})

DatasetHit = TypedDict("DatasetHit", {
    "id": str,
    "title": str,
    "description": str,
    "category": Literal["geographic", "pricing", "sensor", "images", "text", "financial", "scientific", "social", "retail", "other"],
    "tags": List[str],
    "license": Union[str, None],
    "pricing_type": Literal["buy_it_now", "auction", "hybrid"],
    "price_cents": int,
    "offers": "Offers",
    "auction": Union["Auction", None],
    "currency": str,
    "status": Literal["active"],
    "format": Union[str, None],
    "compression": Union[str, None],
    "byte_size": Union[int, None],
    "row_count": Union[int, None],
    "column_count": Union[int, None],
    "quality_score": Union[float, None],
    "sha256": Union[str, None],
    "file_count": NotRequired[Union[int, None]],
    "version": int,
    "seller": "ShownSeller",
    "rating": "Rating",
    "published_at": str,
    "updated_at": str,
    "version_published_at": str,
    "covers_from": Union[str, None],
    "covers_to": Union[str, None],
    "covers_precision": Union[Literal["year", "month", "day"], None],
    "bbox": Union[List[float], None],
    "countries": Union[List[str], None],
    "languages": Union[List[str], None],
    "has_personal_data": Union[bool, None],
    "license_id": Union[str, None],
    "license_groups": List[Literal["open", "public-domain", "allows-commercial-use", "allows-derivatives", "attribution", "share-alike", "non-commercial", "no-derivatives"]],
    "capabilities": "DatasetCapabilities",
    "links": "Links",
    "matched": Union["SearchMatch", None],
    "missing_words": List[str],
    "is_weak": Union[bool, None],
    "score": Union["SearchScore", None],
    "joinable": NotRequired[List["DatasetHitJoinableItem"]],
})

DatasetHitJoinableItem = TypedDict("DatasetHitJoinableItem", {
    "column": str,
    "table": Union[str, None],
    "with": str,
    "with_table": Union[str, None],
    "overlap": float,
    "containment": float,
    "contained": float,
    "error": float,
})

SearchMatch = TypedDict("SearchMatch", {
    "fields": List[Literal["title", "tags", "columns", "description"]],
    "snippets": List["SearchMatchSnippetsItem"],
    "tags": List[str],
    "columns": List[str],
    "concepts": List["SearchMatchConceptsItem"],
})

SearchMatchSnippetsItem = TypedDict("SearchMatchSnippetsItem", {
    "field": Literal["title", "description"],
    "text": str,
    "highlights": List[List[int]],
})

SearchMatchConceptsItem = TypedDict("SearchMatchConceptsItem", {
    "word": str,
    "by": str,
    "kind": Literal["typed", "synonym", "broader", "translation", "spelling"],
})

SearchScore = TypedDict("SearchScore", {
    "total": float,
    "coverage": float,
    "fields": float,
    "words": float,
    "quality": float,
    "vectors": float,
})

SearchSuggestions = TypedDict("SearchSuggestions", {
    "drop": List["SearchSuggestionsDropItem"],
    "nearest": List["DatasetItem"],
})

SearchSuggestionsDropItem = TypedDict("SearchSuggestionsDropItem", {
    "kind": Literal["filter", "word"],
    "name": str,
    "total": int,
    "total_is_exact": bool,
})

Gate = TypedDict("Gate", {
    "dataset_id": str,
    "questions": Union[List[str], None],
    "hide_sample": bool,
})

FilePartUrls = TypedDict("FilePartUrls", {
    "name": str,
    "position": int,
    "byte_size": int,
    "state": Literal["awaited", "arrived", "unchanged"],
    "parts_expected": Union[int, None],
    "part_byte_size": Union[int, None],
    "expires_in": int,
    "parts_missing": int,
    "parts": List["PartUrl"],
})

SearchSuggestionList = TypedDict("SearchSuggestionList", {
    "items": List["SearchSuggestionListItemsItem"],
})

SearchSuggestionListItemsItem = TypedDict("SearchSuggestionListItemsItem", {
    "kind": Literal["dataset", "category", "column", "seller"],
    "text": str,
    "links": "SearchSuggestionListItemsItemLinks",
})

SearchSuggestionListItemsItemLinks = TypedDict("SearchSuggestionListItemsItemLinks", {
    "self": str,
})

WebhookTest = TypedDict("WebhookTest", {
    "event_id": str,
    "links": "Links",
})
