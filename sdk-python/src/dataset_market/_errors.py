"""Written by `bun run docs` from market/*/contract.ts."""
from typing import Dict, Type

from .errors import MarketError


class InvalidRequest(MarketError):
    """The request is not valid"""


class MalformedJson(MarketError):
    """The body is not JSON"""


class BodyTooComplex(MarketError):
    """The body is nested too deeply or too large"""


class CredentialInUrl(MarketError):
    """An address must not contain a key"""


class RouteNotFound(MarketError):
    """There is no such address"""


class MethodNotAllowed(MarketError):
    """This address does not support this method"""


class FormatNotOffered(MarketError):
    """None of the accepted formats is available"""


class BodyTooLarge(MarketError):
    """The body is too large"""


class HeadersTooLarge(MarketError):
    """The header fields are too large"""


class MediaTypeNotSupported(MarketError):
    """The body has to be JSON"""


class LimitReached(MarketError):
    """There are too many of these already"""


class IdempotencyInProgress(MarketError):
    """The first request with this key is still running"""


class IdempotencyKeyReused(MarketError):
    """This key was used for another request"""


class RateLimited(MarketError):
    """Too many requests"""


class OriginNotAllowed(MarketError):
    """The request comes from another site"""


class HostNotAllowed(MarketError):
    """The MCP server does not answer for this host"""


class TokenMissing(MarketError):
    """A bearer token is required"""


class TokenInvalid(MarketError):
    """The bearer token is not valid"""


class TokenKindWrong(MarketError):
    """This call needs another kind of credential"""


class TokenExpired(MarketError):
    """The bearer token has expired"""


class TokenRevoked(MarketError):
    """The bearer token was revoked"""


class DpopProofMissing(MarketError):
    """The access token needs a DPoP proof"""


class DpopProofInvalid(MarketError):
    """The DPoP proof is not valid"""


class ScopeMissing(MarketError):
    """The key lacks the scope"""


class HeldByAnotherKey(MarketError):
    """Another key of the account owns this"""


class SpendLimitExceeded(MarketError):
    """The key may not spend this much"""


class ConfirmationNeeded(MarketError):
    """Only the owner can approve this amount"""


class CategoryNotAllowed(MarketError):
    """The key may not buy in this category"""


class AccountSuspended(MarketError):
    """The account is suspended"""


class AccountClosed(MarketError):
    """The account is closed"""


class AccountHasOpenBusiness(MarketError):
    """The account still has open business"""


class TermsNotAccepted(MarketError):
    """The terms have to be accepted first"""


class AgentSuspended(MarketError):
    """The agent is suspended"""


class AgentNotVerified(MarketError):
    """The owner has not approved this agent yet"""


class AgentRefused(MarketError):
    """The owner refused this agent"""


class NotTheOwner(MarketError):
    """Only the owner of the token may do this"""


class AgentTokenUnknown(MarketError):
    """No agent has this token or code"""


class AgentAlreadyDecided(MarketError):
    """The owner has already decided"""


class AgentNotFound(MarketError):
    """You have no such agent"""


class AgentHasNoToken(MarketError):
    """The agent has no token to replace"""


class AgentHasOpenBusiness(MarketError):
    """The agent still has open business"""


class ApprovalNotFound(MarketError):
    """There is no such approval"""


class AccountNotFound(MarketError):
    """There is no such account"""


class ApiKeyNotFound(MarketError):
    """You have no such key"""


class ConnectionNotFound(MarketError):
    """You have no such connection"""


class NotAnAdministrator(MarketError):
    """Only an administrator may do this"""


class OwnAccount(MarketError):
    """Another administrator has to suspend your account"""


class DatasetNotFound(MarketError):
    """There is no such dataset"""


class SampleNotAvailable(MarketError):
    """The dataset has no sample"""


class ProfileNotAvailable(MarketError):
    """The dataset has no profile"""


class ChangesNotAvailable(MarketError):
    """The versions cannot be compared"""


class TableNotFound(MarketError):
    """The dataset has no such table"""


class FileNotAvailable(MarketError):
    """The dataset's file is not available"""


class FileNotFound(MarketError):
    """The folder has no such file"""


class ParquetNotAvailable(MarketError):
    """The table has no Parquet file"""


class PurchaseRequired(MarketError):
    """The dataset is not free"""


class ThreadNotFound(MarketError):
    """You have no such thread"""


class RecipientUnavailable(MarketError):
    """The other side cannot receive messages"""


class InvalidQuery(MarketError):
    """The query does not fit the table"""


class QueryNeedsPurchase(MarketError):
    """The dataset has to be bought before it can be queried"""


class QueryNotAvailable(MarketError):
    """The dataset cannot be queried"""


class QueryTooExpensive(MarketError):
    """The query is too expensive"""


class MatchBudgetSpent(MarketError):
    """No further values can be compared with the paid dataset"""


class InvalidAcceptance(MarketError):
    """The acceptance contract cannot be evaluated"""


class AcceptanceBudgetSpent(MarketError):
    """The acceptance contract would reveal too much"""


class ContractBroken(MarketError):
    """The file breaks the seller's contract"""


class QueriesUnavailable(MarketError):
    """Queries are temporarily unavailable"""


class SavedSearchNotFound(MarketError):
    """You have no such saved search"""


class DeliveryTargetNotFound(MarketError):
    """You have no such bucket"""


class DeliveryTargetRefused(MarketError):
    """The bucket refused the test object"""


class FollowNotFound(MarketError):
    """You have no such follow"""


class OwnSeller(MarketError):
    """It is your own"""


class CollectionNotFound(MarketError):
    """There is no such collection"""


class DatasetNotAvailable(MarketError):
    """The dataset is not for sale"""


class DatasetIsFree(MarketError):
    """The dataset is free: download it"""


class NotForDirectSale(MarketError):
    """The dataset is sold by auction only"""


class OwnDataset(MarketError):
    """The dataset is your own"""


class AlreadyPurchased(MarketError):
    """You have already bought this file"""


class TrialNotAvailable(MarketError):
    """The dataset has no trial to buy"""


class PlanNotOffered(MarketError):
    """The dataset has no such plan"""


class AlreadySubscribed(MarketError):
    """You already subscribe to this dataset"""


class SubscriptionNotFound(MarketError):
    """No such subscription"""


class SubscriptionEnded(MarketError):
    """The subscription has ended"""


class IdenticalFileOwned(MarketError):
    """The account already has these bytes"""


class PurchaseInProgress(MarketError):
    """A purchase of this file is in progress"""


class PriceChanged(MarketError):
    """The price is not the expected one"""


class PaymentMethodUnknown(MarketError):
    """The account has no such payment method"""


class PaymentDeclined(MarketError):
    """The payment was declined"""


class PaymentNotConfirmed(MarketError):
    """The payment is not confirmed"""


class PurchaseNotFound(MarketError):
    """There is no such purchase"""


class PurchaseNotYours(MarketError):
    """The purchase belongs to another operator"""


class PurchaseNotInEscrow(MarketError):
    """The purchase is not in escrow"""


class TrialCredited(MarketError):
    """The trial was counted towards the whole file"""


class PurchaseNotCancellable(MarketError):
    """The purchase cannot be cancelled"""


class PurchaseNotPayable(MarketError):
    """The purchase cannot be paid"""


class WaitingPurchaseNotFound(MarketError):
    """There is no such waiting purchase"""


class WaitingPurchaseEnded(MarketError):
    """The purchase is no longer waiting"""


class AcceptanceNotFound(MarketError):
    """The purchase has no acceptance contract"""


class PurchaseNotDisputed(MarketError):
    """The purchase is not disputed"""


class PartyToDispute(MarketError):
    """A party to a dispute cannot decide it"""


class ChargebackNotFound(MarketError):
    """There is no such chargeback"""


class ChargebackStepClosed(MarketError):
    """This step is not open"""


class RefundNotOwed(MarketError):
    """The refund is not owed"""


class PrivateOfferNotFound(MarketError):
    """There is no such private offer"""


class PrivateOfferNotOpen(MarketError):
    """The private offer's state does not allow it"""


class PrivateOfferNotYourTurn(MarketError):
    """The other side of the private offer has to act"""


class CouponNotFound(MarketError):
    """There is no such coupon"""


class CouponNotValid(MarketError):
    """The coupon is not valid for this order"""


class CouponExists(MarketError):
    """The agent has made a coupon with this code before"""


class BundleNotFound(MarketError):
    """There is no such bundle"""


class BundleNotAvailable(MarketError):
    """The bundle cannot be bought now"""


class AccessRequired(MarketError):
    """The seller approves each buyer of this dataset"""


class AccessRequested(MarketError):
    """The account has asked for access before"""


class AccessRequestNotFound(MarketError):
    """There is no such request for access"""


class AccessRequestDecided(MarketError):
    """The request's state does not allow this decision"""


class DatasetNotGated(MarketError):
    """The dataset has no gate"""


class NotForAuction(MarketError):
    """The dataset is not sold by auction"""


class BidTooLow(MarketError):
    """The bid is too low"""


class BidNotConfirmed(MarketError):
    """The bid is not confirmed"""


class AuctionNotOpen(MarketError):
    """The auction is not open"""


class AuctionHasBids(MarketError):
    """The auction has bids"""


class BidderHasLeft(MarketError):
    """You have left this auction"""


class LinkedAccountBids(MarketError):
    """Another account of yours has bid here"""


class BidNotFound(MarketError):
    """You have no such bid"""


class BidNotRetractable(MarketError):
    """The bid cannot be retracted"""


class OfferNotFound(MarketError):
    """You have no such offer"""


class OfferNotOpen(MarketError):
    """The offer is no longer open"""


class ListingNotFound(MarketError):
    """You have no such listing"""


class ListingNotDraft(MarketError):
    """The listing is not a draft"""


class ListingNotActive(MarketError):
    """The listing is not active"""


class PriceNotChangeable(MarketError):
    """This price cannot change"""


class ListingIncomplete(MarketError):
    """The listing is not ready to be published"""


class DraftLimitReached(MarketError):
    """The agent has too many drafts"""


class QuotaExceeded(MarketError):
    """The storage quota is used up"""


class FileNotUploaded(MarketError):
    """No file has arrived at this path"""


class PathNotIssued(MarketError):
    """This path was not issued to this listing"""


class UploadSuperseded(MarketError):
    """A later upload has replaced this one"""


class UploadNotFound(MarketError):
    """There is no such upload"""


class UploadNotOpen(MarketError):
    """The upload is not open"""


class FileTooLarge(MarketError):
    """The file is too large"""


class VersionAlreadyOpen(MarketError):
    """A new version is already open"""


class VersionNotOpen(MarketError):
    """No new version is open"""


class DataRequestNotFound(MarketError):
    """There is no such data request"""


class DataRequestNotOpen(MarketError):
    """The data request does not allow this in its current state"""


class DataRequestAnswerNotFound(MarketError):
    """There is no such answer"""


class DataRequestAnswerDecided(MarketError):
    """The answer has already been decided"""


class DataRequestAlreadyAnswered(MarketError):
    """This listing has already answered the data request"""


class BountyHeld(MarketError):
    """The bounty of the data request does not allow this"""


class BountyNotOpen(MarketError):
    """No bounty takes deliveries now"""


class BountyFileDelivered(MarketError):
    """The same file was delivered already"""


class OwnDataRequest(MarketError):
    """The data request is your own"""


class SellerNotFound(MarketError):
    """There is no such seller"""


class NoConfirmedPurchase(MarketError):
    """Only buyers can review a dataset"""


class ReviewNotFound(MarketError):
    """There is no such review"""


class ReviewRemoved(MarketError):
    """An administrator removed this"""


class OwnWords(MarketError):
    """You wrote this yourself"""


class DecisionNotFound(MarketError):
    """There is no such decision"""


class ReportsChanged(MarketError):
    """The reports have changed"""


class AppealNotPossible(MarketError):
    """There is nothing to appeal"""


class WebhookNotFound(MarketError):
    """You have no such webhook"""


class DeliveryNotFound(MarketError):
    """There is no such delivery"""


class WebhookDisabled(MarketError):
    """The webhook is disabled"""


class StoredSecretUnreadable(MarketError):
    """The webhook's address cannot be read"""


class WebhookSignatureInvalid(MarketError):
    """The webhook's signature is not valid"""


class SignatureInvalid(MarketError):
    """The signature is not valid"""


class UploadUrlExpired(MarketError):
    """The upload URL has expired"""


class DownloadUrlExpired(MarketError):
    """The download URL has expired"""


class UploadTooLarge(MarketError):
    """The upload is too large"""


class UploadIncomplete(MarketError):
    """The upload is incomplete"""


class UploadPartial(MarketError):
    """A PUT must send the whole object"""


class UploadChecksumMismatch(MarketError):
    """The bytes do not match the checksum"""


class UploadClosed(MarketError):
    """The file has already been attached"""


class MultipartNotFound(MarketError):
    """The multipart upload is not running"""


class ObjectNotFound(MarketError):
    """The object was not found"""


class PreconditionFailed(MarketError):
    """The object changed"""


class RangeNotSatisfiable(MarketError):
    """The range lies outside the object"""


class StorageFull(MarketError):
    """The storage is full"""


class InternalError(MarketError):
    """Something failed on our side"""


class DatabaseUnavailable(MarketError):
    """The database does not answer"""


class AnswerOverdue(MarketError):
    """The answer was not ready in time"""


class IdentityUnavailable(MarketError):
    """The identity provider does not answer"""


class StorageUnavailable(MarketError):
    """The file store does not answer"""


class PaymentsUnavailable(MarketError):
    """The payment provider does not answer"""


class ApiUnavailable(MarketError):
    """The marketplace does not answer"""


class JobNotFound(MarketError):
    """There is no such job"""


class JobNotStuck(MarketError):
    """The job is not stuck"""


by_code: Dict[str, Type[MarketError]] = {
    "invalid_request": InvalidRequest,
    "malformed_json": MalformedJson,
    "body_too_complex": BodyTooComplex,
    "credential_in_url": CredentialInUrl,
    "route_not_found": RouteNotFound,
    "method_not_allowed": MethodNotAllowed,
    "format_not_offered": FormatNotOffered,
    "body_too_large": BodyTooLarge,
    "headers_too_large": HeadersTooLarge,
    "media_type_not_supported": MediaTypeNotSupported,
    "limit_reached": LimitReached,
    "idempotency_in_progress": IdempotencyInProgress,
    "idempotency_key_reused": IdempotencyKeyReused,
    "rate_limited": RateLimited,
    "origin_not_allowed": OriginNotAllowed,
    "host_not_allowed": HostNotAllowed,
    "token_missing": TokenMissing,
    "token_invalid": TokenInvalid,
    "token_kind_wrong": TokenKindWrong,
    "token_expired": TokenExpired,
    "token_revoked": TokenRevoked,
    "dpop_proof_missing": DpopProofMissing,
    "dpop_proof_invalid": DpopProofInvalid,
    "scope_missing": ScopeMissing,
    "held_by_another_key": HeldByAnotherKey,
    "spend_limit_exceeded": SpendLimitExceeded,
    "confirmation_needed": ConfirmationNeeded,
    "category_not_allowed": CategoryNotAllowed,
    "account_suspended": AccountSuspended,
    "account_closed": AccountClosed,
    "account_has_open_business": AccountHasOpenBusiness,
    "terms_not_accepted": TermsNotAccepted,
    "agent_suspended": AgentSuspended,
    "agent_not_verified": AgentNotVerified,
    "agent_refused": AgentRefused,
    "not_the_owner": NotTheOwner,
    "agent_token_unknown": AgentTokenUnknown,
    "agent_already_decided": AgentAlreadyDecided,
    "agent_not_found": AgentNotFound,
    "agent_has_no_token": AgentHasNoToken,
    "agent_has_open_business": AgentHasOpenBusiness,
    "approval_not_found": ApprovalNotFound,
    "account_not_found": AccountNotFound,
    "api_key_not_found": ApiKeyNotFound,
    "connection_not_found": ConnectionNotFound,
    "not_an_administrator": NotAnAdministrator,
    "own_account": OwnAccount,
    "dataset_not_found": DatasetNotFound,
    "sample_not_available": SampleNotAvailable,
    "profile_not_available": ProfileNotAvailable,
    "changes_not_available": ChangesNotAvailable,
    "table_not_found": TableNotFound,
    "file_not_available": FileNotAvailable,
    "file_not_found": FileNotFound,
    "parquet_not_available": ParquetNotAvailable,
    "purchase_required": PurchaseRequired,
    "thread_not_found": ThreadNotFound,
    "recipient_unavailable": RecipientUnavailable,
    "invalid_query": InvalidQuery,
    "query_needs_purchase": QueryNeedsPurchase,
    "query_not_available": QueryNotAvailable,
    "query_too_expensive": QueryTooExpensive,
    "match_budget_spent": MatchBudgetSpent,
    "invalid_acceptance": InvalidAcceptance,
    "acceptance_budget_spent": AcceptanceBudgetSpent,
    "contract_broken": ContractBroken,
    "queries_unavailable": QueriesUnavailable,
    "saved_search_not_found": SavedSearchNotFound,
    "delivery_target_not_found": DeliveryTargetNotFound,
    "delivery_target_refused": DeliveryTargetRefused,
    "follow_not_found": FollowNotFound,
    "own_seller": OwnSeller,
    "collection_not_found": CollectionNotFound,
    "dataset_not_available": DatasetNotAvailable,
    "dataset_is_free": DatasetIsFree,
    "not_for_direct_sale": NotForDirectSale,
    "own_dataset": OwnDataset,
    "already_purchased": AlreadyPurchased,
    "trial_not_available": TrialNotAvailable,
    "plan_not_offered": PlanNotOffered,
    "already_subscribed": AlreadySubscribed,
    "subscription_not_found": SubscriptionNotFound,
    "subscription_ended": SubscriptionEnded,
    "identical_file_owned": IdenticalFileOwned,
    "purchase_in_progress": PurchaseInProgress,
    "price_changed": PriceChanged,
    "payment_method_unknown": PaymentMethodUnknown,
    "payment_declined": PaymentDeclined,
    "payment_not_confirmed": PaymentNotConfirmed,
    "purchase_not_found": PurchaseNotFound,
    "purchase_not_yours": PurchaseNotYours,
    "purchase_not_in_escrow": PurchaseNotInEscrow,
    "trial_credited": TrialCredited,
    "purchase_not_cancellable": PurchaseNotCancellable,
    "purchase_not_payable": PurchaseNotPayable,
    "waiting_purchase_not_found": WaitingPurchaseNotFound,
    "waiting_purchase_ended": WaitingPurchaseEnded,
    "acceptance_not_found": AcceptanceNotFound,
    "purchase_not_disputed": PurchaseNotDisputed,
    "party_to_dispute": PartyToDispute,
    "chargeback_not_found": ChargebackNotFound,
    "chargeback_step_closed": ChargebackStepClosed,
    "refund_not_owed": RefundNotOwed,
    "private_offer_not_found": PrivateOfferNotFound,
    "private_offer_not_open": PrivateOfferNotOpen,
    "private_offer_not_your_turn": PrivateOfferNotYourTurn,
    "coupon_not_found": CouponNotFound,
    "coupon_not_valid": CouponNotValid,
    "coupon_exists": CouponExists,
    "bundle_not_found": BundleNotFound,
    "bundle_not_available": BundleNotAvailable,
    "access_required": AccessRequired,
    "access_requested": AccessRequested,
    "access_request_not_found": AccessRequestNotFound,
    "access_request_decided": AccessRequestDecided,
    "dataset_not_gated": DatasetNotGated,
    "not_for_auction": NotForAuction,
    "bid_too_low": BidTooLow,
    "bid_not_confirmed": BidNotConfirmed,
    "auction_not_open": AuctionNotOpen,
    "auction_has_bids": AuctionHasBids,
    "bidder_has_left": BidderHasLeft,
    "linked_account_bids": LinkedAccountBids,
    "bid_not_found": BidNotFound,
    "bid_not_retractable": BidNotRetractable,
    "offer_not_found": OfferNotFound,
    "offer_not_open": OfferNotOpen,
    "listing_not_found": ListingNotFound,
    "listing_not_draft": ListingNotDraft,
    "listing_not_active": ListingNotActive,
    "price_not_changeable": PriceNotChangeable,
    "listing_incomplete": ListingIncomplete,
    "draft_limit_reached": DraftLimitReached,
    "quota_exceeded": QuotaExceeded,
    "file_not_uploaded": FileNotUploaded,
    "path_not_issued": PathNotIssued,
    "upload_superseded": UploadSuperseded,
    "upload_not_found": UploadNotFound,
    "upload_not_open": UploadNotOpen,
    "file_too_large": FileTooLarge,
    "version_already_open": VersionAlreadyOpen,
    "version_not_open": VersionNotOpen,
    "data_request_not_found": DataRequestNotFound,
    "data_request_not_open": DataRequestNotOpen,
    "data_request_answer_not_found": DataRequestAnswerNotFound,
    "data_request_answer_decided": DataRequestAnswerDecided,
    "data_request_already_answered": DataRequestAlreadyAnswered,
    "bounty_held": BountyHeld,
    "bounty_not_open": BountyNotOpen,
    "bounty_file_delivered": BountyFileDelivered,
    "own_data_request": OwnDataRequest,
    "seller_not_found": SellerNotFound,
    "no_confirmed_purchase": NoConfirmedPurchase,
    "review_not_found": ReviewNotFound,
    "review_removed": ReviewRemoved,
    "own_words": OwnWords,
    "decision_not_found": DecisionNotFound,
    "reports_changed": ReportsChanged,
    "appeal_not_possible": AppealNotPossible,
    "webhook_not_found": WebhookNotFound,
    "delivery_not_found": DeliveryNotFound,
    "webhook_disabled": WebhookDisabled,
    "stored_secret_unreadable": StoredSecretUnreadable,
    "webhook_signature_invalid": WebhookSignatureInvalid,
    "signature_invalid": SignatureInvalid,
    "upload_url_expired": UploadUrlExpired,
    "download_url_expired": DownloadUrlExpired,
    "upload_too_large": UploadTooLarge,
    "upload_incomplete": UploadIncomplete,
    "upload_partial": UploadPartial,
    "upload_checksum_mismatch": UploadChecksumMismatch,
    "upload_closed": UploadClosed,
    "multipart_not_found": MultipartNotFound,
    "object_not_found": ObjectNotFound,
    "precondition_failed": PreconditionFailed,
    "range_not_satisfiable": RangeNotSatisfiable,
    "storage_full": StorageFull,
    "internal_error": InternalError,
    "database_unavailable": DatabaseUnavailable,
    "answer_overdue": AnswerOverdue,
    "identity_unavailable": IdentityUnavailable,
    "storage_unavailable": StorageUnavailable,
    "payments_unavailable": PaymentsUnavailable,
    "api_unavailable": ApiUnavailable,
    "job_not_found": JobNotFound,
    "job_not_stuck": JobNotStuck,
}
