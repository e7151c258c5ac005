"""Written by `bun run docs` from market/*/contract.ts."""
from __future__ import annotations

from typing import Any, Awaitable, Dict, List, Literal, Mapping, Optional, Sequence, Union

from . import _types as types
from ._core import NOT_GIVEN, Calls, NotGiven


class Operations(Calls):
    def accept_data_request_answer(
        self,
        id: str,
        answer_id: str,
        *,
        idempotency_key: Optional[str] = None,
    ) -> types.DataRequestAnswer:
        """Accept an answer. The accepted answer."""
        return self._call("POST", "/requests/{id}/answers/{answer_id}/accept", {"id": id, "answer_id": answer_id}, {}, None, "key", 10, idempotency_key)  # type: ignore[no-any-return]

    def accept_offer(
        self,
        id: str,
        *,
        payment_method_id: str,
        allow_duplicate: Union[bool, NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
    ) -> types.Purchase:
        """Pay for a won auction or an offer. The purchase."""
        return self._call("POST", "/offers/{id}/accept", {"id": id}, {}, {"payment_method_id": payment_method_id, "allow_duplicate": allow_duplicate}, "key", 27, idempotency_key)  # type: ignore[no-any-return]

    def accept_private_offer(
        self,
        id: str,
        *,
        note: Union[str, NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
    ) -> types.PrivateOfferDetail:
        """Accept a private offer. The private offer."""
        return self._call("POST", "/private-offers/{id}/accept", {"id": id}, {}, {"note": note}, "key", 10, idempotency_key)  # type: ignore[no-any-return]

    def answer_data_request(
        self,
        id: str,
        *,
        dataset_id: str,
        note: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        price_cents: Union[int, NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
    ) -> types.DataRequestAnswer:
        """Answer a data request with a listing. The answer."""
        return self._call("POST", "/requests/{id}/answers", {"id": id}, {}, {"dataset_id": dataset_id, "note": note, "price_cents": price_cents}, "key", 10, idempotency_key)  # type: ignore[no-any-return]

    def answer_dispute(
        self,
        id: str,
        *,
        text: str,
        attachments: Union[Sequence[Any], NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
    ) -> types.Dispute:
        """Answer a dispute about a sale. The dispute."""
        return self._call("POST", "/agent/sales/{id}/dispute/answers", {"id": id}, {}, {"text": text, "attachments": attachments}, "key", 10, idempotency_key)  # type: ignore[no-any-return]

    def answer_review(
        self,
        id: str,
        *,
        text: str,
    ) -> types.OwnReview:
        """Answer a review. The review with the answer."""
        return self._call("PUT", "/reviews/{id}/answer", {"id": id}, {}, {"text": text}, "safe", 10, None)  # type: ignore[no-any-return]

    def buy_bundle(
        self,
        id: str,
        *,
        payment_method_id: str,
        expected_price_cents: Union[int, NotGiven] = NOT_GIVEN,
        allow_duplicate: Union[bool, NotGiven] = NOT_GIVEN,
        promised: Union[bool, NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
    ) -> Union[types.BoughtBundle, types.WaitingPurchase]:
        """Buy a bundle. The charge and its purchases."""
        return self._call("POST", "/bundles/{id}/buy", {"id": id}, {}, {"payment_method_id": payment_method_id, "expected_price_cents": expected_price_cents, "allow_duplicate": allow_duplicate, "promised": promised}, "key", 27, idempotency_key)  # type: ignore[no-any-return]

    def buy_dataset(
        self,
        id: str,
        *,
        payment_method_id: str,
        expected_price_cents: Union[int, NotGiven] = NOT_GIVEN,
        allow_duplicate: Union[bool, NotGiven] = NOT_GIVEN,
        acceptance: Union[Any, NotGiven] = NOT_GIVEN,
        private_offer_id: Union[str, NotGiven] = NOT_GIVEN,
        coupon: Union[str, NotGiven] = NOT_GIVEN,
        plan: Union[Literal["month", "year"], NotGiven] = NOT_GIVEN,
        trial: Union[bool, NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
    ) -> Union[types.Purchase, types.WaitingPurchase]:
        """Buy a dataset. The purchase."""
        return self._call("POST", "/datasets/{id}/buy", {"id": id}, {}, {"payment_method_id": payment_method_id, "expected_price_cents": expected_price_cents, "allow_duplicate": allow_duplicate, "acceptance": acceptance, "private_offer_id": private_offer_id, "coupon": coupon, "plan": plan, "trial": trial}, "key", 27, idempotency_key)  # type: ignore[no-any-return]

    def cancel_import(
        self,
        id: str,
        import_id: str,
    ) -> types.Import:
        """Cancel an import. The import."""
        return self._call("DELETE", "/listings/{id}/imports/{import_id}", {"id": id, "import_id": import_id}, {}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def cancel_purchase(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
    ) -> types.Purchase:
        """Cancel an unpaid purchase. The purchase."""
        return self._call("POST", "/purchases/{id}/cancel", {"id": id}, {}, None, "key", 27, idempotency_key)  # type: ignore[no-any-return]

    def cancel_waiting_purchase(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
    ) -> types.WaitingPurchase:
        """Cancel a purchase awaiting the owner's approval. The cancelled waiting purchase."""
        return self._call("POST", "/waiting-purchases/{id}/cancel", {"id": id}, {}, None, "key", 10, idempotency_key)  # type: ignore[no-any-return]

    def change_listing(
        self,
        id: str,
        *,
        title: Union[str, NotGiven] = NOT_GIVEN,
        description: Union[str, NotGiven] = NOT_GIVEN,
        category: Union[Literal["geographic", "pricing", "sensor", "images", "text", "financial", "scientific", "social", "retail", "other"], NotGiven] = NOT_GIVEN,
        tags: Union[Sequence[str], NotGiven] = NOT_GIVEN,
        license: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        price_cents: Union[int, NotGiven] = NOT_GIVEN,
        contract: Union[Any, NotGiven] = NOT_GIVEN,
        plans: Union[Sequence[Any], NotGiven] = NOT_GIVEN,
        trial: Union[Any, NotGiven] = NOT_GIVEN,
        source_url: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        citation: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        collection_method: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        update_frequency: Union[Union[Literal["continuous", "hourly", "daily", "weekly", "monthly", "quarterly", "yearly", "irregular", "never"], None], NotGiven] = NOT_GIVEN,
        license_url: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        column_descriptions: Union[Union[Mapping[str, Any], None], NotGiven] = NOT_GIVEN,
    ) -> types.Listing:
        """Change a published listing. The changed listing."""
        return self._call("PATCH", "/listings/{id}", {"id": id}, {}, {"title": title, "description": description, "category": category, "tags": tags, "license": license, "price_cents": price_cents, "contract": contract, "plans": plans, "trial": trial, "source_url": source_url, "citation": citation, "collection_method": collection_method, "update_frequency": update_frequency, "license_url": license_url, "column_descriptions": column_descriptions}, "never", 10, None)  # type: ignore[no-any-return]

    def close_data_request(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
    ) -> types.OwnDataRequest:
        """Close a data request. The closed request."""
        return self._call("POST", "/requests/{id}/close", {"id": id}, {}, None, "key", 10, idempotency_key)  # type: ignore[no-any-return]

    def confirm_purchase(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
    ) -> types.Purchase:
        """Confirm the delivery. The released purchase."""
        return self._call("POST", "/purchases/{id}/confirm", {"id": id}, {}, None, "key", 10, idempotency_key)  # type: ignore[no-any-return]

    def contact_seller(
        self,
        id: str,
        *,
        message: str,
        idempotency_key: Optional[str] = None,
    ) -> types.SentMessage:
        """Write to the seller of a dataset. The sent message."""
        return self._call("POST", "/datasets/{id}/messages", {"id": id}, {}, {"message": message}, "key", 10, idempotency_key)  # type: ignore[no-any-return]

    def counter_private_offer(
        self,
        id: str,
        *,
        price_cents: int,
        expires_in_hours: Union[int, NotGiven] = NOT_GIVEN,
        note: Union[str, NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
    ) -> types.PrivateOfferDetail:
        """Make a counter-offer. The private offer."""
        return self._call("POST", "/private-offers/{id}/counter", {"id": id}, {}, {"price_cents": price_cents, "expires_in_hours": expires_in_hours, "note": note}, "key", 10, idempotency_key)  # type: ignore[no-any-return]

    def create_bundle(
        self,
        *,
        title: str,
        price_cents: int,
        dataset_ids: Sequence[str],
        description: Union[str, NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
    ) -> types.Bundle:
        """Offer a bundle. The bundle."""
        return self._call("POST", "/bundles", {}, {}, {"title": title, "description": description, "price_cents": price_cents, "dataset_ids": dataset_ids}, "key", 10, idempotency_key)  # type: ignore[no-any-return]

    def create_collection(
        self,
        *,
        title: str,
        description: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        visibility: Union[Literal["public", "private"], NotGiven] = NOT_GIVEN,
        seller_id: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
    ) -> types.Collection:
        """Make a collection of datasets. The collection."""
        return self._call("POST", "/collections", {}, {}, {"title": title, "description": description, "visibility": visibility, "seller_id": seller_id}, "key", 10, idempotency_key)  # type: ignore[no-any-return]

    def create_coupon(
        self,
        *,
        code: Union[str, NotGiven] = NOT_GIVEN,
        percent_off: Union[int, NotGiven] = NOT_GIVEN,
        amount_off_cents: Union[int, NotGiven] = NOT_GIVEN,
        dataset_ids: Union[Sequence[str], NotGiven] = NOT_GIVEN,
        max_uses: Union[int, NotGiven] = NOT_GIVEN,
        once_per_buyer: Union[bool, NotGiven] = NOT_GIVEN,
        expires_at: Union[str, NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
    ) -> types.Coupon:
        """Make a coupon. The coupon."""
        return self._call("POST", "/coupons", {}, {}, {"code": code, "percent_off": percent_off, "amount_off_cents": amount_off_cents, "dataset_ids": dataset_ids, "max_uses": max_uses, "once_per_buyer": once_per_buyer, "expires_at": expires_at}, "key", 10, idempotency_key)  # type: ignore[no-any-return]

    def create_draft(
        self,
        *,
        title: str,
        description: str,
        category: Union[Literal["geographic", "pricing", "sensor", "images", "text", "financial", "scientific", "social", "retail", "other"], NotGiven] = NOT_GIVEN,
        price_cents: Union[int, NotGiven] = NOT_GIVEN,
        tags: Union[Sequence[str], NotGiven] = NOT_GIVEN,
        license: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        pricing_type: Union[Literal["buy_it_now", "auction", "hybrid"], NotGiven] = NOT_GIVEN,
        auction: Union[Any, NotGiven] = NOT_GIVEN,
        plans: Union[Sequence[Any], NotGiven] = NOT_GIVEN,
        trial: Union[Any, NotGiven] = NOT_GIVEN,
        distributions: Union[Literal["full", "coarse"], NotGiven] = NOT_GIVEN,
        contract: Union[Any, NotGiven] = NOT_GIVEN,
        source_url: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        citation: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        collection_method: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        update_frequency: Union[Union[Literal["continuous", "hourly", "daily", "weekly", "monthly", "quarterly", "yearly", "irregular", "never"], None], NotGiven] = NOT_GIVEN,
        license_url: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        column_descriptions: Union[Union[Mapping[str, Any], None], NotGiven] = NOT_GIVEN,
        schema: Union[Mapping[str, Any], NotGiven] = NOT_GIVEN,
        schema_format: Union[str, NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
    ) -> types.Listing:
        """Create a draft. The draft."""
        return self._call("POST", "/listings/draft", {}, {}, {"title": title, "description": description, "category": category, "price_cents": price_cents, "tags": tags, "license": license, "pricing_type": pricing_type, "auction": auction, "plans": plans, "trial": trial, "distributions": distributions, "contract": contract, "source_url": source_url, "citation": citation, "collection_method": collection_method, "update_frequency": update_frequency, "license_url": license_url, "column_descriptions": column_descriptions, "schema": schema, "schema.format": schema_format}, "key", 10, idempotency_key)  # type: ignore[no-any-return]

    def create_import(
        self,
        id: str,
        *,
        from_: str,
        kind: Union[Literal["file", "croissant"], NotGiven] = NOT_GIVEN,
        sha256: Union[str, NotGiven] = NOT_GIVEN,
        s3: Union[Mapping[str, Any], NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
    ) -> types.Import:
        """Import a file from an address. The import."""
        return self._call("POST", "/listings/{id}/imports", {"id": id}, {}, {"from": from_, "kind": kind, "sha256": sha256, "s3": s3}, "key", 10, idempotency_key)  # type: ignore[no-any-return]

    def create_private_offer(
        self,
        id: str,
        *,
        price_cents: int,
        expires_in_hours: Union[int, NotGiven] = NOT_GIVEN,
        note: Union[str, NotGiven] = NOT_GIVEN,
        thread_id: Union[str, NotGiven] = NOT_GIVEN,
        request_id: Union[str, NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
    ) -> types.PrivateOfferDetail:
        """Offer a private price. The private offer."""
        return self._call("POST", "/datasets/{id}/private-offers", {"id": id}, {}, {"price_cents": price_cents, "expires_in_hours": expires_in_hours, "note": note, "thread_id": thread_id, "request_id": request_id}, "key", 10, idempotency_key)  # type: ignore[no-any-return]

    def create_saved_search(
        self,
        *,
        name: str,
        parameters: Mapping[str, Any],
        mail: Union[Literal["none", "immediately", "daily", "weekly"], NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
    ) -> types.SavedSearch:
        """Save a search. The saved search."""
        return self._call("POST", "/saved-searches", {}, {}, {"name": name, "parameters": parameters, "mail": mail}, "key", 10, idempotency_key)  # type: ignore[no-any-return]

    def create_webhook(
        self,
        *,
        url: str,
        types: Union[Sequence[Any], NotGiven] = NOT_GIVEN,
        description: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
    ) -> types.WebhookWithSecret:
        """Have events sent to an address. The webhook."""
        return self._call("POST", "/webhooks", {}, {}, {"url": url, "types": types, "description": description}, "key", 10, idempotency_key)  # type: ignore[no-any-return]

    def decide_access(
        self,
        id: str,
        *,
        decision: Literal["approve", "decline", "withdraw"],
        reason: Union[str, NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
    ) -> types.AccessRequest:
        """Approve or decline a buyer. The request."""
        return self._call("POST", "/access-requests/{id}/decision", {"id": id}, {}, {"decision": decision, "reason": reason}, "key", 10, idempotency_key)  # type: ignore[no-any-return]

    def decline_offer(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
    ) -> types.Offer:
        """Decline an offer. The declined offer."""
        return self._call("POST", "/offers/{id}/decline", {"id": id}, {}, None, "key", 10, idempotency_key)  # type: ignore[no-any-return]

    def decline_private_offer(
        self,
        id: str,
        *,
        note: Union[str, NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
    ) -> types.PrivateOfferDetail:
        """Decline a private offer. The private offer."""
        return self._call("POST", "/private-offers/{id}/decline", {"id": id}, {}, {"note": note}, "key", 10, idempotency_key)  # type: ignore[no-any-return]

    def delete_agent(
        self,
        id: str,
    ) -> types.Deleted:
        """Delete a seller agent as its owner. The agent is deleted."""
        return self._call("DELETE", "/agents/{id}", {"id": id}, {}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def delete_collection(
        self,
        id: str,
    ) -> types.Deleted:
        """Delete a collection. It is deleted."""
        return self._call("DELETE", "/collections/{id}", {"id": id}, {}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def delete_draft(
        self,
        id: str,
    ) -> types.Deleted:
        """Delete a draft. The draft is deleted."""
        return self._call("DELETE", "/listings/draft/{id}", {"id": id}, {}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def delete_review(
        self,
        id: str,
        *,
        version: Union[int, NotGiven] = NOT_GIVEN,
    ) -> types.OwnReview:
        """Withdraw a review. The withdrawn review."""
        return self._call("DELETE", "/datasets/{id}/review", {"id": id}, {"version": version}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def delete_saved_search(
        self,
        id: str,
    ) -> types.Deleted:
        """Delete a saved search. It is deleted."""
        return self._call("DELETE", "/saved-searches/{id}", {"id": id}, {}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def delete_webhook(
        self,
        id: str,
    ) -> types.Deleted:
        """Delete a webhook. It is deleted."""
        return self._call("DELETE", "/webhooks/{id}", {"id": id}, {}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def deliver_purchase(
        self,
        id: str,
        *,
        purchase_id: str,
    ) -> types.BucketDelivery:
        """Deliver a purchase to a bucket. The delivery."""
        return self._call("PUT", "/delivery-targets/{id}/deliveries", {"id": id}, {}, {"purchase_id": purchase_id}, "safe", 10, None)  # type: ignore[no-any-return]

    def discard_version(
        self,
        id: str,
    ) -> types.Listing:
        """Discard the open version. The listing without the open version."""
        return self._call("DELETE", "/listings/{id}/versions/next", {"id": id}, {}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def dispute_purchase(
        self,
        id: str,
        *,
        reason: Literal["file_unusable", "not_as_described", "not_licensed", "other"],
        detail: str,
        attachments: Union[Sequence[Any], NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
    ) -> types.Purchase:
        """Dispute a delivery. The disputed purchase."""
        return self._call("POST", "/purchases/{id}/dispute", {"id": id}, {}, {"reason": reason, "detail": detail, "attachments": attachments}, "key", 10, idempotency_key)  # type: ignore[no-any-return]

    def edit_data_request(
        self,
        id: str,
        *,
        title: Union[str, NotGiven] = NOT_GIVEN,
        description: Union[str, NotGiven] = NOT_GIVEN,
        category: Union[Union[Literal["geographic", "pricing", "sensor", "images", "text", "financial", "scientific", "social", "retail", "other"], None], NotGiven] = NOT_GIVEN,
        columns: Union[Sequence[str], NotGiven] = NOT_GIVEN,
        formats: Union[Sequence[str], NotGiven] = NOT_GIVEN,
        min_rows: Union[Union[int, None], NotGiven] = NOT_GIVEN,
        period: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        place: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        budget_cents: Union[Union[int, None], NotGiven] = NOT_GIVEN,
        expires_at: Union[str, NotGiven] = NOT_GIVEN,
    ) -> types.OwnDataRequest:
        """Change a data request. The changed request."""
        return self._call("PATCH", "/requests/{id}", {"id": id}, {}, {"title": title, "description": description, "category": category, "columns": columns, "formats": formats, "min_rows": min_rows, "period": period, "place": place, "budget_cents": budget_cents, "expires_at": expires_at}, "never", 10, None)  # type: ignore[no-any-return]

    def end_bundle(
        self,
        id: str,
    ) -> types.Bundle:
        """End a bundle. The ended bundle."""
        return self._call("DELETE", "/bundles/{id}", {"id": id}, {}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def end_upload(
        self,
        id: str,
        upload_id: str,
    ) -> types.EndedUpload:
        """Abort an upload. The upload has ended."""
        return self._call("DELETE", "/listings/{id}/uploads/{upload_id}", {"id": id, "upload_id": upload_id}, {}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def follow(
        self,
        *,
        seller_id: Union[str, NotGiven] = NOT_GIVEN,
        dataset_id: Union[str, NotGiven] = NOT_GIVEN,
        collection_id: Union[str, NotGiven] = NOT_GIVEN,
        mail: Union[Literal["none", "daily"], NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
    ) -> types.Follow:
        """Follow a seller, a dataset or a collection. The follow."""
        return self._call("POST", "/follows", {}, {}, {"seller_id": seller_id, "dataset_id": dataset_id, "collection_id": collection_id, "mail": mail}, "key", 10, idempotency_key)  # type: ignore[no-any-return]

    def get_agent(
        self,
        id: str,
    ) -> types.OwnAgent:
        """Read one seller agent of one's account. The agent."""
        return self._call("GET", "/agents/{id}", {"id": id}, {}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def get_bundle(
        self,
        id: str,
    ) -> types.Bundle:
        """Read a bundle. The bundle."""
        return self._call("GET", "/bundles/{id}", {"id": id}, {}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def get_changes(
        self,
        id: str,
        *,
        from_: Union[int, NotGiven] = NOT_GIVEN,
        to: Union[int, NotGiven] = NOT_GIVEN,
    ) -> types.DatasetChanges:
        """See what changed between two versions. The changes."""
        return self._call("GET", "/datasets/{id}/changes", {"id": id}, {"from": from_, "to": to}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def get_collection(
        self,
        id: str,
    ) -> types.Collection:
        """Read a collection. The collection."""
        return self._call("GET", "/collections/{id}", {"id": id}, {}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def get_croissant(
        self,
        id: str,
    ) -> types.Croissant:
        """Read the dataset as Croissant. The document."""
        return self._call("GET", "/datasets/{id}/croissant", {"id": id}, {}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def get_data_request(
        self,
        id: str,
    ) -> types.DataRequest:
        """Read a data request. The request."""
        return self._call("GET", "/requests/{id}", {"id": id}, {}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def get_dataset(
        self,
        id: str,
    ) -> types.Dataset:
        """Read a dataset. The dataset."""
        return self._call("GET", "/datasets/{id}", {"id": id}, {}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def get_download_url(
        self,
        id: str,
        *,
        path: Union[str, NotGiven] = NOT_GIVEN,
        embed: Union[Literal["true", "false"], NotGiven] = NOT_GIVEN,
    ) -> types.Download:
        """Download a free dataset. The signed URL."""
        return self._call("GET", "/datasets/{id}/download-url", {"id": id}, {"path": path, "embed": embed}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def get_import(
        self,
        id: str,
        import_id: str,
    ) -> types.Import:
        """Read an import's progress. The import."""
        return self._call("GET", "/listings/{id}/imports/{import_id}", {"id": id, "import_id": import_id}, {}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def get_listing(
        self,
        id: str,
        *,
        wait: Union[int, NotGiven] = NOT_GIVEN,
    ) -> types.Listing:
        """Read one of the agent's listings. The listing."""
        return self._call("GET", "/listings/{id}", {"id": id}, {"wait": wait}, None, "safe", 40, None)  # type: ignore[no-any-return]

    def get_own_profile(
        self,
        id: str,
        *,
        table: Union[str, NotGiven] = NOT_GIVEN,
        version: Union[Literal["current", "next"], NotGiven] = NOT_GIVEN,
    ) -> types.Profile:
        """Read an own listing's profile. The profile."""
        return self._call("GET", "/listings/{id}/profile", {"id": id}, {"table": table, "version": version}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def get_own_sample(
        self,
        id: str,
        *,
        table: Union[str, NotGiven] = NOT_GIVEN,
        format: Union[Literal["json", "csv", "geojson", "webp"], NotGiven] = NOT_GIVEN,
        version: Union[Literal["current", "next"], NotGiven] = NOT_GIVEN,
    ) -> types.Sample:
        """Read an own listing's sample. The sample."""
        return self._call("GET", "/listings/{id}/sample", {"id": id}, {"table": table, "format": format, "version": version}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def get_prices(
        self,
        id: str,
        *,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        cursor: Union[str, NotGiven] = NOT_GIVEN,
    ) -> types.PriceHistory:
        """Read a dataset's price history. One page of prices."""
        return self._call("GET", "/datasets/{id}/prices", {"id": id}, {"limit": limit, "cursor": cursor}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def get_private_offer(
        self,
        id: str,
    ) -> types.PrivateOfferDetail:
        """Read a private offer. The private offer."""
        return self._call("GET", "/private-offers/{id}", {"id": id}, {}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def get_problem(
        self,
        code: str,
    ) -> types.ExplainedProblem:
        """Read what a problem code means. The code."""
        return self._call("GET", "/problems/{code}", {"code": code}, {}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def get_profile(
        self,
        id: str,
        *,
        table: Union[str, NotGiven] = NOT_GIVEN,
    ) -> types.Profile:
        """Read the data profile. The profile."""
        return self._call("GET", "/datasets/{id}/profile", {"id": id}, {"table": table}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def get_purchase(
        self,
        id: str,
    ) -> types.Purchase:
        """Read a purchase. The purchase."""
        return self._call("GET", "/purchases/{id}", {"id": id}, {}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def get_purchase_acceptance(
        self,
        id: str,
    ) -> types.PurchaseAcceptance:
        """Read a purchase's acceptance contract. The contract, and the result of each check."""
        return self._call("GET", "/purchases/{id}/acceptance", {"id": id}, {}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def get_purchase_dispute(
        self,
        id: str,
    ) -> types.Dispute:
        """Read a dispute. The dispute."""
        return self._call("GET", "/purchases/{id}/dispute", {"id": id}, {}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def get_purchase_download_url(
        self,
        id: str,
        *,
        path: Union[str, NotGiven] = NOT_GIVEN,
        embed: Union[Literal["true", "false"], NotGiven] = NOT_GIVEN,
        version: Union[int, NotGiven] = NOT_GIVEN,
    ) -> types.PurchaseDownload:
        """Get a signed URL for the purchased file. The URL."""
        return self._call("GET", "/purchases/{id}/download-url", {"id": id}, {"path": path, "embed": embed, "version": version}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def get_purchase_receipt(
        self,
        id: str,
        *,
        format: Union[Literal["json", "jws", "pdf"], NotGiven] = NOT_GIVEN,
    ) -> types.PurchaseReceipt:
        """Get the signed receipt of a purchase. The receipt."""
        return self._call("GET", "/purchases/{id}/receipt", {"id": id}, {"format": format}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def get_sale_acceptance(
        self,
        id: str,
    ) -> types.PurchaseAcceptance:
        """Read a sale's acceptance contract. The contract, and the result of each check."""
        return self._call("GET", "/agent/sales/{id}/acceptance", {"id": id}, {}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def get_sale_dispute(
        self,
        id: str,
    ) -> types.Dispute:
        """Read a dispute about a sale. The dispute."""
        return self._call("GET", "/agent/sales/{id}/dispute", {"id": id}, {}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def get_sample(
        self,
        id: str,
        *,
        table: Union[str, NotGiven] = NOT_GIVEN,
        format: Union[Literal["json", "csv", "geojson", "webp"], NotGiven] = NOT_GIVEN,
    ) -> types.Sample:
        """Read a sample of the rows. The sample."""
        return self._call("GET", "/datasets/{id}/sample", {"id": id}, {"table": table, "format": format}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def get_saved_search(
        self,
        id: str,
    ) -> types.SavedSearch:
        """Read a saved search. The saved search."""
        return self._call("GET", "/saved-searches/{id}", {"id": id}, {}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def get_seller(
        self,
        id: str,
    ) -> types.Seller:
        """Read a seller's record. The seller."""
        return self._call("GET", "/sellers/{id}", {"id": id}, {}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def get_subscription(
        self,
        id: str,
    ) -> types.Subscription:
        """Read a subscription. The subscription."""
        return self._call("GET", "/subscriptions/{id}", {"id": id}, {}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def get_thread(
        self,
        id: str,
        *,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        offset: Union[int, NotGiven] = NOT_GIVEN,
        cursor: Union[str, NotGiven] = NOT_GIVEN,
    ) -> types.ThreadMessages:
        """Read a thread. The thread and one page of it."""
        return self._call("GET", "/threads/{id}", {"id": id}, {"limit": limit, "offset": offset, "cursor": cursor}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def get_upload(
        self,
        id: str,
        upload_id: str,
        *,
        after_part: Union[int, NotGiven] = NOT_GIVEN,
        limit: Union[int, NotGiven] = NOT_GIVEN,
    ) -> types.Upload:
        """Read an upload's progress. The upload."""
        return self._call("GET", "/listings/{id}/uploads/{upload_id}", {"id": id, "upload_id": upload_id}, {"after_part": after_part, "limit": limit}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def get_upload_file(
        self,
        id: str,
        upload_id: str,
        position: str,
        *,
        after_part: Union[int, NotGiven] = NOT_GIVEN,
        limit: Union[int, NotGiven] = NOT_GIVEN,
    ) -> types.UploadFile:
        """Read the progress of one file of a folder. The file."""
        return self._call("GET", "/listings/{id}/uploads/{upload_id}/files/{position}", {"id": id, "upload_id": upload_id, "position": position}, {"after_part": after_part, "limit": limit}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def get_waiting_purchase(
        self,
        id: str,
    ) -> types.WaitingPurchase:
        """Read a purchase awaiting the owner's approval. The waiting purchase."""
        return self._call("GET", "/waiting-purchases/{id}", {"id": id}, {}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def get_webhook(
        self,
        id: str,
    ) -> types.Webhook:
        """Read a webhook. The webhook."""
        return self._call("GET", "/webhooks/{id}", {"id": id}, {}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def issue_upload_urls(
        self,
        id: str,
        *,
        content_type: Union[str, NotGiven] = NOT_GIVEN,
        byte_size: Union[int, NotGiven] = NOT_GIVEN,
        parts: Union[int, NotGiven] = NOT_GIVEN,
        part_byte_size: Union[int, NotGiven] = NOT_GIVEN,
        files: Union[Sequence[Mapping[str, Any]], NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
    ) -> types.IssuedUpload:
        """Get a signed upload URL. The URLs and the path."""
        return self._call("POST", "/listings/{id}/upload-urls", {"id": id}, {}, {"content_type": content_type, "byte_size": byte_size, "parts": parts, "part_byte_size": part_byte_size, "files": files}, "key", 10, idempotency_key)  # type: ignore[no-any-return]

    def list_access_requests(
        self,
        *,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        offset: Union[int, NotGiven] = NOT_GIVEN,
        cursor: Union[str, NotGiven] = NOT_GIVEN,
        status: Union[Literal["pending", "approved", "declined", "withdrawn"], NotGiven] = NOT_GIVEN,
    ) -> types.AccessRequests:
        """List requests for access. One page of requests."""
        return self._call("GET", "/access-requests", {}, {"limit": limit, "offset": offset, "cursor": cursor, "status": status}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def list_agent_answers(
        self,
        *,
        status: Union[Literal["pending", "accepted", "rejected", "withdrawn", "removed", "gone"], NotGiven] = NOT_GIVEN,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        offset: Union[int, NotGiven] = NOT_GIVEN,
        cursor: Union[str, NotGiven] = NOT_GIVEN,
    ) -> types.DataRequestAnswers:
        """List the agent's own answers. One page of answers."""
        return self._call("GET", "/requests/answers", {}, {"status": status, "limit": limit, "offset": offset, "cursor": cursor}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def list_agents(
        self,
        *,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        offset: Union[int, NotGiven] = NOT_GIVEN,
        cursor: Union[str, NotGiven] = NOT_GIVEN,
    ) -> types.OwnAgentList:
        """List the seller agents of one's account. A page of agents."""
        return self._call("GET", "/agents", {}, {"limit": limit, "offset": offset, "cursor": cursor}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def list_audit_log(
        self,
        *,
        connection_id: Union[str, NotGiven] = NOT_GIVEN,
        api_key_id: Union[str, NotGiven] = NOT_GIVEN,
        agent_id: Union[str, NotGiven] = NOT_GIVEN,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        cursor: Union[str, NotGiven] = NOT_GIVEN,
    ) -> types.AuditLog:
        """Read the account's audit log. A page of the log."""
        return self._call("GET", "/audit-log", {}, {"connection_id": connection_id, "api_key_id": api_key_id, "agent_id": agent_id, "limit": limit, "cursor": cursor}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def list_bids(
        self,
        id: str,
        *,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        offset: Union[int, NotGiven] = NOT_GIVEN,
        cursor: Union[str, NotGiven] = NOT_GIVEN,
    ) -> types.BidPage:
        """Read an auction's bid history. One page of bids."""
        return self._call("GET", "/datasets/{id}/bids", {"id": id}, {"limit": limit, "offset": offset, "cursor": cursor}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def list_bucket_deliveries(
        self,
        id: str,
        *,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        offset: Union[int, NotGiven] = NOT_GIVEN,
        cursor: Union[str, NotGiven] = NOT_GIVEN,
    ) -> types.BucketDeliveryPage:
        """List a bucket's deliveries. One page of deliveries."""
        return self._call("GET", "/delivery-targets/{id}/deliveries", {"id": id}, {"limit": limit, "offset": offset, "cursor": cursor}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def list_bundles(
        self,
        *,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        offset: Union[int, NotGiven] = NOT_GIVEN,
        cursor: Union[str, NotGiven] = NOT_GIVEN,
        dataset_id: Union[str, NotGiven] = NOT_GIVEN,
        seller_id: Union[str, NotGiven] = NOT_GIVEN,
        status: Union[Literal["open", "unavailable", "ended"], NotGiven] = NOT_GIVEN,
    ) -> types.Bundles:
        """List bundles. One page of bundles."""
        return self._call("GET", "/bundles", {}, {"limit": limit, "offset": offset, "cursor": cursor, "dataset_id": dataset_id, "seller_id": seller_id, "status": status}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def list_categories(
        self,
    ) -> List[types.Category]:
        """List the categories. The categories."""
        return self._call("GET", "/categories", {}, {}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def list_collection_datasets(
        self,
        id: str,
        *,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        offset: Union[int, NotGiven] = NOT_GIVEN,
        cursor: Union[str, NotGiven] = NOT_GIVEN,
    ) -> types.CollectionItemPage:
        """List a collection's datasets. One page of datasets."""
        return self._call("GET", "/collections/{id}/datasets", {"id": id}, {"limit": limit, "offset": offset, "cursor": cursor}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def list_collections(
        self,
        *,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        offset: Union[int, NotGiven] = NOT_GIVEN,
        cursor: Union[str, NotGiven] = NOT_GIVEN,
    ) -> types.CollectionPage:
        """List the caller's collections. One page of collections."""
        return self._call("GET", "/collections", {}, {"limit": limit, "offset": offset, "cursor": cursor}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def list_coupons(
        self,
        *,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        offset: Union[int, NotGiven] = NOT_GIVEN,
        cursor: Union[str, NotGiven] = NOT_GIVEN,
    ) -> types.Coupons:
        """List own coupons. One page of coupons."""
        return self._call("GET", "/coupons", {}, {"limit": limit, "offset": offset, "cursor": cursor}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def list_data_request_answers(
        self,
        id: str,
        *,
        status: Union[Literal["pending", "accepted", "rejected", "withdrawn", "removed", "gone"], NotGiven] = NOT_GIVEN,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        offset: Union[int, NotGiven] = NOT_GIVEN,
        cursor: Union[str, NotGiven] = NOT_GIVEN,
    ) -> types.DataRequestAnswers:
        """List the answers to a data request. One page of answers."""
        return self._call("GET", "/requests/{id}/answers", {"id": id}, {"status": status, "limit": limit, "offset": offset, "cursor": cursor}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def list_data_request_matches(
        self,
        id: str,
    ) -> types.DataRequestMatches:
        """List datasets on sale that match a data request. At most ten datasets."""
        return self._call("GET", "/requests/{id}/matches", {"id": id}, {}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def list_data_requests(
        self,
        *,
        query: Union[str, NotGiven] = NOT_GIVEN,
        category: Union[Literal["geographic", "pricing", "sensor", "images", "text", "financial", "scientific", "social", "retail", "other"], NotGiven] = NOT_GIVEN,
        columns: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        format: Union[str, NotGiven] = NOT_GIVEN,
        min_budget_cents: Union[int, NotGiven] = NOT_GIVEN,
        status: Union[Literal["open", "fulfilled", "closed", "expired"], NotGiven] = NOT_GIVEN,
        posted_since: Union[str, NotGiven] = NOT_GIVEN,
        expires_before: Union[str, NotGiven] = NOT_GIVEN,
        sort: Union[Literal["newest", "budget", "expiring"], NotGiven] = NOT_GIVEN,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        offset: Union[int, NotGiven] = NOT_GIVEN,
        cursor: Union[str, NotGiven] = NOT_GIVEN,
    ) -> types.DataRequestPage:
        """List data requests. One page of requests."""
        return self._call("GET", "/requests", {}, {"query": query, "category": category, "columns": columns, "format": format, "min_budget_cents": min_budget_cents, "status": status, "posted_since": posted_since, "expires_before": expires_before, "sort": sort, "limit": limit, "offset": offset, "cursor": cursor}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def list_dataset_files(
        self,
        id: str,
        *,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        cursor: Union[str, NotGiven] = NOT_GIVEN,
    ) -> types.DatasetFiles:
        """List a dataset's files. One page of files."""
        return self._call("GET", "/datasets/{id}/files", {"id": id}, {"limit": limit, "cursor": cursor}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def list_delivery_targets(
        self,
    ) -> types.DeliveryTargets:
        """List the account's buckets. All buckets."""
        return self._call("GET", "/delivery-targets", {}, {}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def list_events(
        self,
        *,
        after: Union[str, NotGiven] = NOT_GIVEN,
        types: Union[str, NotGiven] = NOT_GIVEN,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        wait: Union[int, NotGiven] = NOT_GIVEN,
    ) -> types.EventPage:
        """Read events, or wait for the next one. The next events."""
        return self._call("GET", "/events", {}, {"after": after, "types": types, "limit": limit, "wait": wait}, None, "safe", 40, None)  # type: ignore[no-any-return]

    def list_follows(
        self,
        *,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        offset: Union[int, NotGiven] = NOT_GIVEN,
        cursor: Union[str, NotGiven] = NOT_GIVEN,
    ) -> types.FollowPage:
        """List what the caller follows. One page of follows."""
        return self._call("GET", "/follows", {}, {"limit": limit, "offset": offset, "cursor": cursor}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def list_imports(
        self,
        id: str,
        *,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        offset: Union[int, NotGiven] = NOT_GIVEN,
        cursor: Union[str, NotGiven] = NOT_GIVEN,
    ) -> types.ImportPage:
        """List the imports of a listing. One page of imports."""
        return self._call("GET", "/listings/{id}/imports", {"id": id}, {"limit": limit, "offset": offset, "cursor": cursor}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def list_increments(
        self,
    ) -> types.Increments:
        """Read the table of bid increments. The table."""
        return self._call("GET", "/auctions/increments", {}, {}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def list_listings(
        self,
        *,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        offset: Union[int, NotGiven] = NOT_GIVEN,
        cursor: Union[str, NotGiven] = NOT_GIVEN,
        status: Union[Literal["draft", "active", "sold", "withdrawn", "suspended"], NotGiven] = NOT_GIVEN,
    ) -> types.ListingPage:
        """List the agent's listings. One page of listings."""
        return self._call("GET", "/listings", {}, {"limit": limit, "offset": offset, "cursor": cursor, "status": status}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def list_offers(
        self,
        *,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        offset: Union[int, NotGiven] = NOT_GIVEN,
        cursor: Union[str, NotGiven] = NOT_GIVEN,
    ) -> types.OfferPage:
        """List won auctions and offers. One page of offers."""
        return self._call("GET", "/offers", {}, {"limit": limit, "offset": offset, "cursor": cursor}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def list_own_bids(
        self,
        *,
        status: Union[Literal["open", "won", "to_pay", "lost"], NotGiven] = NOT_GIVEN,
        dataset_id: Union[str, NotGiven] = NOT_GIVEN,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        cursor: Union[str, NotGiven] = NOT_GIVEN,
    ) -> types.OwnBidPage:
        """List the operator's own bids. One page of bids."""
        return self._call("GET", "/bids", {}, {"status": status, "dataset_id": dataset_id, "limit": limit, "cursor": cursor}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def list_own_data_requests(
        self,
        *,
        status: Union[Literal["open", "fulfilled", "closed", "expired", "removed"], NotGiven] = NOT_GIVEN,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        offset: Union[int, NotGiven] = NOT_GIVEN,
        cursor: Union[str, NotGiven] = NOT_GIVEN,
    ) -> types.OwnDataRequestPage:
        """List the operator's own data requests. One page of requests."""
        return self._call("GET", "/requests/mine", {}, {"status": status, "limit": limit, "offset": offset, "cursor": cursor}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def list_own_reports(
        self,
        *,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        cursor: Union[str, NotGiven] = NOT_GIVEN,
    ) -> types.Reports:
        """List own reports. One page of reports."""
        return self._call("GET", "/reports", {}, {"limit": limit, "cursor": cursor}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def list_own_reviews(
        self,
        *,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        cursor: Union[str, NotGiven] = NOT_GIVEN,
    ) -> types.OwnReviews:
        """List own reviews. One page of reviews."""
        return self._call("GET", "/reviews", {}, {"limit": limit, "cursor": cursor}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def list_parquet(
        self,
        id: str,
    ) -> types.ParquetFiles:
        """List a free dataset's Parquet files. The tables."""
        return self._call("GET", "/datasets/{id}/parquet/tables", {"id": id}, {}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def list_payouts(
        self,
        *,
        status: Union[Literal["waiting", "sent"], NotGiven] = NOT_GIVEN,
        since: Union[str, NotGiven] = NOT_GIVEN,
        until: Union[str, NotGiven] = NOT_GIVEN,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        cursor: Union[str, NotGiven] = NOT_GIVEN,
    ) -> types.PayoutPage:
        """List payouts to the agent's owner. One page of payouts."""
        return self._call("GET", "/agent/payouts", {}, {"status": status, "since": since, "until": until, "limit": limit, "cursor": cursor}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def list_private_offers(
        self,
        *,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        offset: Union[int, NotGiven] = NOT_GIVEN,
        cursor: Union[str, NotGiven] = NOT_GIVEN,
        status: Union[Literal["open", "accepted", "declined", "withdrawn", "expired", "used"], NotGiven] = NOT_GIVEN,
    ) -> types.PrivateOffers:
        """List own private offers. One page of private offers."""
        return self._call("GET", "/private-offers", {}, {"limit": limit, "offset": offset, "cursor": cursor, "status": status}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def list_problems(
        self,
    ) -> types.ExplainedProblems:
        """List every problem code. Every code."""
        return self._call("GET", "/problems", {}, {}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def list_purchase_files(
        self,
        id: str,
        *,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        cursor: Union[str, NotGiven] = NOT_GIVEN,
    ) -> types.DatasetFiles:
        """List the files of a purchase. One page of files."""
        return self._call("GET", "/purchases/{id}/files", {"id": id}, {"limit": limit, "cursor": cursor}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def list_purchases(
        self,
        *,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        offset: Union[int, NotGiven] = NOT_GIVEN,
        cursor: Union[str, NotGiven] = NOT_GIVEN,
        status: Union[Literal["payment_pending", "in_escrow", "disputed", "released", "refunded", "payment_failed", "cancelled", "expired"], NotGiven] = NOT_GIVEN,
        dataset_id: Union[str, NotGiven] = NOT_GIVEN,
        bundle_purchase_id: Union[str, NotGiven] = NOT_GIVEN,
        version: Union[int, NotGiven] = NOT_GIVEN,
        sha256: Union[str, NotGiven] = NOT_GIVEN,
        since: Union[str, NotGiven] = NOT_GIVEN,
    ) -> types.PurchasePage:
        """List the operator's purchases. One page of purchases."""
        return self._call("GET", "/purchases", {}, {"limit": limit, "offset": offset, "cursor": cursor, "status": status, "dataset_id": dataset_id, "bundle_purchase_id": bundle_purchase_id, "version": version, "sha256": sha256, "since": since}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def list_reviews(
        self,
        id: str,
        *,
        stars: Union[int, NotGiven] = NOT_GIVEN,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        cursor: Union[str, NotGiven] = NOT_GIVEN,
    ) -> types.Reviews:
        """List a dataset's reviews. The rating, and one page of reviews."""
        return self._call("GET", "/datasets/{id}/reviews", {"id": id}, {"stars": stars, "limit": limit, "cursor": cursor}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def list_sales(
        self,
        *,
        status: Union[Literal["in_escrow", "disputed", "released", "refunded"], NotGiven] = NOT_GIVEN,
        dataset_id: Union[str, NotGiven] = NOT_GIVEN,
        since: Union[str, NotGiven] = NOT_GIVEN,
        until: Union[str, NotGiven] = NOT_GIVEN,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        cursor: Union[str, NotGiven] = NOT_GIVEN,
    ) -> types.SalePage:
        """List what the agent sold. One page of sales."""
        return self._call("GET", "/agent/sales", {}, {"status": status, "dataset_id": dataset_id, "since": since, "until": until, "limit": limit, "cursor": cursor}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def list_saved_searches(
        self,
        *,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        offset: Union[int, NotGiven] = NOT_GIVEN,
        cursor: Union[str, NotGiven] = NOT_GIVEN,
    ) -> types.SavedSearchPage:
        """List the caller's saved searches. One page of saved searches."""
        return self._call("GET", "/saved-searches", {}, {"limit": limit, "offset": offset, "cursor": cursor}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def list_search_matches(
        self,
        id: str,
        *,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        offset: Union[int, NotGiven] = NOT_GIVEN,
        cursor: Union[str, NotGiven] = NOT_GIVEN,
    ) -> types.SearchMatchPage:
        """List a saved search's matches. One page of matches."""
        return self._call("GET", "/saved-searches/{id}/matches", {"id": id}, {"limit": limit, "offset": offset, "cursor": cursor}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def list_seller_collections(
        self,
        id: str,
        *,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        offset: Union[int, NotGiven] = NOT_GIVEN,
        cursor: Union[str, NotGiven] = NOT_GIVEN,
    ) -> types.CollectionPage:
        """List a seller's public collections. One page of collections."""
        return self._call("GET", "/sellers/{id}/collections", {"id": id}, {"limit": limit, "offset": offset, "cursor": cursor}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def list_subscriptions(
        self,
        *,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        offset: Union[int, NotGiven] = NOT_GIVEN,
        cursor: Union[str, NotGiven] = NOT_GIVEN,
        status: Union[Literal["pending", "active", "past_due", "paused", "ended"], NotGiven] = NOT_GIVEN,
    ) -> types.SubscriptionPage:
        """List the operator's subscriptions. One page of subscriptions."""
        return self._call("GET", "/subscriptions", {}, {"limit": limit, "offset": offset, "cursor": cursor, "status": status}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def list_threads(
        self,
        *,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        offset: Union[int, NotGiven] = NOT_GIVEN,
        cursor: Union[str, NotGiven] = NOT_GIVEN,
    ) -> types.Threads:
        """List own threads. One page of threads."""
        return self._call("GET", "/threads", {}, {"limit": limit, "offset": offset, "cursor": cursor}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def list_unmet_searches(
        self,
        *,
        limit: Union[int, NotGiven] = NOT_GIVEN,
    ) -> types.UnmetSearches:
        """List searches that found nothing. The searches."""
        return self._call("GET", "/agent/unmet-searches", {}, {"limit": limit}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def list_upload_files(
        self,
        id: str,
        upload_id: str,
        *,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        cursor: Union[str, NotGiven] = NOT_GIVEN,
        state: Union[Literal["awaited", "arrived", "unchanged"], NotGiven] = NOT_GIVEN,
    ) -> types.UploadFilesPage:
        """List a folder's files with their upload URLs. One page of files."""
        return self._call("GET", "/listings/{id}/uploads/{upload_id}/files", {"id": id, "upload_id": upload_id}, {"limit": limit, "cursor": cursor, "state": state}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def list_uploads(
        self,
        id: str,
        *,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        offset: Union[int, NotGiven] = NOT_GIVEN,
        cursor: Union[str, NotGiven] = NOT_GIVEN,
    ) -> types.UploadPage:
        """List the open uploads. One page of uploads."""
        return self._call("GET", "/listings/{id}/uploads", {"id": id}, {"limit": limit, "offset": offset, "cursor": cursor}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def list_versions(
        self,
        id: str,
        *,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        offset: Union[int, NotGiven] = NOT_GIVEN,
        cursor: Union[str, NotGiven] = NOT_GIVEN,
    ) -> types.ListingVersionPage:
        """List the published versions. One page of versions."""
        return self._call("GET", "/listings/{id}/versions", {"id": id}, {"limit": limit, "offset": offset, "cursor": cursor}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def list_waiting_purchases(
        self,
        *,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        offset: Union[int, NotGiven] = NOT_GIVEN,
        cursor: Union[str, NotGiven] = NOT_GIVEN,
        status: Union[Literal["waiting", "approved", "refused", "cancelled", "superseded", "expired"], NotGiven] = NOT_GIVEN,
    ) -> types.WaitingPurchasePage:
        """List purchases awaiting the owner's approval. One page of waiting purchases."""
        return self._call("GET", "/waiting-purchases", {}, {"limit": limit, "offset": offset, "cursor": cursor, "status": status}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def list_webhook_deliveries(
        self,
        id: str,
        *,
        event_id: Union[str, NotGiven] = NOT_GIVEN,
        status: Union[Literal["pending", "delivered", "failed"], NotGiven] = NOT_GIVEN,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        offset: Union[int, NotGiven] = NOT_GIVEN,
        cursor: Union[str, NotGiven] = NOT_GIVEN,
    ) -> types.WebhookDeliveryPage:
        """List a webhook's deliveries. One page of deliveries."""
        return self._call("GET", "/webhooks/{id}/deliveries", {"id": id}, {"event_id": event_id, "status": status, "limit": limit, "offset": offset, "cursor": cursor}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def list_webhooks(
        self,
        *,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        offset: Union[int, NotGiven] = NOT_GIVEN,
        cursor: Union[str, NotGiven] = NOT_GIVEN,
    ) -> types.WebhookPage:
        """List the caller's webhooks. One page of webhooks."""
        return self._call("GET", "/webhooks", {}, {"limit": limit, "offset": offset, "cursor": cursor}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def make_report(
        self,
        *,
        kind: Literal["dataset", "seller", "collection", "bundle", "request"],
        id: str,
        reason: Literal["illegal_content", "personal_data", "infringes_rights", "misleading", "malware", "other"],
        detail: str,
        idempotency_key: Optional[str] = None,
    ) -> types.Report:
        """Report public words or a picture. The report."""
        return self._call("POST", "/reports", {}, {}, {"kind": kind, "id": id, "reason": reason, "detail": detail}, "key", 10, idempotency_key)  # type: ignore[no-any-return]

    def match_values(
        self,
        *,
        values: Union[Sequence[Union[str, float]], NotGiven] = NOT_GIVEN,
        sketch: Union[str, NotGiven] = NOT_GIVEN,
        dataset_ids: Union[Sequence[str], NotGiven] = NOT_GIVEN,
        query: Union[str, NotGiven] = NOT_GIVEN,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        offset: Union[int, NotGiven] = NOT_GIVEN,
    ) -> types.Matches:
        """Find the columns that contain given values. The columns with the most of the values."""
        return self._call("POST", "/matches", {}, {}, {"values": values, "sketch": sketch, "dataset_ids": dataset_ids, "query": query, "limit": limit, "offset": offset}, "safe", 10, None)  # type: ignore[no-any-return]

    def open_version(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
    ) -> types.Listing:
        """Open a new version. The listing with its open version."""
        return self._call("POST", "/listings/{id}/versions", {"id": id}, {}, None, "key", 10, idempotency_key)  # type: ignore[no-any-return]

    def pay_purchase(
        self,
        id: str,
        *,
        payment_method_id: str,
        allow_duplicate: Union[bool, NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
    ) -> types.Purchase:
        """Pay for a won auction with another card. The purchase."""
        return self._call("POST", "/purchases/{id}/pay", {"id": id}, {}, {"payment_method_id": payment_method_id, "allow_duplicate": allow_duplicate}, "key", 10, idempotency_key)  # type: ignore[no-any-return]

    def place_bid(
        self,
        id: str,
        *,
        max_amount: Union[float, NotGiven] = NOT_GIVEN,
        max_amount_cents: Union[int, NotGiven] = NOT_GIVEN,
        confirm_max_amount_cents: Union[int, NotGiven] = NOT_GIVEN,
        allow_duplicate: Union[bool, NotGiven] = NOT_GIVEN,
        acceptance: Union[Any, NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
    ) -> types.Bid:
        """Bid in an auction. The bid, and the auction's current state."""
        return self._call("POST", "/datasets/{id}/bids", {"id": id}, {}, {"max_amount": max_amount, "max_amount_cents": max_amount_cents, "confirm_max_amount_cents": confirm_max_amount_cents, "allow_duplicate": allow_duplicate, "acceptance": acceptance}, "key", 10, idempotency_key)  # type: ignore[no-any-return]

    def place_dataset(
        self,
        id: str,
        dataset_id: str,
        *,
        position: Union[int, NotGiven] = NOT_GIVEN,
    ) -> types.Collection:
        """Add a dataset to a collection, or move it. The collection."""
        return self._call("PUT", "/collections/{id}/datasets/{dataset_id}", {"id": id, "dataset_id": dataset_id}, {}, {"position": position}, "safe", 10, None)  # type: ignore[no-any-return]

    def post_data_request(
        self,
        *,
        title: str,
        description: str,
        category: Union[Union[Literal["geographic", "pricing", "sensor", "images", "text", "financial", "scientific", "social", "retail", "other"], None], NotGiven] = NOT_GIVEN,
        columns: Union[Sequence[str], NotGiven] = NOT_GIVEN,
        formats: Union[Sequence[str], NotGiven] = NOT_GIVEN,
        min_rows: Union[Union[int, None], NotGiven] = NOT_GIVEN,
        period: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        place: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        budget_cents: Union[Union[int, None], NotGiven] = NOT_GIVEN,
        expires_at: Union[str, NotGiven] = NOT_GIVEN,
        bounty: Union[Any, NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
    ) -> types.PostedDataRequest:
        """Post a data request. The posted request."""
        return self._call("POST", "/requests", {}, {}, {"title": title, "description": description, "category": category, "columns": columns, "formats": formats, "min_rows": min_rows, "period": period, "place": place, "budget_cents": budget_cents, "expires_at": expires_at, "bounty": bounty}, "key", 10, idempotency_key)  # type: ignore[no-any-return]

    def publish_listing(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
    ) -> types.Listing:
        """Publish a draft, or an open version. The published listing."""
        return self._call("POST", "/listings/{id}/publish", {"id": id}, {}, None, "key", 10, idempotency_key)  # type: ignore[no-any-return]

    def put_delivery_target(
        self,
        *,
        bucket: str,
        access_key_id: str,
        secret_access_key: str,
        prefix: Union[str, NotGiven] = NOT_GIVEN,
        region: Union[str, NotGiven] = NOT_GIVEN,
        endpoint: Union[str, NotGiven] = NOT_GIVEN,
    ) -> types.DeliveryTarget:
        """Have purchases delivered to an S3 bucket. The bucket, and the minimal policy for its keys."""
        return self._call("PUT", "/delivery-targets", {}, {}, {"bucket": bucket, "prefix": prefix, "region": region, "endpoint": endpoint, "access_key_id": access_key_id, "secret_access_key": secret_access_key}, "safe", 10, None)  # type: ignore[no-any-return]

    def put_review(
        self,
        id: str,
        *,
        stars: int,
        text: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        version: Union[int, NotGiven] = NOT_GIVEN,
    ) -> types.OwnReview:
        """Review a bought dataset. The changed review."""
        return self._call("PUT", "/datasets/{id}/review", {"id": id}, {}, {"stars": stars, "text": text, "version": version}, "safe", 10, None)  # type: ignore[no-any-return]

    def query_dataset(
        self,
        id: str,
        *,
        table: Union[str, NotGiven] = NOT_GIVEN,
        sql: Union[str, NotGiven] = NOT_GIVEN,
        filter: Union[Any, NotGiven] = NOT_GIVEN,
        columns: Union[Sequence[str], NotGiven] = NOT_GIVEN,
        group_by: Union[Sequence[str], NotGiven] = NOT_GIVEN,
        aggregates: Union[Sequence[Mapping[str, Any]], NotGiven] = NOT_GIVEN,
        order_by: Union[Sequence[Mapping[str, Any]], NotGiven] = NOT_GIVEN,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        offset: Union[int, NotGiven] = NOT_GIVEN,
        count: Union[bool, NotGiven] = NOT_GIVEN,
    ) -> types.QueryAnswer:
        """Query the rows of a dataset. The rows, or one row for each group."""
        return self._call("POST", "/datasets/{id}/query", {"id": id}, {"table": table}, {"sql": sql, "filter": filter, "columns": columns, "group_by": group_by, "aggregates": aggregates, "order_by": order_by, "limit": limit, "offset": offset, "count": count}, "safe", 27, None)  # type: ignore[no-any-return]

    def read_agent(
        self,
    ) -> types.AgentSession:
        """Read the calling agent's session. The session."""
        return self._call("GET", "/agent/me", {}, {}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def read_agent_card(
        self,
    ) -> types.AgentCard:
        """Read the agent card at its former address. The document."""
        return self._call("GET", "/.well-known/agent.json", {}, {}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def read_agent_card_of_a2a(
        self,
    ) -> types.AgentCard:
        """Read the agent card. The document."""
        return self._call("GET", "/.well-known/agent-card.json", {}, {}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def read_ai_catalog(
        self,
    ) -> types.AiCatalog:
        """List what AI clients can use. The document."""
        return self._call("GET", "/.well-known/ai-catalog.json", {}, {}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def read_analytics(
        self,
        *,
        by: Union[Literal["day", "dataset"], NotGiven] = NOT_GIVEN,
        days: Union[int, NotGiven] = NOT_GIVEN,
        dataset_id: Union[str, NotGiven] = NOT_GIVEN,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        cursor: Union[str, NotGiven] = NOT_GIVEN,
    ) -> types.Analytics:
        """Read how the agent's datasets are used. The figures."""
        return self._call("GET", "/agent/analytics", {}, {"by": by, "days": days, "dataset_id": dataset_id, "limit": limit, "cursor": cursor}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def read_api_catalog(
        self,
    ) -> types.ApiCatalog:
        """List the interfaces. The document."""
        return self._call("GET", "/.well-known/api-catalog", {}, {}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def read_earnings(
        self,
        *,
        by: Union[Literal["day", "month", "dataset"], NotGiven] = NOT_GIVEN,
        since: Union[str, NotGiven] = NOT_GIVEN,
        until: Union[str, NotGiven] = NOT_GIVEN,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        cursor: Union[str, NotGiven] = NOT_GIVEN,
    ) -> types.Earnings:
        """Read what the agent earned. The sums."""
        return self._call("GET", "/agent/earnings", {}, {"by": by, "since": since, "until": until, "limit": limit, "cursor": cursor}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def read_mcp_catalog(
        self,
    ) -> types.McpCatalog:
        """Find the MCP server. The document."""
        return self._call("GET", "/.well-known/mcp.json", {}, {}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def read_operator(
        self,
    ) -> types.Operator:
        """Read what the calling API key may do. The key and its operator."""
        return self._call("GET", "/operator/me", {}, {}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def read_protected_resource(
        self,
    ) -> types.ProtectedResource:
        """Read the protected resource metadata. The document."""
        return self._call("GET", "/.well-known/oauth-protected-resource", {}, {}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def read_receipt_keys(
        self,
    ) -> types.ReceiptKeys:
        """Read the keys of receipts. The document."""
        return self._call("GET", "/.well-known/jwks.json", {}, {}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def read_server_card(
        self,
    ) -> types.McpServerCard:
        """Read MCP's server card. The document."""
        return self._call("GET", "/mcp/server-card", {}, {}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def recommend_dataset(
        self,
        *,
        need: str,
        budget_cents: Union[int, NotGiven] = NOT_GIVEN,
        columns: Union[Sequence[str], NotGiven] = NOT_GIVEN,
        covers_from: Union[str, NotGiven] = NOT_GIVEN,
        covers_to: Union[str, NotGiven] = NOT_GIVEN,
        granularity: Union[Literal["second", "minute", "hour", "day", "week", "month", "quarter", "year"], NotGiven] = NOT_GIVEN,
        country: Union[Sequence[str], NotGiven] = NOT_GIVEN,
        min_completeness: Union[float, NotGiven] = NOT_GIVEN,
        license_use: Union[Sequence[Literal["commercial", "derivatives"]], NotGiven] = NOT_GIVEN,
    ) -> types.Recommendation:
        """Recommend datasets for a need. At most three datasets that fit, or the nearest."""
        return self._call("POST", "/recommendations", {}, {}, {"need": need, "budget_cents": budget_cents, "columns": columns, "covers_from": covers_from, "covers_to": covers_to, "granularity": granularity, "country": country, "min_completeness": min_completeness, "license_use": license_use}, "safe", 10, None)  # type: ignore[no-any-return]

    def register_agent(
        self,
        *,
        owner_email: str,
        agent_name: Union[str, NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
    ) -> types.Registration:
        """Register a seller agent. The registered agent."""
        return self._call("POST", "/agent/register", {}, {}, {"owner_email": owner_email, "agent_name": agent_name}, "key", 10, idempotency_key)  # type: ignore[no-any-return]

    def reject_data_request_answer(
        self,
        id: str,
        answer_id: str,
        *,
        idempotency_key: Optional[str] = None,
    ) -> types.DataRequestAnswer:
        """Reject an answer. The rejected answer."""
        return self._call("POST", "/requests/{id}/answers/{answer_id}/reject", {"id": id, "answer_id": answer_id}, {}, None, "key", 10, idempotency_key)  # type: ignore[no-any-return]

    def release_bid(
        self,
        id: str,
        bid_id: str,
    ) -> types.Auction:
        """Release a bidder from a bid. The auction's current state."""
        return self._call("DELETE", "/listings/{id}/bids/{bid_id}", {"id": id, "bid_id": bid_id}, {}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def remove_dataset(
        self,
        id: str,
        dataset_id: str,
    ) -> types.Collection:
        """Remove a dataset from a collection. The collection."""
        return self._call("DELETE", "/collections/{id}/datasets/{dataset_id}", {"id": id, "dataset_id": dataset_id}, {}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def remove_delivery_target(
        self,
        id: str,
    ) -> types.Deleted:
        """Stop deliveries to a bucket. It is removed."""
        return self._call("DELETE", "/delivery-targets/{id}", {"id": id}, {}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def remove_logo(
        self,
    ) -> types.SellerLogo:
        """Remove the calling seller's logo. It is removed."""
        return self._call("DELETE", "/agent/logo", {}, {}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def rename_agent(
        self,
        id: str,
        *,
        agent_name: str,
    ) -> types.OwnAgent:
        """Rename a seller agent as its owner. The renamed agent."""
        return self._call("PATCH", "/agents/{id}", {"id": id}, {}, {"agent_name": agent_name}, "never", 10, None)  # type: ignore[no-any-return]

    def renew_agent_token(
        self,
        id: str,
    ) -> types.RotatedToken:
        """Replace a seller agent's token as its owner. The new token."""
        return self._call("POST", "/agents/{id}/rotate-token", {"id": id}, {}, None, "never", 10, None)  # type: ignore[no-any-return]

    def reopen_data_request(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
    ) -> types.OwnDataRequest:
        """Reopen a closed data request. The reopened request."""
        return self._call("POST", "/requests/{id}/reopen", {"id": id}, {}, None, "key", 10, idempotency_key)  # type: ignore[no-any-return]

    def reply_in_thread(
        self,
        id: str,
        *,
        message: str,
        idempotency_key: Optional[str] = None,
    ) -> types.SentMessage:
        """Write in a thread. The sent message."""
        return self._call("POST", "/threads/{id}/messages", {"id": id}, {}, {"message": message}, "key", 10, idempotency_key)  # type: ignore[no-any-return]

    def report_review(
        self,
        id: str,
        *,
        reason: Literal["spam", "abusive", "personal_data", "not_about_dataset", "other"],
        about: Union[Literal["review", "answer"], NotGiven] = NOT_GIVEN,
        detail: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
    ) -> types.ReviewReport:
        """Report a review or an answer. The report."""
        return self._call("POST", "/reviews/{id}/report", {"id": id}, {}, {"about": about, "reason": reason, "detail": detail}, "key", 10, idempotency_key)  # type: ignore[no-any-return]

    def request_access(
        self,
        id: str,
        *,
        answers: Sequence[str],
        idempotency_key: Optional[str] = None,
    ) -> types.AccessRequest:
        """Ask for access to a gated dataset. The request."""
        return self._call("POST", "/datasets/{id}/access-requests", {"id": id}, {}, {"answers": answers}, "key", 10, idempotency_key)  # type: ignore[no-any-return]

    def retract_bid(
        self,
        id: str,
        bid_id: str,
        *,
        reason: Literal["amount_mistyped", "seller_suspended"],
    ) -> types.Bid:
        """Retract a bid. The retracted bid."""
        return self._call("DELETE", "/datasets/{id}/bids/{bid_id}", {"id": id, "bid_id": bid_id}, {"reason": reason}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def retry_import(
        self,
        id: str,
        import_id: str,
    ) -> types.Import:
        """Retry a failed import. The import."""
        return self._call("POST", "/listings/{id}/imports/{import_id}/retry", {"id": id, "import_id": import_id}, {}, None, "never", 10, None)  # type: ignore[no-any-return]

    def retry_webhook_delivery(
        self,
        id: str,
        delivery_id: str,
        *,
        idempotency_key: Optional[str] = None,
    ) -> types.WebhookDelivery:
        """Retry a delivery now. The delivery is due now."""
        return self._call("POST", "/webhooks/{id}/deliveries/{delivery_id}/retry", {"id": id, "delivery_id": delivery_id}, {}, None, "key", 10, idempotency_key)  # type: ignore[no-any-return]

    def revoke_coupon(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
    ) -> types.Coupon:
        """Revoke a coupon. The revoked coupon."""
        return self._call("POST", "/coupons/{id}/revoke", {"id": id}, {}, None, "key", 10, idempotency_key)  # type: ignore[no-any-return]

    def rotate_agent_token(
        self,
    ) -> types.RotatedToken:
        """Replace the calling agent's token. The new token."""
        return self._call("POST", "/agent/rotate-token", {}, {}, None, "never", 10, None)  # type: ignore[no-any-return]

    def rotate_webhook_secret(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
    ) -> types.WebhookWithSecret:
        """Rotate a webhook's secret. The webhook."""
        return self._call("POST", "/webhooks/{id}/rotate-secret", {"id": id}, {}, None, "key", 10, idempotency_key)  # type: ignore[no-any-return]

    def search_datasets(
        self,
        *,
        query: Union[str, NotGiven] = NOT_GIVEN,
        category: Union[Union[str, Sequence[Literal["geographic", "pricing", "sensor", "images", "text", "financial", "scientific", "social", "retail", "other"]]], NotGiven] = NOT_GIVEN,
        max_price: Union[float, NotGiven] = NOT_GIVEN,
        max_price_cents: Union[int, NotGiven] = NOT_GIVEN,
        min_price: Union[float, NotGiven] = NOT_GIVEN,
        min_price_cents: Union[int, NotGiven] = NOT_GIVEN,
        min_quality_score: Union[float, NotGiven] = NOT_GIVEN,
        pricing_type: Union[Literal["buy_it_now", "auction", "hybrid"], NotGiven] = NOT_GIVEN,
        format: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        tags: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        columns: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        covers_from: Union[str, NotGiven] = NOT_GIVEN,
        covers_to: Union[str, NotGiven] = NOT_GIVEN,
        bbox: Union[str, NotGiven] = NOT_GIVEN,
        country: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        language: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        license: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        seller: Union[str, NotGiven] = NOT_GIVEN,
        collection: Union[str, NotGiven] = NOT_GIVEN,
        updated_since: Union[str, NotGiven] = NOT_GIVEN,
        min_rows: Union[int, NotGiven] = NOT_GIVEN,
        max_rows: Union[int, NotGiven] = NOT_GIVEN,
        min_bytes: Union[int, NotGiven] = NOT_GIVEN,
        max_bytes: Union[int, NotGiven] = NOT_GIVEN,
        has_personal_data: Union[Literal["true", "false"], NotGiven] = NOT_GIVEN,
        free: Union[Literal["true", "false"], NotGiven] = NOT_GIVEN,
        ending_before: Union[str, NotGiven] = NOT_GIVEN,
        interpret: Union[Literal["true", "false"], NotGiven] = NOT_GIVEN,
        joinable_with: Union[str, NotGiven] = NOT_GIVEN,
        sort: Union[Literal["relevance", "newest", "price", "quality", "ending", "overlap", "-relevance", "-newest", "-price", "-quality", "-ending", "-overlap"], NotGiven] = NOT_GIVEN,
        facets: Union[Literal["true", "false"], NotGiven] = NOT_GIVEN,
        cursor: Union[str, NotGiven] = NOT_GIVEN,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        offset: Union[int, NotGiven] = NOT_GIVEN,
    ) -> types.DatasetPage:
        """Search the catalogue. One page of datasets."""
        return self._call("GET", "/datasets", {}, {"query": query, "category": category, "max_price": max_price, "max_price_cents": max_price_cents, "min_price": min_price, "min_price_cents": min_price_cents, "min_quality_score": min_quality_score, "pricing_type": pricing_type, "format": format, "tags": tags, "columns": columns, "covers_from": covers_from, "covers_to": covers_to, "bbox": bbox, "country": country, "language": language, "license": license, "seller": seller, "collection": collection, "updated_since": updated_since, "min_rows": min_rows, "max_rows": max_rows, "min_bytes": min_bytes, "max_bytes": max_bytes, "has_personal_data": has_personal_data, "free": free, "ending_before": ending_before, "interpret": interpret, "joinable_with": joinable_with, "sort": sort, "facets": facets, "cursor": cursor, "limit": limit, "offset": offset}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def set_gate(
        self,
        id: str,
        *,
        questions: Union[Sequence[str], None],
        hide_sample: Union[bool, NotGiven] = NOT_GIVEN,
    ) -> types.Gate:
        """Gate a listing. The gate."""
        return self._call("PUT", "/listings/{id}/gate", {"id": id}, {}, {"questions": questions, "hide_sample": hide_sample}, "safe", 10, None)  # type: ignore[no-any-return]

    def set_logo(
        self,
        *,
        content: str,
    ) -> types.SellerLogo:
        """Set the calling seller's logo. Where it is shown."""
        return self._call("PUT", "/agent/logo", {}, {}, {"content": content}, "safe", 10, None)  # type: ignore[no-any-return]

    def sign_file_part_urls(
        self,
        id: str,
        upload_id: str,
        position: str,
        *,
        parts: Union[Sequence[Mapping[str, Any]], NotGiven] = NOT_GIVEN,
        limit: Union[int, NotGiven] = NOT_GIVEN,
    ) -> types.FilePartUrls:
        """Get URLs for parts of a folder's file. The URLs."""
        return self._call("POST", "/listings/{id}/uploads/{upload_id}/files/{position}/part-urls", {"id": id, "upload_id": upload_id, "position": position}, {}, {"parts": parts, "limit": limit}, "never", 10, None)  # type: ignore[no-any-return]

    def sign_part_urls(
        self,
        id: str,
        upload_id: str,
        *,
        parts: Union[Sequence[Mapping[str, Any]], NotGiven] = NOT_GIVEN,
        limit: Union[int, NotGiven] = NOT_GIVEN,
    ) -> types.UploadUrls:
        """Get URLs for an upload's parts. The URLs."""
        return self._call("POST", "/listings/{id}/uploads/{upload_id}/part-urls", {"id": id, "upload_id": upload_id}, {}, {"parts": parts, "limit": limit}, "never", 10, None)  # type: ignore[no-any-return]

    def suggest_searches(
        self,
        *,
        query: str,
    ) -> types.SearchSuggestionList:
        """Suggest searches while one is typed. The suggestions."""
        return self._call("GET", "/suggestions", {}, {"query": query}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def test_webhook(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
    ) -> types.WebhookTest:
        """Send a test event. The test event is queued."""
        return self._call("POST", "/webhooks/{id}/test", {"id": id}, {}, None, "key", 10, idempotency_key)  # type: ignore[no-any-return]

    def unfollow(
        self,
        id: str,
    ) -> types.Follow:
        """Stop following. The ended follow."""
        return self._call("DELETE", "/follows/{id}", {"id": id}, {}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def update_collection(
        self,
        id: str,
        *,
        title: Union[str, NotGiven] = NOT_GIVEN,
        description: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        visibility: Union[Literal["public", "private"], NotGiven] = NOT_GIVEN,
        seller_id: Union[Union[str, None], NotGiven] = NOT_GIVEN,
    ) -> types.Collection:
        """Change a collection. The changed collection."""
        return self._call("PATCH", "/collections/{id}", {"id": id}, {}, {"title": title, "description": description, "visibility": visibility, "seller_id": seller_id}, "never", 10, None)  # type: ignore[no-any-return]

    def update_draft(
        self,
        id: str,
        *,
        title: Union[str, NotGiven] = NOT_GIVEN,
        description: Union[str, NotGiven] = NOT_GIVEN,
        category: Union[Literal["geographic", "pricing", "sensor", "images", "text", "financial", "scientific", "social", "retail", "other"], NotGiven] = NOT_GIVEN,
        price_cents: Union[int, NotGiven] = NOT_GIVEN,
        tags: Union[Sequence[str], NotGiven] = NOT_GIVEN,
        license: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        pricing_type: Union[Literal["buy_it_now", "auction", "hybrid"], NotGiven] = NOT_GIVEN,
        auction: Union[Any, NotGiven] = NOT_GIVEN,
        plans: Union[Sequence[Any], NotGiven] = NOT_GIVEN,
        trial: Union[Any, NotGiven] = NOT_GIVEN,
        distributions: Union[Literal["full", "coarse"], NotGiven] = NOT_GIVEN,
        contract: Union[Any, NotGiven] = NOT_GIVEN,
        source_url: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        citation: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        collection_method: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        update_frequency: Union[Union[Literal["continuous", "hourly", "daily", "weekly", "monthly", "quarterly", "yearly", "irregular", "never"], None], NotGiven] = NOT_GIVEN,
        license_url: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        column_descriptions: Union[Union[Mapping[str, Any], None], NotGiven] = NOT_GIVEN,
        schema: Union[Mapping[str, Any], NotGiven] = NOT_GIVEN,
        schema_format: Union[str, NotGiven] = NOT_GIVEN,
        full_data_path: Union[str, NotGiven] = NOT_GIVEN,
    ) -> types.Listing:
        """Change a draft, or attach its file. The changed draft."""
        return self._call("PATCH", "/listings/draft/{id}", {"id": id}, {}, {"title": title, "description": description, "category": category, "price_cents": price_cents, "tags": tags, "license": license, "pricing_type": pricing_type, "auction": auction, "plans": plans, "trial": trial, "distributions": distributions, "contract": contract, "source_url": source_url, "citation": citation, "collection_method": collection_method, "update_frequency": update_frequency, "license_url": license_url, "column_descriptions": column_descriptions, "schema": schema, "schema.format": schema_format, "full_data_path": full_data_path}, "never", 10, None)  # type: ignore[no-any-return]

    def update_saved_search(
        self,
        id: str,
        *,
        name: Union[str, NotGiven] = NOT_GIVEN,
        parameters: Union[Mapping[str, Any], NotGiven] = NOT_GIVEN,
        mail: Union[Literal["none", "immediately", "daily", "weekly"], NotGiven] = NOT_GIVEN,
        paused: Union[bool, NotGiven] = NOT_GIVEN,
    ) -> types.SavedSearch:
        """Change, pause or resume a saved search. The changed saved search."""
        return self._call("PATCH", "/saved-searches/{id}", {"id": id}, {}, {"name": name, "parameters": parameters, "mail": mail, "paused": paused}, "never", 10, None)  # type: ignore[no-any-return]

    def update_subscription(
        self,
        id: str,
        *,
        renewal: Union[Literal["on", "paused", "off"], NotGiven] = NOT_GIVEN,
        payment_method_id: Union[str, NotGiven] = NOT_GIVEN,
    ) -> types.Subscription:
        """Pause, resume or cancel a subscription, or change its card. The changed subscription."""
        return self._call("PATCH", "/subscriptions/{id}", {"id": id}, {}, {"renewal": renewal, "payment_method_id": payment_method_id}, "never", 10, None)  # type: ignore[no-any-return]

    def update_webhook(
        self,
        id: str,
        *,
        url: Union[str, NotGiven] = NOT_GIVEN,
        types: Union[Sequence[Any], NotGiven] = NOT_GIVEN,
        description: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        enabled: Union[bool, NotGiven] = NOT_GIVEN,
    ) -> types.Webhook:
        """Change, stop or enable a webhook. The changed webhook."""
        return self._call("PATCH", "/webhooks/{id}", {"id": id}, {}, {"url": url, "types": types, "description": description, "enabled": enabled}, "never", 10, None)  # type: ignore[no-any-return]

    def verify_agent(
        self,
        *,
        token: str,
    ) -> types.AgentSession:
        """Approve an agent as its owner. The verified agent."""
        return self._call("POST", "/agent/verify", {}, {}, {"token": token}, "never", 10, None)  # type: ignore[no-any-return]

    def withdraw_data_request_answer(
        self,
        id: str,
        answer_id: str,
        *,
        idempotency_key: Optional[str] = None,
    ) -> types.DataRequestAnswer:
        """Withdraw an answer. The withdrawn answer."""
        return self._call("POST", "/requests/{id}/answers/{answer_id}/withdraw", {"id": id, "answer_id": answer_id}, {}, None, "key", 10, idempotency_key)  # type: ignore[no-any-return]

    def withdraw_listing(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
    ) -> types.Listing:
        """Withdraw a listing. The withdrawn listing."""
        return self._call("POST", "/listings/{id}/withdraw", {"id": id}, {}, None, "key", 10, idempotency_key)  # type: ignore[no-any-return]

    def withdraw_private_offer(
        self,
        id: str,
        *,
        note: Union[str, NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
    ) -> types.PrivateOfferDetail:
        """Withdraw a private offer. The private offer."""
        return self._call("POST", "/private-offers/{id}/withdraw", {"id": id}, {}, {"note": note}, "key", 10, idempotency_key)  # type: ignore[no-any-return]


class AsyncOperations(Calls):
    def accept_data_request_answer(
        self,
        id: str,
        answer_id: str,
        *,
        idempotency_key: Optional[str] = None,
    ) -> Awaitable[types.DataRequestAnswer]:
        """Accept an answer. The accepted answer."""
        return self._call("POST", "/requests/{id}/answers/{answer_id}/accept", {"id": id, "answer_id": answer_id}, {}, None, "key", 10, idempotency_key)  # type: ignore[no-any-return]

    def accept_offer(
        self,
        id: str,
        *,
        payment_method_id: str,
        allow_duplicate: Union[bool, NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
    ) -> Awaitable[types.Purchase]:
        """Pay for a won auction or an offer. The purchase."""
        return self._call("POST", "/offers/{id}/accept", {"id": id}, {}, {"payment_method_id": payment_method_id, "allow_duplicate": allow_duplicate}, "key", 27, idempotency_key)  # type: ignore[no-any-return]

    def accept_private_offer(
        self,
        id: str,
        *,
        note: Union[str, NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
    ) -> Awaitable[types.PrivateOfferDetail]:
        """Accept a private offer. The private offer."""
        return self._call("POST", "/private-offers/{id}/accept", {"id": id}, {}, {"note": note}, "key", 10, idempotency_key)  # type: ignore[no-any-return]

    def answer_data_request(
        self,
        id: str,
        *,
        dataset_id: str,
        note: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        price_cents: Union[int, NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
    ) -> Awaitable[types.DataRequestAnswer]:
        """Answer a data request with a listing. The answer."""
        return self._call("POST", "/requests/{id}/answers", {"id": id}, {}, {"dataset_id": dataset_id, "note": note, "price_cents": price_cents}, "key", 10, idempotency_key)  # type: ignore[no-any-return]

    def answer_dispute(
        self,
        id: str,
        *,
        text: str,
        attachments: Union[Sequence[Any], NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
    ) -> Awaitable[types.Dispute]:
        """Answer a dispute about a sale. The dispute."""
        return self._call("POST", "/agent/sales/{id}/dispute/answers", {"id": id}, {}, {"text": text, "attachments": attachments}, "key", 10, idempotency_key)  # type: ignore[no-any-return]

    def answer_review(
        self,
        id: str,
        *,
        text: str,
    ) -> Awaitable[types.OwnReview]:
        """Answer a review. The review with the answer."""
        return self._call("PUT", "/reviews/{id}/answer", {"id": id}, {}, {"text": text}, "safe", 10, None)  # type: ignore[no-any-return]

    def buy_bundle(
        self,
        id: str,
        *,
        payment_method_id: str,
        expected_price_cents: Union[int, NotGiven] = NOT_GIVEN,
        allow_duplicate: Union[bool, NotGiven] = NOT_GIVEN,
        promised: Union[bool, NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
    ) -> Awaitable[Union[types.BoughtBundle, types.WaitingPurchase]]:
        """Buy a bundle. The charge and its purchases."""
        return self._call("POST", "/bundles/{id}/buy", {"id": id}, {}, {"payment_method_id": payment_method_id, "expected_price_cents": expected_price_cents, "allow_duplicate": allow_duplicate, "promised": promised}, "key", 27, idempotency_key)  # type: ignore[no-any-return]

    def buy_dataset(
        self,
        id: str,
        *,
        payment_method_id: str,
        expected_price_cents: Union[int, NotGiven] = NOT_GIVEN,
        allow_duplicate: Union[bool, NotGiven] = NOT_GIVEN,
        acceptance: Union[Any, NotGiven] = NOT_GIVEN,
        private_offer_id: Union[str, NotGiven] = NOT_GIVEN,
        coupon: Union[str, NotGiven] = NOT_GIVEN,
        plan: Union[Literal["month", "year"], NotGiven] = NOT_GIVEN,
        trial: Union[bool, NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
    ) -> Awaitable[Union[types.Purchase, types.WaitingPurchase]]:
        """Buy a dataset. The purchase."""
        return self._call("POST", "/datasets/{id}/buy", {"id": id}, {}, {"payment_method_id": payment_method_id, "expected_price_cents": expected_price_cents, "allow_duplicate": allow_duplicate, "acceptance": acceptance, "private_offer_id": private_offer_id, "coupon": coupon, "plan": plan, "trial": trial}, "key", 27, idempotency_key)  # type: ignore[no-any-return]

    def cancel_import(
        self,
        id: str,
        import_id: str,
    ) -> Awaitable[types.Import]:
        """Cancel an import. The import."""
        return self._call("DELETE", "/listings/{id}/imports/{import_id}", {"id": id, "import_id": import_id}, {}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def cancel_purchase(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
    ) -> Awaitable[types.Purchase]:
        """Cancel an unpaid purchase. The purchase."""
        return self._call("POST", "/purchases/{id}/cancel", {"id": id}, {}, None, "key", 27, idempotency_key)  # type: ignore[no-any-return]

    def cancel_waiting_purchase(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
    ) -> Awaitable[types.WaitingPurchase]:
        """Cancel a purchase awaiting the owner's approval. The cancelled waiting purchase."""
        return self._call("POST", "/waiting-purchases/{id}/cancel", {"id": id}, {}, None, "key", 10, idempotency_key)  # type: ignore[no-any-return]

    def change_listing(
        self,
        id: str,
        *,
        title: Union[str, NotGiven] = NOT_GIVEN,
        description: Union[str, NotGiven] = NOT_GIVEN,
        category: Union[Literal["geographic", "pricing", "sensor", "images", "text", "financial", "scientific", "social", "retail", "other"], NotGiven] = NOT_GIVEN,
        tags: Union[Sequence[str], NotGiven] = NOT_GIVEN,
        license: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        price_cents: Union[int, NotGiven] = NOT_GIVEN,
        contract: Union[Any, NotGiven] = NOT_GIVEN,
        plans: Union[Sequence[Any], NotGiven] = NOT_GIVEN,
        trial: Union[Any, NotGiven] = NOT_GIVEN,
        source_url: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        citation: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        collection_method: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        update_frequency: Union[Union[Literal["continuous", "hourly", "daily", "weekly", "monthly", "quarterly", "yearly", "irregular", "never"], None], NotGiven] = NOT_GIVEN,
        license_url: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        column_descriptions: Union[Union[Mapping[str, Any], None], NotGiven] = NOT_GIVEN,
    ) -> Awaitable[types.Listing]:
        """Change a published listing. The changed listing."""
        return self._call("PATCH", "/listings/{id}", {"id": id}, {}, {"title": title, "description": description, "category": category, "tags": tags, "license": license, "price_cents": price_cents, "contract": contract, "plans": plans, "trial": trial, "source_url": source_url, "citation": citation, "collection_method": collection_method, "update_frequency": update_frequency, "license_url": license_url, "column_descriptions": column_descriptions}, "never", 10, None)  # type: ignore[no-any-return]

    def close_data_request(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
    ) -> Awaitable[types.OwnDataRequest]:
        """Close a data request. The closed request."""
        return self._call("POST", "/requests/{id}/close", {"id": id}, {}, None, "key", 10, idempotency_key)  # type: ignore[no-any-return]

    def confirm_purchase(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
    ) -> Awaitable[types.Purchase]:
        """Confirm the delivery. The released purchase."""
        return self._call("POST", "/purchases/{id}/confirm", {"id": id}, {}, None, "key", 10, idempotency_key)  # type: ignore[no-any-return]

    def contact_seller(
        self,
        id: str,
        *,
        message: str,
        idempotency_key: Optional[str] = None,
    ) -> Awaitable[types.SentMessage]:
        """Write to the seller of a dataset. The sent message."""
        return self._call("POST", "/datasets/{id}/messages", {"id": id}, {}, {"message": message}, "key", 10, idempotency_key)  # type: ignore[no-any-return]

    def counter_private_offer(
        self,
        id: str,
        *,
        price_cents: int,
        expires_in_hours: Union[int, NotGiven] = NOT_GIVEN,
        note: Union[str, NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
    ) -> Awaitable[types.PrivateOfferDetail]:
        """Make a counter-offer. The private offer."""
        return self._call("POST", "/private-offers/{id}/counter", {"id": id}, {}, {"price_cents": price_cents, "expires_in_hours": expires_in_hours, "note": note}, "key", 10, idempotency_key)  # type: ignore[no-any-return]

    def create_bundle(
        self,
        *,
        title: str,
        price_cents: int,
        dataset_ids: Sequence[str],
        description: Union[str, NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
    ) -> Awaitable[types.Bundle]:
        """Offer a bundle. The bundle."""
        return self._call("POST", "/bundles", {}, {}, {"title": title, "description": description, "price_cents": price_cents, "dataset_ids": dataset_ids}, "key", 10, idempotency_key)  # type: ignore[no-any-return]

    def create_collection(
        self,
        *,
        title: str,
        description: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        visibility: Union[Literal["public", "private"], NotGiven] = NOT_GIVEN,
        seller_id: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
    ) -> Awaitable[types.Collection]:
        """Make a collection of datasets. The collection."""
        return self._call("POST", "/collections", {}, {}, {"title": title, "description": description, "visibility": visibility, "seller_id": seller_id}, "key", 10, idempotency_key)  # type: ignore[no-any-return]

    def create_coupon(
        self,
        *,
        code: Union[str, NotGiven] = NOT_GIVEN,
        percent_off: Union[int, NotGiven] = NOT_GIVEN,
        amount_off_cents: Union[int, NotGiven] = NOT_GIVEN,
        dataset_ids: Union[Sequence[str], NotGiven] = NOT_GIVEN,
        max_uses: Union[int, NotGiven] = NOT_GIVEN,
        once_per_buyer: Union[bool, NotGiven] = NOT_GIVEN,
        expires_at: Union[str, NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
    ) -> Awaitable[types.Coupon]:
        """Make a coupon. The coupon."""
        return self._call("POST", "/coupons", {}, {}, {"code": code, "percent_off": percent_off, "amount_off_cents": amount_off_cents, "dataset_ids": dataset_ids, "max_uses": max_uses, "once_per_buyer": once_per_buyer, "expires_at": expires_at}, "key", 10, idempotency_key)  # type: ignore[no-any-return]

    def create_draft(
        self,
        *,
        title: str,
        description: str,
        category: Union[Literal["geographic", "pricing", "sensor", "images", "text", "financial", "scientific", "social", "retail", "other"], NotGiven] = NOT_GIVEN,
        price_cents: Union[int, NotGiven] = NOT_GIVEN,
        tags: Union[Sequence[str], NotGiven] = NOT_GIVEN,
        license: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        pricing_type: Union[Literal["buy_it_now", "auction", "hybrid"], NotGiven] = NOT_GIVEN,
        auction: Union[Any, NotGiven] = NOT_GIVEN,
        plans: Union[Sequence[Any], NotGiven] = NOT_GIVEN,
        trial: Union[Any, NotGiven] = NOT_GIVEN,
        distributions: Union[Literal["full", "coarse"], NotGiven] = NOT_GIVEN,
        contract: Union[Any, NotGiven] = NOT_GIVEN,
        source_url: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        citation: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        collection_method: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        update_frequency: Union[Union[Literal["continuous", "hourly", "daily", "weekly", "monthly", "quarterly", "yearly", "irregular", "never"], None], NotGiven] = NOT_GIVEN,
        license_url: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        column_descriptions: Union[Union[Mapping[str, Any], None], NotGiven] = NOT_GIVEN,
        schema: Union[Mapping[str, Any], NotGiven] = NOT_GIVEN,
        schema_format: Union[str, NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
    ) -> Awaitable[types.Listing]:
        """Create a draft. The draft."""
        return self._call("POST", "/listings/draft", {}, {}, {"title": title, "description": description, "category": category, "price_cents": price_cents, "tags": tags, "license": license, "pricing_type": pricing_type, "auction": auction, "plans": plans, "trial": trial, "distributions": distributions, "contract": contract, "source_url": source_url, "citation": citation, "collection_method": collection_method, "update_frequency": update_frequency, "license_url": license_url, "column_descriptions": column_descriptions, "schema": schema, "schema.format": schema_format}, "key", 10, idempotency_key)  # type: ignore[no-any-return]

    def create_import(
        self,
        id: str,
        *,
        from_: str,
        kind: Union[Literal["file", "croissant"], NotGiven] = NOT_GIVEN,
        sha256: Union[str, NotGiven] = NOT_GIVEN,
        s3: Union[Mapping[str, Any], NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
    ) -> Awaitable[types.Import]:
        """Import a file from an address. The import."""
        return self._call("POST", "/listings/{id}/imports", {"id": id}, {}, {"from": from_, "kind": kind, "sha256": sha256, "s3": s3}, "key", 10, idempotency_key)  # type: ignore[no-any-return]

    def create_private_offer(
        self,
        id: str,
        *,
        price_cents: int,
        expires_in_hours: Union[int, NotGiven] = NOT_GIVEN,
        note: Union[str, NotGiven] = NOT_GIVEN,
        thread_id: Union[str, NotGiven] = NOT_GIVEN,
        request_id: Union[str, NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
    ) -> Awaitable[types.PrivateOfferDetail]:
        """Offer a private price. The private offer."""
        return self._call("POST", "/datasets/{id}/private-offers", {"id": id}, {}, {"price_cents": price_cents, "expires_in_hours": expires_in_hours, "note": note, "thread_id": thread_id, "request_id": request_id}, "key", 10, idempotency_key)  # type: ignore[no-any-return]

    def create_saved_search(
        self,
        *,
        name: str,
        parameters: Mapping[str, Any],
        mail: Union[Literal["none", "immediately", "daily", "weekly"], NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
    ) -> Awaitable[types.SavedSearch]:
        """Save a search. The saved search."""
        return self._call("POST", "/saved-searches", {}, {}, {"name": name, "parameters": parameters, "mail": mail}, "key", 10, idempotency_key)  # type: ignore[no-any-return]

    def create_webhook(
        self,
        *,
        url: str,
        types: Union[Sequence[Any], NotGiven] = NOT_GIVEN,
        description: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
    ) -> Awaitable[types.WebhookWithSecret]:
        """Have events sent to an address. The webhook."""
        return self._call("POST", "/webhooks", {}, {}, {"url": url, "types": types, "description": description}, "key", 10, idempotency_key)  # type: ignore[no-any-return]

    def decide_access(
        self,
        id: str,
        *,
        decision: Literal["approve", "decline", "withdraw"],
        reason: Union[str, NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
    ) -> Awaitable[types.AccessRequest]:
        """Approve or decline a buyer. The request."""
        return self._call("POST", "/access-requests/{id}/decision", {"id": id}, {}, {"decision": decision, "reason": reason}, "key", 10, idempotency_key)  # type: ignore[no-any-return]

    def decline_offer(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
    ) -> Awaitable[types.Offer]:
        """Decline an offer. The declined offer."""
        return self._call("POST", "/offers/{id}/decline", {"id": id}, {}, None, "key", 10, idempotency_key)  # type: ignore[no-any-return]

    def decline_private_offer(
        self,
        id: str,
        *,
        note: Union[str, NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
    ) -> Awaitable[types.PrivateOfferDetail]:
        """Decline a private offer. The private offer."""
        return self._call("POST", "/private-offers/{id}/decline", {"id": id}, {}, {"note": note}, "key", 10, idempotency_key)  # type: ignore[no-any-return]

    def delete_agent(
        self,
        id: str,
    ) -> Awaitable[types.Deleted]:
        """Delete a seller agent as its owner. The agent is deleted."""
        return self._call("DELETE", "/agents/{id}", {"id": id}, {}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def delete_collection(
        self,
        id: str,
    ) -> Awaitable[types.Deleted]:
        """Delete a collection. It is deleted."""
        return self._call("DELETE", "/collections/{id}", {"id": id}, {}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def delete_draft(
        self,
        id: str,
    ) -> Awaitable[types.Deleted]:
        """Delete a draft. The draft is deleted."""
        return self._call("DELETE", "/listings/draft/{id}", {"id": id}, {}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def delete_review(
        self,
        id: str,
        *,
        version: Union[int, NotGiven] = NOT_GIVEN,
    ) -> Awaitable[types.OwnReview]:
        """Withdraw a review. The withdrawn review."""
        return self._call("DELETE", "/datasets/{id}/review", {"id": id}, {"version": version}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def delete_saved_search(
        self,
        id: str,
    ) -> Awaitable[types.Deleted]:
        """Delete a saved search. It is deleted."""
        return self._call("DELETE", "/saved-searches/{id}", {"id": id}, {}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def delete_webhook(
        self,
        id: str,
    ) -> Awaitable[types.Deleted]:
        """Delete a webhook. It is deleted."""
        return self._call("DELETE", "/webhooks/{id}", {"id": id}, {}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def deliver_purchase(
        self,
        id: str,
        *,
        purchase_id: str,
    ) -> Awaitable[types.BucketDelivery]:
        """Deliver a purchase to a bucket. The delivery."""
        return self._call("PUT", "/delivery-targets/{id}/deliveries", {"id": id}, {}, {"purchase_id": purchase_id}, "safe", 10, None)  # type: ignore[no-any-return]

    def discard_version(
        self,
        id: str,
    ) -> Awaitable[types.Listing]:
        """Discard the open version. The listing without the open version."""
        return self._call("DELETE", "/listings/{id}/versions/next", {"id": id}, {}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def dispute_purchase(
        self,
        id: str,
        *,
        reason: Literal["file_unusable", "not_as_described", "not_licensed", "other"],
        detail: str,
        attachments: Union[Sequence[Any], NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
    ) -> Awaitable[types.Purchase]:
        """Dispute a delivery. The disputed purchase."""
        return self._call("POST", "/purchases/{id}/dispute", {"id": id}, {}, {"reason": reason, "detail": detail, "attachments": attachments}, "key", 10, idempotency_key)  # type: ignore[no-any-return]

    def edit_data_request(
        self,
        id: str,
        *,
        title: Union[str, NotGiven] = NOT_GIVEN,
        description: Union[str, NotGiven] = NOT_GIVEN,
        category: Union[Union[Literal["geographic", "pricing", "sensor", "images", "text", "financial", "scientific", "social", "retail", "other"], None], NotGiven] = NOT_GIVEN,
        columns: Union[Sequence[str], NotGiven] = NOT_GIVEN,
        formats: Union[Sequence[str], NotGiven] = NOT_GIVEN,
        min_rows: Union[Union[int, None], NotGiven] = NOT_GIVEN,
        period: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        place: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        budget_cents: Union[Union[int, None], NotGiven] = NOT_GIVEN,
        expires_at: Union[str, NotGiven] = NOT_GIVEN,
    ) -> Awaitable[types.OwnDataRequest]:
        """Change a data request. The changed request."""
        return self._call("PATCH", "/requests/{id}", {"id": id}, {}, {"title": title, "description": description, "category": category, "columns": columns, "formats": formats, "min_rows": min_rows, "period": period, "place": place, "budget_cents": budget_cents, "expires_at": expires_at}, "never", 10, None)  # type: ignore[no-any-return]

    def end_bundle(
        self,
        id: str,
    ) -> Awaitable[types.Bundle]:
        """End a bundle. The ended bundle."""
        return self._call("DELETE", "/bundles/{id}", {"id": id}, {}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def end_upload(
        self,
        id: str,
        upload_id: str,
    ) -> Awaitable[types.EndedUpload]:
        """Abort an upload. The upload has ended."""
        return self._call("DELETE", "/listings/{id}/uploads/{upload_id}", {"id": id, "upload_id": upload_id}, {}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def follow(
        self,
        *,
        seller_id: Union[str, NotGiven] = NOT_GIVEN,
        dataset_id: Union[str, NotGiven] = NOT_GIVEN,
        collection_id: Union[str, NotGiven] = NOT_GIVEN,
        mail: Union[Literal["none", "daily"], NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
    ) -> Awaitable[types.Follow]:
        """Follow a seller, a dataset or a collection. The follow."""
        return self._call("POST", "/follows", {}, {}, {"seller_id": seller_id, "dataset_id": dataset_id, "collection_id": collection_id, "mail": mail}, "key", 10, idempotency_key)  # type: ignore[no-any-return]

    def get_agent(
        self,
        id: str,
    ) -> Awaitable[types.OwnAgent]:
        """Read one seller agent of one's account. The agent."""
        return self._call("GET", "/agents/{id}", {"id": id}, {}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def get_bundle(
        self,
        id: str,
    ) -> Awaitable[types.Bundle]:
        """Read a bundle. The bundle."""
        return self._call("GET", "/bundles/{id}", {"id": id}, {}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def get_changes(
        self,
        id: str,
        *,
        from_: Union[int, NotGiven] = NOT_GIVEN,
        to: Union[int, NotGiven] = NOT_GIVEN,
    ) -> Awaitable[types.DatasetChanges]:
        """See what changed between two versions. The changes."""
        return self._call("GET", "/datasets/{id}/changes", {"id": id}, {"from": from_, "to": to}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def get_collection(
        self,
        id: str,
    ) -> Awaitable[types.Collection]:
        """Read a collection. The collection."""
        return self._call("GET", "/collections/{id}", {"id": id}, {}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def get_croissant(
        self,
        id: str,
    ) -> Awaitable[types.Croissant]:
        """Read the dataset as Croissant. The document."""
        return self._call("GET", "/datasets/{id}/croissant", {"id": id}, {}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def get_data_request(
        self,
        id: str,
    ) -> Awaitable[types.DataRequest]:
        """Read a data request. The request."""
        return self._call("GET", "/requests/{id}", {"id": id}, {}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def get_dataset(
        self,
        id: str,
    ) -> Awaitable[types.Dataset]:
        """Read a dataset. The dataset."""
        return self._call("GET", "/datasets/{id}", {"id": id}, {}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def get_download_url(
        self,
        id: str,
        *,
        path: Union[str, NotGiven] = NOT_GIVEN,
        embed: Union[Literal["true", "false"], NotGiven] = NOT_GIVEN,
    ) -> Awaitable[types.Download]:
        """Download a free dataset. The signed URL."""
        return self._call("GET", "/datasets/{id}/download-url", {"id": id}, {"path": path, "embed": embed}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def get_import(
        self,
        id: str,
        import_id: str,
    ) -> Awaitable[types.Import]:
        """Read an import's progress. The import."""
        return self._call("GET", "/listings/{id}/imports/{import_id}", {"id": id, "import_id": import_id}, {}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def get_listing(
        self,
        id: str,
        *,
        wait: Union[int, NotGiven] = NOT_GIVEN,
    ) -> Awaitable[types.Listing]:
        """Read one of the agent's listings. The listing."""
        return self._call("GET", "/listings/{id}", {"id": id}, {"wait": wait}, None, "safe", 40, None)  # type: ignore[no-any-return]

    def get_own_profile(
        self,
        id: str,
        *,
        table: Union[str, NotGiven] = NOT_GIVEN,
        version: Union[Literal["current", "next"], NotGiven] = NOT_GIVEN,
    ) -> Awaitable[types.Profile]:
        """Read an own listing's profile. The profile."""
        return self._call("GET", "/listings/{id}/profile", {"id": id}, {"table": table, "version": version}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def get_own_sample(
        self,
        id: str,
        *,
        table: Union[str, NotGiven] = NOT_GIVEN,
        format: Union[Literal["json", "csv", "geojson", "webp"], NotGiven] = NOT_GIVEN,
        version: Union[Literal["current", "next"], NotGiven] = NOT_GIVEN,
    ) -> Awaitable[types.Sample]:
        """Read an own listing's sample. The sample."""
        return self._call("GET", "/listings/{id}/sample", {"id": id}, {"table": table, "format": format, "version": version}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def get_prices(
        self,
        id: str,
        *,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        cursor: Union[str, NotGiven] = NOT_GIVEN,
    ) -> Awaitable[types.PriceHistory]:
        """Read a dataset's price history. One page of prices."""
        return self._call("GET", "/datasets/{id}/prices", {"id": id}, {"limit": limit, "cursor": cursor}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def get_private_offer(
        self,
        id: str,
    ) -> Awaitable[types.PrivateOfferDetail]:
        """Read a private offer. The private offer."""
        return self._call("GET", "/private-offers/{id}", {"id": id}, {}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def get_problem(
        self,
        code: str,
    ) -> Awaitable[types.ExplainedProblem]:
        """Read what a problem code means. The code."""
        return self._call("GET", "/problems/{code}", {"code": code}, {}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def get_profile(
        self,
        id: str,
        *,
        table: Union[str, NotGiven] = NOT_GIVEN,
    ) -> Awaitable[types.Profile]:
        """Read the data profile. The profile."""
        return self._call("GET", "/datasets/{id}/profile", {"id": id}, {"table": table}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def get_purchase(
        self,
        id: str,
    ) -> Awaitable[types.Purchase]:
        """Read a purchase. The purchase."""
        return self._call("GET", "/purchases/{id}", {"id": id}, {}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def get_purchase_acceptance(
        self,
        id: str,
    ) -> Awaitable[types.PurchaseAcceptance]:
        """Read a purchase's acceptance contract. The contract, and the result of each check."""
        return self._call("GET", "/purchases/{id}/acceptance", {"id": id}, {}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def get_purchase_dispute(
        self,
        id: str,
    ) -> Awaitable[types.Dispute]:
        """Read a dispute. The dispute."""
        return self._call("GET", "/purchases/{id}/dispute", {"id": id}, {}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def get_purchase_download_url(
        self,
        id: str,
        *,
        path: Union[str, NotGiven] = NOT_GIVEN,
        embed: Union[Literal["true", "false"], NotGiven] = NOT_GIVEN,
        version: Union[int, NotGiven] = NOT_GIVEN,
    ) -> Awaitable[types.PurchaseDownload]:
        """Get a signed URL for the purchased file. The URL."""
        return self._call("GET", "/purchases/{id}/download-url", {"id": id}, {"path": path, "embed": embed, "version": version}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def get_purchase_receipt(
        self,
        id: str,
        *,
        format: Union[Literal["json", "jws", "pdf"], NotGiven] = NOT_GIVEN,
    ) -> Awaitable[types.PurchaseReceipt]:
        """Get the signed receipt of a purchase. The receipt."""
        return self._call("GET", "/purchases/{id}/receipt", {"id": id}, {"format": format}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def get_sale_acceptance(
        self,
        id: str,
    ) -> Awaitable[types.PurchaseAcceptance]:
        """Read a sale's acceptance contract. The contract, and the result of each check."""
        return self._call("GET", "/agent/sales/{id}/acceptance", {"id": id}, {}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def get_sale_dispute(
        self,
        id: str,
    ) -> Awaitable[types.Dispute]:
        """Read a dispute about a sale. The dispute."""
        return self._call("GET", "/agent/sales/{id}/dispute", {"id": id}, {}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def get_sample(
        self,
        id: str,
        *,
        table: Union[str, NotGiven] = NOT_GIVEN,
        format: Union[Literal["json", "csv", "geojson", "webp"], NotGiven] = NOT_GIVEN,
    ) -> Awaitable[types.Sample]:
        """Read a sample of the rows. The sample."""
        return self._call("GET", "/datasets/{id}/sample", {"id": id}, {"table": table, "format": format}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def get_saved_search(
        self,
        id: str,
    ) -> Awaitable[types.SavedSearch]:
        """Read a saved search. The saved search."""
        return self._call("GET", "/saved-searches/{id}", {"id": id}, {}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def get_seller(
        self,
        id: str,
    ) -> Awaitable[types.Seller]:
        """Read a seller's record. The seller."""
        return self._call("GET", "/sellers/{id}", {"id": id}, {}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def get_subscription(
        self,
        id: str,
    ) -> Awaitable[types.Subscription]:
        """Read a subscription. The subscription."""
        return self._call("GET", "/subscriptions/{id}", {"id": id}, {}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def get_thread(
        self,
        id: str,
        *,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        offset: Union[int, NotGiven] = NOT_GIVEN,
        cursor: Union[str, NotGiven] = NOT_GIVEN,
    ) -> Awaitable[types.ThreadMessages]:
        """Read a thread. The thread and one page of it."""
        return self._call("GET", "/threads/{id}", {"id": id}, {"limit": limit, "offset": offset, "cursor": cursor}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def get_upload(
        self,
        id: str,
        upload_id: str,
        *,
        after_part: Union[int, NotGiven] = NOT_GIVEN,
        limit: Union[int, NotGiven] = NOT_GIVEN,
    ) -> Awaitable[types.Upload]:
        """Read an upload's progress. The upload."""
        return self._call("GET", "/listings/{id}/uploads/{upload_id}", {"id": id, "upload_id": upload_id}, {"after_part": after_part, "limit": limit}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def get_upload_file(
        self,
        id: str,
        upload_id: str,
        position: str,
        *,
        after_part: Union[int, NotGiven] = NOT_GIVEN,
        limit: Union[int, NotGiven] = NOT_GIVEN,
    ) -> Awaitable[types.UploadFile]:
        """Read the progress of one file of a folder. The file."""
        return self._call("GET", "/listings/{id}/uploads/{upload_id}/files/{position}", {"id": id, "upload_id": upload_id, "position": position}, {"after_part": after_part, "limit": limit}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def get_waiting_purchase(
        self,
        id: str,
    ) -> Awaitable[types.WaitingPurchase]:
        """Read a purchase awaiting the owner's approval. The waiting purchase."""
        return self._call("GET", "/waiting-purchases/{id}", {"id": id}, {}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def get_webhook(
        self,
        id: str,
    ) -> Awaitable[types.Webhook]:
        """Read a webhook. The webhook."""
        return self._call("GET", "/webhooks/{id}", {"id": id}, {}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def issue_upload_urls(
        self,
        id: str,
        *,
        content_type: Union[str, NotGiven] = NOT_GIVEN,
        byte_size: Union[int, NotGiven] = NOT_GIVEN,
        parts: Union[int, NotGiven] = NOT_GIVEN,
        part_byte_size: Union[int, NotGiven] = NOT_GIVEN,
        files: Union[Sequence[Mapping[str, Any]], NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
    ) -> Awaitable[types.IssuedUpload]:
        """Get a signed upload URL. The URLs and the path."""
        return self._call("POST", "/listings/{id}/upload-urls", {"id": id}, {}, {"content_type": content_type, "byte_size": byte_size, "parts": parts, "part_byte_size": part_byte_size, "files": files}, "key", 10, idempotency_key)  # type: ignore[no-any-return]

    def list_access_requests(
        self,
        *,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        offset: Union[int, NotGiven] = NOT_GIVEN,
        cursor: Union[str, NotGiven] = NOT_GIVEN,
        status: Union[Literal["pending", "approved", "declined", "withdrawn"], NotGiven] = NOT_GIVEN,
    ) -> Awaitable[types.AccessRequests]:
        """List requests for access. One page of requests."""
        return self._call("GET", "/access-requests", {}, {"limit": limit, "offset": offset, "cursor": cursor, "status": status}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def list_agent_answers(
        self,
        *,
        status: Union[Literal["pending", "accepted", "rejected", "withdrawn", "removed", "gone"], NotGiven] = NOT_GIVEN,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        offset: Union[int, NotGiven] = NOT_GIVEN,
        cursor: Union[str, NotGiven] = NOT_GIVEN,
    ) -> Awaitable[types.DataRequestAnswers]:
        """List the agent's own answers. One page of answers."""
        return self._call("GET", "/requests/answers", {}, {"status": status, "limit": limit, "offset": offset, "cursor": cursor}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def list_agents(
        self,
        *,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        offset: Union[int, NotGiven] = NOT_GIVEN,
        cursor: Union[str, NotGiven] = NOT_GIVEN,
    ) -> Awaitable[types.OwnAgentList]:
        """List the seller agents of one's account. A page of agents."""
        return self._call("GET", "/agents", {}, {"limit": limit, "offset": offset, "cursor": cursor}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def list_audit_log(
        self,
        *,
        connection_id: Union[str, NotGiven] = NOT_GIVEN,
        api_key_id: Union[str, NotGiven] = NOT_GIVEN,
        agent_id: Union[str, NotGiven] = NOT_GIVEN,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        cursor: Union[str, NotGiven] = NOT_GIVEN,
    ) -> Awaitable[types.AuditLog]:
        """Read the account's audit log. A page of the log."""
        return self._call("GET", "/audit-log", {}, {"connection_id": connection_id, "api_key_id": api_key_id, "agent_id": agent_id, "limit": limit, "cursor": cursor}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def list_bids(
        self,
        id: str,
        *,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        offset: Union[int, NotGiven] = NOT_GIVEN,
        cursor: Union[str, NotGiven] = NOT_GIVEN,
    ) -> Awaitable[types.BidPage]:
        """Read an auction's bid history. One page of bids."""
        return self._call("GET", "/datasets/{id}/bids", {"id": id}, {"limit": limit, "offset": offset, "cursor": cursor}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def list_bucket_deliveries(
        self,
        id: str,
        *,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        offset: Union[int, NotGiven] = NOT_GIVEN,
        cursor: Union[str, NotGiven] = NOT_GIVEN,
    ) -> Awaitable[types.BucketDeliveryPage]:
        """List a bucket's deliveries. One page of deliveries."""
        return self._call("GET", "/delivery-targets/{id}/deliveries", {"id": id}, {"limit": limit, "offset": offset, "cursor": cursor}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def list_bundles(
        self,
        *,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        offset: Union[int, NotGiven] = NOT_GIVEN,
        cursor: Union[str, NotGiven] = NOT_GIVEN,
        dataset_id: Union[str, NotGiven] = NOT_GIVEN,
        seller_id: Union[str, NotGiven] = NOT_GIVEN,
        status: Union[Literal["open", "unavailable", "ended"], NotGiven] = NOT_GIVEN,
    ) -> Awaitable[types.Bundles]:
        """List bundles. One page of bundles."""
        return self._call("GET", "/bundles", {}, {"limit": limit, "offset": offset, "cursor": cursor, "dataset_id": dataset_id, "seller_id": seller_id, "status": status}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def list_categories(
        self,
    ) -> Awaitable[List[types.Category]]:
        """List the categories. The categories."""
        return self._call("GET", "/categories", {}, {}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def list_collection_datasets(
        self,
        id: str,
        *,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        offset: Union[int, NotGiven] = NOT_GIVEN,
        cursor: Union[str, NotGiven] = NOT_GIVEN,
    ) -> Awaitable[types.CollectionItemPage]:
        """List a collection's datasets. One page of datasets."""
        return self._call("GET", "/collections/{id}/datasets", {"id": id}, {"limit": limit, "offset": offset, "cursor": cursor}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def list_collections(
        self,
        *,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        offset: Union[int, NotGiven] = NOT_GIVEN,
        cursor: Union[str, NotGiven] = NOT_GIVEN,
    ) -> Awaitable[types.CollectionPage]:
        """List the caller's collections. One page of collections."""
        return self._call("GET", "/collections", {}, {"limit": limit, "offset": offset, "cursor": cursor}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def list_coupons(
        self,
        *,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        offset: Union[int, NotGiven] = NOT_GIVEN,
        cursor: Union[str, NotGiven] = NOT_GIVEN,
    ) -> Awaitable[types.Coupons]:
        """List own coupons. One page of coupons."""
        return self._call("GET", "/coupons", {}, {"limit": limit, "offset": offset, "cursor": cursor}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def list_data_request_answers(
        self,
        id: str,
        *,
        status: Union[Literal["pending", "accepted", "rejected", "withdrawn", "removed", "gone"], NotGiven] = NOT_GIVEN,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        offset: Union[int, NotGiven] = NOT_GIVEN,
        cursor: Union[str, NotGiven] = NOT_GIVEN,
    ) -> Awaitable[types.DataRequestAnswers]:
        """List the answers to a data request. One page of answers."""
        return self._call("GET", "/requests/{id}/answers", {"id": id}, {"status": status, "limit": limit, "offset": offset, "cursor": cursor}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def list_data_request_matches(
        self,
        id: str,
    ) -> Awaitable[types.DataRequestMatches]:
        """List datasets on sale that match a data request. At most ten datasets."""
        return self._call("GET", "/requests/{id}/matches", {"id": id}, {}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def list_data_requests(
        self,
        *,
        query: Union[str, NotGiven] = NOT_GIVEN,
        category: Union[Literal["geographic", "pricing", "sensor", "images", "text", "financial", "scientific", "social", "retail", "other"], NotGiven] = NOT_GIVEN,
        columns: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        format: Union[str, NotGiven] = NOT_GIVEN,
        min_budget_cents: Union[int, NotGiven] = NOT_GIVEN,
        status: Union[Literal["open", "fulfilled", "closed", "expired"], NotGiven] = NOT_GIVEN,
        posted_since: Union[str, NotGiven] = NOT_GIVEN,
        expires_before: Union[str, NotGiven] = NOT_GIVEN,
        sort: Union[Literal["newest", "budget", "expiring"], NotGiven] = NOT_GIVEN,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        offset: Union[int, NotGiven] = NOT_GIVEN,
        cursor: Union[str, NotGiven] = NOT_GIVEN,
    ) -> Awaitable[types.DataRequestPage]:
        """List data requests. One page of requests."""
        return self._call("GET", "/requests", {}, {"query": query, "category": category, "columns": columns, "format": format, "min_budget_cents": min_budget_cents, "status": status, "posted_since": posted_since, "expires_before": expires_before, "sort": sort, "limit": limit, "offset": offset, "cursor": cursor}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def list_dataset_files(
        self,
        id: str,
        *,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        cursor: Union[str, NotGiven] = NOT_GIVEN,
    ) -> Awaitable[types.DatasetFiles]:
        """List a dataset's files. One page of files."""
        return self._call("GET", "/datasets/{id}/files", {"id": id}, {"limit": limit, "cursor": cursor}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def list_delivery_targets(
        self,
    ) -> Awaitable[types.DeliveryTargets]:
        """List the account's buckets. All buckets."""
        return self._call("GET", "/delivery-targets", {}, {}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def list_events(
        self,
        *,
        after: Union[str, NotGiven] = NOT_GIVEN,
        types: Union[str, NotGiven] = NOT_GIVEN,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        wait: Union[int, NotGiven] = NOT_GIVEN,
    ) -> Awaitable[types.EventPage]:
        """Read events, or wait for the next one. The next events."""
        return self._call("GET", "/events", {}, {"after": after, "types": types, "limit": limit, "wait": wait}, None, "safe", 40, None)  # type: ignore[no-any-return]

    def list_follows(
        self,
        *,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        offset: Union[int, NotGiven] = NOT_GIVEN,
        cursor: Union[str, NotGiven] = NOT_GIVEN,
    ) -> Awaitable[types.FollowPage]:
        """List what the caller follows. One page of follows."""
        return self._call("GET", "/follows", {}, {"limit": limit, "offset": offset, "cursor": cursor}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def list_imports(
        self,
        id: str,
        *,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        offset: Union[int, NotGiven] = NOT_GIVEN,
        cursor: Union[str, NotGiven] = NOT_GIVEN,
    ) -> Awaitable[types.ImportPage]:
        """List the imports of a listing. One page of imports."""
        return self._call("GET", "/listings/{id}/imports", {"id": id}, {"limit": limit, "offset": offset, "cursor": cursor}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def list_increments(
        self,
    ) -> Awaitable[types.Increments]:
        """Read the table of bid increments. The table."""
        return self._call("GET", "/auctions/increments", {}, {}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def list_listings(
        self,
        *,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        offset: Union[int, NotGiven] = NOT_GIVEN,
        cursor: Union[str, NotGiven] = NOT_GIVEN,
        status: Union[Literal["draft", "active", "sold", "withdrawn", "suspended"], NotGiven] = NOT_GIVEN,
    ) -> Awaitable[types.ListingPage]:
        """List the agent's listings. One page of listings."""
        return self._call("GET", "/listings", {}, {"limit": limit, "offset": offset, "cursor": cursor, "status": status}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def list_offers(
        self,
        *,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        offset: Union[int, NotGiven] = NOT_GIVEN,
        cursor: Union[str, NotGiven] = NOT_GIVEN,
    ) -> Awaitable[types.OfferPage]:
        """List won auctions and offers. One page of offers."""
        return self._call("GET", "/offers", {}, {"limit": limit, "offset": offset, "cursor": cursor}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def list_own_bids(
        self,
        *,
        status: Union[Literal["open", "won", "to_pay", "lost"], NotGiven] = NOT_GIVEN,
        dataset_id: Union[str, NotGiven] = NOT_GIVEN,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        cursor: Union[str, NotGiven] = NOT_GIVEN,
    ) -> Awaitable[types.OwnBidPage]:
        """List the operator's own bids. One page of bids."""
        return self._call("GET", "/bids", {}, {"status": status, "dataset_id": dataset_id, "limit": limit, "cursor": cursor}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def list_own_data_requests(
        self,
        *,
        status: Union[Literal["open", "fulfilled", "closed", "expired", "removed"], NotGiven] = NOT_GIVEN,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        offset: Union[int, NotGiven] = NOT_GIVEN,
        cursor: Union[str, NotGiven] = NOT_GIVEN,
    ) -> Awaitable[types.OwnDataRequestPage]:
        """List the operator's own data requests. One page of requests."""
        return self._call("GET", "/requests/mine", {}, {"status": status, "limit": limit, "offset": offset, "cursor": cursor}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def list_own_reports(
        self,
        *,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        cursor: Union[str, NotGiven] = NOT_GIVEN,
    ) -> Awaitable[types.Reports]:
        """List own reports. One page of reports."""
        return self._call("GET", "/reports", {}, {"limit": limit, "cursor": cursor}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def list_own_reviews(
        self,
        *,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        cursor: Union[str, NotGiven] = NOT_GIVEN,
    ) -> Awaitable[types.OwnReviews]:
        """List own reviews. One page of reviews."""
        return self._call("GET", "/reviews", {}, {"limit": limit, "cursor": cursor}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def list_parquet(
        self,
        id: str,
    ) -> Awaitable[types.ParquetFiles]:
        """List a free dataset's Parquet files. The tables."""
        return self._call("GET", "/datasets/{id}/parquet/tables", {"id": id}, {}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def list_payouts(
        self,
        *,
        status: Union[Literal["waiting", "sent"], NotGiven] = NOT_GIVEN,
        since: Union[str, NotGiven] = NOT_GIVEN,
        until: Union[str, NotGiven] = NOT_GIVEN,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        cursor: Union[str, NotGiven] = NOT_GIVEN,
    ) -> Awaitable[types.PayoutPage]:
        """List payouts to the agent's owner. One page of payouts."""
        return self._call("GET", "/agent/payouts", {}, {"status": status, "since": since, "until": until, "limit": limit, "cursor": cursor}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def list_private_offers(
        self,
        *,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        offset: Union[int, NotGiven] = NOT_GIVEN,
        cursor: Union[str, NotGiven] = NOT_GIVEN,
        status: Union[Literal["open", "accepted", "declined", "withdrawn", "expired", "used"], NotGiven] = NOT_GIVEN,
    ) -> Awaitable[types.PrivateOffers]:
        """List own private offers. One page of private offers."""
        return self._call("GET", "/private-offers", {}, {"limit": limit, "offset": offset, "cursor": cursor, "status": status}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def list_problems(
        self,
    ) -> Awaitable[types.ExplainedProblems]:
        """List every problem code. Every code."""
        return self._call("GET", "/problems", {}, {}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def list_purchase_files(
        self,
        id: str,
        *,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        cursor: Union[str, NotGiven] = NOT_GIVEN,
    ) -> Awaitable[types.DatasetFiles]:
        """List the files of a purchase. One page of files."""
        return self._call("GET", "/purchases/{id}/files", {"id": id}, {"limit": limit, "cursor": cursor}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def list_purchases(
        self,
        *,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        offset: Union[int, NotGiven] = NOT_GIVEN,
        cursor: Union[str, NotGiven] = NOT_GIVEN,
        status: Union[Literal["payment_pending", "in_escrow", "disputed", "released", "refunded", "payment_failed", "cancelled", "expired"], NotGiven] = NOT_GIVEN,
        dataset_id: Union[str, NotGiven] = NOT_GIVEN,
        bundle_purchase_id: Union[str, NotGiven] = NOT_GIVEN,
        version: Union[int, NotGiven] = NOT_GIVEN,
        sha256: Union[str, NotGiven] = NOT_GIVEN,
        since: Union[str, NotGiven] = NOT_GIVEN,
    ) -> Awaitable[types.PurchasePage]:
        """List the operator's purchases. One page of purchases."""
        return self._call("GET", "/purchases", {}, {"limit": limit, "offset": offset, "cursor": cursor, "status": status, "dataset_id": dataset_id, "bundle_purchase_id": bundle_purchase_id, "version": version, "sha256": sha256, "since": since}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def list_reviews(
        self,
        id: str,
        *,
        stars: Union[int, NotGiven] = NOT_GIVEN,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        cursor: Union[str, NotGiven] = NOT_GIVEN,
    ) -> Awaitable[types.Reviews]:
        """List a dataset's reviews. The rating, and one page of reviews."""
        return self._call("GET", "/datasets/{id}/reviews", {"id": id}, {"stars": stars, "limit": limit, "cursor": cursor}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def list_sales(
        self,
        *,
        status: Union[Literal["in_escrow", "disputed", "released", "refunded"], NotGiven] = NOT_GIVEN,
        dataset_id: Union[str, NotGiven] = NOT_GIVEN,
        since: Union[str, NotGiven] = NOT_GIVEN,
        until: Union[str, NotGiven] = NOT_GIVEN,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        cursor: Union[str, NotGiven] = NOT_GIVEN,
    ) -> Awaitable[types.SalePage]:
        """List what the agent sold. One page of sales."""
        return self._call("GET", "/agent/sales", {}, {"status": status, "dataset_id": dataset_id, "since": since, "until": until, "limit": limit, "cursor": cursor}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def list_saved_searches(
        self,
        *,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        offset: Union[int, NotGiven] = NOT_GIVEN,
        cursor: Union[str, NotGiven] = NOT_GIVEN,
    ) -> Awaitable[types.SavedSearchPage]:
        """List the caller's saved searches. One page of saved searches."""
        return self._call("GET", "/saved-searches", {}, {"limit": limit, "offset": offset, "cursor": cursor}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def list_search_matches(
        self,
        id: str,
        *,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        offset: Union[int, NotGiven] = NOT_GIVEN,
        cursor: Union[str, NotGiven] = NOT_GIVEN,
    ) -> Awaitable[types.SearchMatchPage]:
        """List a saved search's matches. One page of matches."""
        return self._call("GET", "/saved-searches/{id}/matches", {"id": id}, {"limit": limit, "offset": offset, "cursor": cursor}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def list_seller_collections(
        self,
        id: str,
        *,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        offset: Union[int, NotGiven] = NOT_GIVEN,
        cursor: Union[str, NotGiven] = NOT_GIVEN,
    ) -> Awaitable[types.CollectionPage]:
        """List a seller's public collections. One page of collections."""
        return self._call("GET", "/sellers/{id}/collections", {"id": id}, {"limit": limit, "offset": offset, "cursor": cursor}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def list_subscriptions(
        self,
        *,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        offset: Union[int, NotGiven] = NOT_GIVEN,
        cursor: Union[str, NotGiven] = NOT_GIVEN,
        status: Union[Literal["pending", "active", "past_due", "paused", "ended"], NotGiven] = NOT_GIVEN,
    ) -> Awaitable[types.SubscriptionPage]:
        """List the operator's subscriptions. One page of subscriptions."""
        return self._call("GET", "/subscriptions", {}, {"limit": limit, "offset": offset, "cursor": cursor, "status": status}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def list_threads(
        self,
        *,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        offset: Union[int, NotGiven] = NOT_GIVEN,
        cursor: Union[str, NotGiven] = NOT_GIVEN,
    ) -> Awaitable[types.Threads]:
        """List own threads. One page of threads."""
        return self._call("GET", "/threads", {}, {"limit": limit, "offset": offset, "cursor": cursor}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def list_unmet_searches(
        self,
        *,
        limit: Union[int, NotGiven] = NOT_GIVEN,
    ) -> Awaitable[types.UnmetSearches]:
        """List searches that found nothing. The searches."""
        return self._call("GET", "/agent/unmet-searches", {}, {"limit": limit}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def list_upload_files(
        self,
        id: str,
        upload_id: str,
        *,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        cursor: Union[str, NotGiven] = NOT_GIVEN,
        state: Union[Literal["awaited", "arrived", "unchanged"], NotGiven] = NOT_GIVEN,
    ) -> Awaitable[types.UploadFilesPage]:
        """List a folder's files with their upload URLs. One page of files."""
        return self._call("GET", "/listings/{id}/uploads/{upload_id}/files", {"id": id, "upload_id": upload_id}, {"limit": limit, "cursor": cursor, "state": state}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def list_uploads(
        self,
        id: str,
        *,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        offset: Union[int, NotGiven] = NOT_GIVEN,
        cursor: Union[str, NotGiven] = NOT_GIVEN,
    ) -> Awaitable[types.UploadPage]:
        """List the open uploads. One page of uploads."""
        return self._call("GET", "/listings/{id}/uploads", {"id": id}, {"limit": limit, "offset": offset, "cursor": cursor}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def list_versions(
        self,
        id: str,
        *,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        offset: Union[int, NotGiven] = NOT_GIVEN,
        cursor: Union[str, NotGiven] = NOT_GIVEN,
    ) -> Awaitable[types.ListingVersionPage]:
        """List the published versions. One page of versions."""
        return self._call("GET", "/listings/{id}/versions", {"id": id}, {"limit": limit, "offset": offset, "cursor": cursor}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def list_waiting_purchases(
        self,
        *,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        offset: Union[int, NotGiven] = NOT_GIVEN,
        cursor: Union[str, NotGiven] = NOT_GIVEN,
        status: Union[Literal["waiting", "approved", "refused", "cancelled", "superseded", "expired"], NotGiven] = NOT_GIVEN,
    ) -> Awaitable[types.WaitingPurchasePage]:
        """List purchases awaiting the owner's approval. One page of waiting purchases."""
        return self._call("GET", "/waiting-purchases", {}, {"limit": limit, "offset": offset, "cursor": cursor, "status": status}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def list_webhook_deliveries(
        self,
        id: str,
        *,
        event_id: Union[str, NotGiven] = NOT_GIVEN,
        status: Union[Literal["pending", "delivered", "failed"], NotGiven] = NOT_GIVEN,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        offset: Union[int, NotGiven] = NOT_GIVEN,
        cursor: Union[str, NotGiven] = NOT_GIVEN,
    ) -> Awaitable[types.WebhookDeliveryPage]:
        """List a webhook's deliveries. One page of deliveries."""
        return self._call("GET", "/webhooks/{id}/deliveries", {"id": id}, {"event_id": event_id, "status": status, "limit": limit, "offset": offset, "cursor": cursor}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def list_webhooks(
        self,
        *,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        offset: Union[int, NotGiven] = NOT_GIVEN,
        cursor: Union[str, NotGiven] = NOT_GIVEN,
    ) -> Awaitable[types.WebhookPage]:
        """List the caller's webhooks. One page of webhooks."""
        return self._call("GET", "/webhooks", {}, {"limit": limit, "offset": offset, "cursor": cursor}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def make_report(
        self,
        *,
        kind: Literal["dataset", "seller", "collection", "bundle", "request"],
        id: str,
        reason: Literal["illegal_content", "personal_data", "infringes_rights", "misleading", "malware", "other"],
        detail: str,
        idempotency_key: Optional[str] = None,
    ) -> Awaitable[types.Report]:
        """Report public words or a picture. The report."""
        return self._call("POST", "/reports", {}, {}, {"kind": kind, "id": id, "reason": reason, "detail": detail}, "key", 10, idempotency_key)  # type: ignore[no-any-return]

    def match_values(
        self,
        *,
        values: Union[Sequence[Union[str, float]], NotGiven] = NOT_GIVEN,
        sketch: Union[str, NotGiven] = NOT_GIVEN,
        dataset_ids: Union[Sequence[str], NotGiven] = NOT_GIVEN,
        query: Union[str, NotGiven] = NOT_GIVEN,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        offset: Union[int, NotGiven] = NOT_GIVEN,
    ) -> Awaitable[types.Matches]:
        """Find the columns that contain given values. The columns with the most of the values."""
        return self._call("POST", "/matches", {}, {}, {"values": values, "sketch": sketch, "dataset_ids": dataset_ids, "query": query, "limit": limit, "offset": offset}, "safe", 10, None)  # type: ignore[no-any-return]

    def open_version(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
    ) -> Awaitable[types.Listing]:
        """Open a new version. The listing with its open version."""
        return self._call("POST", "/listings/{id}/versions", {"id": id}, {}, None, "key", 10, idempotency_key)  # type: ignore[no-any-return]

    def pay_purchase(
        self,
        id: str,
        *,
        payment_method_id: str,
        allow_duplicate: Union[bool, NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
    ) -> Awaitable[types.Purchase]:
        """Pay for a won auction with another card. The purchase."""
        return self._call("POST", "/purchases/{id}/pay", {"id": id}, {}, {"payment_method_id": payment_method_id, "allow_duplicate": allow_duplicate}, "key", 10, idempotency_key)  # type: ignore[no-any-return]

    def place_bid(
        self,
        id: str,
        *,
        max_amount: Union[float, NotGiven] = NOT_GIVEN,
        max_amount_cents: Union[int, NotGiven] = NOT_GIVEN,
        confirm_max_amount_cents: Union[int, NotGiven] = NOT_GIVEN,
        allow_duplicate: Union[bool, NotGiven] = NOT_GIVEN,
        acceptance: Union[Any, NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
    ) -> Awaitable[types.Bid]:
        """Bid in an auction. The bid, and the auction's current state."""
        return self._call("POST", "/datasets/{id}/bids", {"id": id}, {}, {"max_amount": max_amount, "max_amount_cents": max_amount_cents, "confirm_max_amount_cents": confirm_max_amount_cents, "allow_duplicate": allow_duplicate, "acceptance": acceptance}, "key", 10, idempotency_key)  # type: ignore[no-any-return]

    def place_dataset(
        self,
        id: str,
        dataset_id: str,
        *,
        position: Union[int, NotGiven] = NOT_GIVEN,
    ) -> Awaitable[types.Collection]:
        """Add a dataset to a collection, or move it. The collection."""
        return self._call("PUT", "/collections/{id}/datasets/{dataset_id}", {"id": id, "dataset_id": dataset_id}, {}, {"position": position}, "safe", 10, None)  # type: ignore[no-any-return]

    def post_data_request(
        self,
        *,
        title: str,
        description: str,
        category: Union[Union[Literal["geographic", "pricing", "sensor", "images", "text", "financial", "scientific", "social", "retail", "other"], None], NotGiven] = NOT_GIVEN,
        columns: Union[Sequence[str], NotGiven] = NOT_GIVEN,
        formats: Union[Sequence[str], NotGiven] = NOT_GIVEN,
        min_rows: Union[Union[int, None], NotGiven] = NOT_GIVEN,
        period: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        place: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        budget_cents: Union[Union[int, None], NotGiven] = NOT_GIVEN,
        expires_at: Union[str, NotGiven] = NOT_GIVEN,
        bounty: Union[Any, NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
    ) -> Awaitable[types.PostedDataRequest]:
        """Post a data request. The posted request."""
        return self._call("POST", "/requests", {}, {}, {"title": title, "description": description, "category": category, "columns": columns, "formats": formats, "min_rows": min_rows, "period": period, "place": place, "budget_cents": budget_cents, "expires_at": expires_at, "bounty": bounty}, "key", 10, idempotency_key)  # type: ignore[no-any-return]

    def publish_listing(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
    ) -> Awaitable[types.Listing]:
        """Publish a draft, or an open version. The published listing."""
        return self._call("POST", "/listings/{id}/publish", {"id": id}, {}, None, "key", 10, idempotency_key)  # type: ignore[no-any-return]

    def put_delivery_target(
        self,
        *,
        bucket: str,
        access_key_id: str,
        secret_access_key: str,
        prefix: Union[str, NotGiven] = NOT_GIVEN,
        region: Union[str, NotGiven] = NOT_GIVEN,
        endpoint: Union[str, NotGiven] = NOT_GIVEN,
    ) -> Awaitable[types.DeliveryTarget]:
        """Have purchases delivered to an S3 bucket. The bucket, and the minimal policy for its keys."""
        return self._call("PUT", "/delivery-targets", {}, {}, {"bucket": bucket, "prefix": prefix, "region": region, "endpoint": endpoint, "access_key_id": access_key_id, "secret_access_key": secret_access_key}, "safe", 10, None)  # type: ignore[no-any-return]

    def put_review(
        self,
        id: str,
        *,
        stars: int,
        text: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        version: Union[int, NotGiven] = NOT_GIVEN,
    ) -> Awaitable[types.OwnReview]:
        """Review a bought dataset. The changed review."""
        return self._call("PUT", "/datasets/{id}/review", {"id": id}, {}, {"stars": stars, "text": text, "version": version}, "safe", 10, None)  # type: ignore[no-any-return]

    def query_dataset(
        self,
        id: str,
        *,
        table: Union[str, NotGiven] = NOT_GIVEN,
        sql: Union[str, NotGiven] = NOT_GIVEN,
        filter: Union[Any, NotGiven] = NOT_GIVEN,
        columns: Union[Sequence[str], NotGiven] = NOT_GIVEN,
        group_by: Union[Sequence[str], NotGiven] = NOT_GIVEN,
        aggregates: Union[Sequence[Mapping[str, Any]], NotGiven] = NOT_GIVEN,
        order_by: Union[Sequence[Mapping[str, Any]], NotGiven] = NOT_GIVEN,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        offset: Union[int, NotGiven] = NOT_GIVEN,
        count: Union[bool, NotGiven] = NOT_GIVEN,
    ) -> Awaitable[types.QueryAnswer]:
        """Query the rows of a dataset. The rows, or one row for each group."""
        return self._call("POST", "/datasets/{id}/query", {"id": id}, {"table": table}, {"sql": sql, "filter": filter, "columns": columns, "group_by": group_by, "aggregates": aggregates, "order_by": order_by, "limit": limit, "offset": offset, "count": count}, "safe", 27, None)  # type: ignore[no-any-return]

    def read_agent(
        self,
    ) -> Awaitable[types.AgentSession]:
        """Read the calling agent's session. The session."""
        return self._call("GET", "/agent/me", {}, {}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def read_agent_card(
        self,
    ) -> Awaitable[types.AgentCard]:
        """Read the agent card at its former address. The document."""
        return self._call("GET", "/.well-known/agent.json", {}, {}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def read_agent_card_of_a2a(
        self,
    ) -> Awaitable[types.AgentCard]:
        """Read the agent card. The document."""
        return self._call("GET", "/.well-known/agent-card.json", {}, {}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def read_ai_catalog(
        self,
    ) -> Awaitable[types.AiCatalog]:
        """List what AI clients can use. The document."""
        return self._call("GET", "/.well-known/ai-catalog.json", {}, {}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def read_analytics(
        self,
        *,
        by: Union[Literal["day", "dataset"], NotGiven] = NOT_GIVEN,
        days: Union[int, NotGiven] = NOT_GIVEN,
        dataset_id: Union[str, NotGiven] = NOT_GIVEN,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        cursor: Union[str, NotGiven] = NOT_GIVEN,
    ) -> Awaitable[types.Analytics]:
        """Read how the agent's datasets are used. The figures."""
        return self._call("GET", "/agent/analytics", {}, {"by": by, "days": days, "dataset_id": dataset_id, "limit": limit, "cursor": cursor}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def read_api_catalog(
        self,
    ) -> Awaitable[types.ApiCatalog]:
        """List the interfaces. The document."""
        return self._call("GET", "/.well-known/api-catalog", {}, {}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def read_earnings(
        self,
        *,
        by: Union[Literal["day", "month", "dataset"], NotGiven] = NOT_GIVEN,
        since: Union[str, NotGiven] = NOT_GIVEN,
        until: Union[str, NotGiven] = NOT_GIVEN,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        cursor: Union[str, NotGiven] = NOT_GIVEN,
    ) -> Awaitable[types.Earnings]:
        """Read what the agent earned. The sums."""
        return self._call("GET", "/agent/earnings", {}, {"by": by, "since": since, "until": until, "limit": limit, "cursor": cursor}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def read_mcp_catalog(
        self,
    ) -> Awaitable[types.McpCatalog]:
        """Find the MCP server. The document."""
        return self._call("GET", "/.well-known/mcp.json", {}, {}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def read_operator(
        self,
    ) -> Awaitable[types.Operator]:
        """Read what the calling API key may do. The key and its operator."""
        return self._call("GET", "/operator/me", {}, {}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def read_protected_resource(
        self,
    ) -> Awaitable[types.ProtectedResource]:
        """Read the protected resource metadata. The document."""
        return self._call("GET", "/.well-known/oauth-protected-resource", {}, {}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def read_receipt_keys(
        self,
    ) -> Awaitable[types.ReceiptKeys]:
        """Read the keys of receipts. The document."""
        return self._call("GET", "/.well-known/jwks.json", {}, {}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def read_server_card(
        self,
    ) -> Awaitable[types.McpServerCard]:
        """Read MCP's server card. The document."""
        return self._call("GET", "/mcp/server-card", {}, {}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def recommend_dataset(
        self,
        *,
        need: str,
        budget_cents: Union[int, NotGiven] = NOT_GIVEN,
        columns: Union[Sequence[str], NotGiven] = NOT_GIVEN,
        covers_from: Union[str, NotGiven] = NOT_GIVEN,
        covers_to: Union[str, NotGiven] = NOT_GIVEN,
        granularity: Union[Literal["second", "minute", "hour", "day", "week", "month", "quarter", "year"], NotGiven] = NOT_GIVEN,
        country: Union[Sequence[str], NotGiven] = NOT_GIVEN,
        min_completeness: Union[float, NotGiven] = NOT_GIVEN,
        license_use: Union[Sequence[Literal["commercial", "derivatives"]], NotGiven] = NOT_GIVEN,
    ) -> Awaitable[types.Recommendation]:
        """Recommend datasets for a need. At most three datasets that fit, or the nearest."""
        return self._call("POST", "/recommendations", {}, {}, {"need": need, "budget_cents": budget_cents, "columns": columns, "covers_from": covers_from, "covers_to": covers_to, "granularity": granularity, "country": country, "min_completeness": min_completeness, "license_use": license_use}, "safe", 10, None)  # type: ignore[no-any-return]

    def register_agent(
        self,
        *,
        owner_email: str,
        agent_name: Union[str, NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
    ) -> Awaitable[types.Registration]:
        """Register a seller agent. The registered agent."""
        return self._call("POST", "/agent/register", {}, {}, {"owner_email": owner_email, "agent_name": agent_name}, "key", 10, idempotency_key)  # type: ignore[no-any-return]

    def reject_data_request_answer(
        self,
        id: str,
        answer_id: str,
        *,
        idempotency_key: Optional[str] = None,
    ) -> Awaitable[types.DataRequestAnswer]:
        """Reject an answer. The rejected answer."""
        return self._call("POST", "/requests/{id}/answers/{answer_id}/reject", {"id": id, "answer_id": answer_id}, {}, None, "key", 10, idempotency_key)  # type: ignore[no-any-return]

    def release_bid(
        self,
        id: str,
        bid_id: str,
    ) -> Awaitable[types.Auction]:
        """Release a bidder from a bid. The auction's current state."""
        return self._call("DELETE", "/listings/{id}/bids/{bid_id}", {"id": id, "bid_id": bid_id}, {}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def remove_dataset(
        self,
        id: str,
        dataset_id: str,
    ) -> Awaitable[types.Collection]:
        """Remove a dataset from a collection. The collection."""
        return self._call("DELETE", "/collections/{id}/datasets/{dataset_id}", {"id": id, "dataset_id": dataset_id}, {}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def remove_delivery_target(
        self,
        id: str,
    ) -> Awaitable[types.Deleted]:
        """Stop deliveries to a bucket. It is removed."""
        return self._call("DELETE", "/delivery-targets/{id}", {"id": id}, {}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def remove_logo(
        self,
    ) -> Awaitable[types.SellerLogo]:
        """Remove the calling seller's logo. It is removed."""
        return self._call("DELETE", "/agent/logo", {}, {}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def rename_agent(
        self,
        id: str,
        *,
        agent_name: str,
    ) -> Awaitable[types.OwnAgent]:
        """Rename a seller agent as its owner. The renamed agent."""
        return self._call("PATCH", "/agents/{id}", {"id": id}, {}, {"agent_name": agent_name}, "never", 10, None)  # type: ignore[no-any-return]

    def renew_agent_token(
        self,
        id: str,
    ) -> Awaitable[types.RotatedToken]:
        """Replace a seller agent's token as its owner. The new token."""
        return self._call("POST", "/agents/{id}/rotate-token", {"id": id}, {}, None, "never", 10, None)  # type: ignore[no-any-return]

    def reopen_data_request(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
    ) -> Awaitable[types.OwnDataRequest]:
        """Reopen a closed data request. The reopened request."""
        return self._call("POST", "/requests/{id}/reopen", {"id": id}, {}, None, "key", 10, idempotency_key)  # type: ignore[no-any-return]

    def reply_in_thread(
        self,
        id: str,
        *,
        message: str,
        idempotency_key: Optional[str] = None,
    ) -> Awaitable[types.SentMessage]:
        """Write in a thread. The sent message."""
        return self._call("POST", "/threads/{id}/messages", {"id": id}, {}, {"message": message}, "key", 10, idempotency_key)  # type: ignore[no-any-return]

    def report_review(
        self,
        id: str,
        *,
        reason: Literal["spam", "abusive", "personal_data", "not_about_dataset", "other"],
        about: Union[Literal["review", "answer"], NotGiven] = NOT_GIVEN,
        detail: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
    ) -> Awaitable[types.ReviewReport]:
        """Report a review or an answer. The report."""
        return self._call("POST", "/reviews/{id}/report", {"id": id}, {}, {"about": about, "reason": reason, "detail": detail}, "key", 10, idempotency_key)  # type: ignore[no-any-return]

    def request_access(
        self,
        id: str,
        *,
        answers: Sequence[str],
        idempotency_key: Optional[str] = None,
    ) -> Awaitable[types.AccessRequest]:
        """Ask for access to a gated dataset. The request."""
        return self._call("POST", "/datasets/{id}/access-requests", {"id": id}, {}, {"answers": answers}, "key", 10, idempotency_key)  # type: ignore[no-any-return]

    def retract_bid(
        self,
        id: str,
        bid_id: str,
        *,
        reason: Literal["amount_mistyped", "seller_suspended"],
    ) -> Awaitable[types.Bid]:
        """Retract a bid. The retracted bid."""
        return self._call("DELETE", "/datasets/{id}/bids/{bid_id}", {"id": id, "bid_id": bid_id}, {"reason": reason}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def retry_import(
        self,
        id: str,
        import_id: str,
    ) -> Awaitable[types.Import]:
        """Retry a failed import. The import."""
        return self._call("POST", "/listings/{id}/imports/{import_id}/retry", {"id": id, "import_id": import_id}, {}, None, "never", 10, None)  # type: ignore[no-any-return]

    def retry_webhook_delivery(
        self,
        id: str,
        delivery_id: str,
        *,
        idempotency_key: Optional[str] = None,
    ) -> Awaitable[types.WebhookDelivery]:
        """Retry a delivery now. The delivery is due now."""
        return self._call("POST", "/webhooks/{id}/deliveries/{delivery_id}/retry", {"id": id, "delivery_id": delivery_id}, {}, None, "key", 10, idempotency_key)  # type: ignore[no-any-return]

    def revoke_coupon(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
    ) -> Awaitable[types.Coupon]:
        """Revoke a coupon. The revoked coupon."""
        return self._call("POST", "/coupons/{id}/revoke", {"id": id}, {}, None, "key", 10, idempotency_key)  # type: ignore[no-any-return]

    def rotate_agent_token(
        self,
    ) -> Awaitable[types.RotatedToken]:
        """Replace the calling agent's token. The new token."""
        return self._call("POST", "/agent/rotate-token", {}, {}, None, "never", 10, None)  # type: ignore[no-any-return]

    def rotate_webhook_secret(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
    ) -> Awaitable[types.WebhookWithSecret]:
        """Rotate a webhook's secret. The webhook."""
        return self._call("POST", "/webhooks/{id}/rotate-secret", {"id": id}, {}, None, "key", 10, idempotency_key)  # type: ignore[no-any-return]

    def search_datasets(
        self,
        *,
        query: Union[str, NotGiven] = NOT_GIVEN,
        category: Union[Union[str, Sequence[Literal["geographic", "pricing", "sensor", "images", "text", "financial", "scientific", "social", "retail", "other"]]], NotGiven] = NOT_GIVEN,
        max_price: Union[float, NotGiven] = NOT_GIVEN,
        max_price_cents: Union[int, NotGiven] = NOT_GIVEN,
        min_price: Union[float, NotGiven] = NOT_GIVEN,
        min_price_cents: Union[int, NotGiven] = NOT_GIVEN,
        min_quality_score: Union[float, NotGiven] = NOT_GIVEN,
        pricing_type: Union[Literal["buy_it_now", "auction", "hybrid"], NotGiven] = NOT_GIVEN,
        format: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        tags: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        columns: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        covers_from: Union[str, NotGiven] = NOT_GIVEN,
        covers_to: Union[str, NotGiven] = NOT_GIVEN,
        bbox: Union[str, NotGiven] = NOT_GIVEN,
        country: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        language: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        license: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        seller: Union[str, NotGiven] = NOT_GIVEN,
        collection: Union[str, NotGiven] = NOT_GIVEN,
        updated_since: Union[str, NotGiven] = NOT_GIVEN,
        min_rows: Union[int, NotGiven] = NOT_GIVEN,
        max_rows: Union[int, NotGiven] = NOT_GIVEN,
        min_bytes: Union[int, NotGiven] = NOT_GIVEN,
        max_bytes: Union[int, NotGiven] = NOT_GIVEN,
        has_personal_data: Union[Literal["true", "false"], NotGiven] = NOT_GIVEN,
        free: Union[Literal["true", "false"], NotGiven] = NOT_GIVEN,
        ending_before: Union[str, NotGiven] = NOT_GIVEN,
        interpret: Union[Literal["true", "false"], NotGiven] = NOT_GIVEN,
        joinable_with: Union[str, NotGiven] = NOT_GIVEN,
        sort: Union[Literal["relevance", "newest", "price", "quality", "ending", "overlap", "-relevance", "-newest", "-price", "-quality", "-ending", "-overlap"], NotGiven] = NOT_GIVEN,
        facets: Union[Literal["true", "false"], NotGiven] = NOT_GIVEN,
        cursor: Union[str, NotGiven] = NOT_GIVEN,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        offset: Union[int, NotGiven] = NOT_GIVEN,
    ) -> Awaitable[types.DatasetPage]:
        """Search the catalogue. One page of datasets."""
        return self._call("GET", "/datasets", {}, {"query": query, "category": category, "max_price": max_price, "max_price_cents": max_price_cents, "min_price": min_price, "min_price_cents": min_price_cents, "min_quality_score": min_quality_score, "pricing_type": pricing_type, "format": format, "tags": tags, "columns": columns, "covers_from": covers_from, "covers_to": covers_to, "bbox": bbox, "country": country, "language": language, "license": license, "seller": seller, "collection": collection, "updated_since": updated_since, "min_rows": min_rows, "max_rows": max_rows, "min_bytes": min_bytes, "max_bytes": max_bytes, "has_personal_data": has_personal_data, "free": free, "ending_before": ending_before, "interpret": interpret, "joinable_with": joinable_with, "sort": sort, "facets": facets, "cursor": cursor, "limit": limit, "offset": offset}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def set_gate(
        self,
        id: str,
        *,
        questions: Union[Sequence[str], None],
        hide_sample: Union[bool, NotGiven] = NOT_GIVEN,
    ) -> Awaitable[types.Gate]:
        """Gate a listing. The gate."""
        return self._call("PUT", "/listings/{id}/gate", {"id": id}, {}, {"questions": questions, "hide_sample": hide_sample}, "safe", 10, None)  # type: ignore[no-any-return]

    def set_logo(
        self,
        *,
        content: str,
    ) -> Awaitable[types.SellerLogo]:
        """Set the calling seller's logo. Where it is shown."""
        return self._call("PUT", "/agent/logo", {}, {}, {"content": content}, "safe", 10, None)  # type: ignore[no-any-return]

    def sign_file_part_urls(
        self,
        id: str,
        upload_id: str,
        position: str,
        *,
        parts: Union[Sequence[Mapping[str, Any]], NotGiven] = NOT_GIVEN,
        limit: Union[int, NotGiven] = NOT_GIVEN,
    ) -> Awaitable[types.FilePartUrls]:
        """Get URLs for parts of a folder's file. The URLs."""
        return self._call("POST", "/listings/{id}/uploads/{upload_id}/files/{position}/part-urls", {"id": id, "upload_id": upload_id, "position": position}, {}, {"parts": parts, "limit": limit}, "never", 10, None)  # type: ignore[no-any-return]

    def sign_part_urls(
        self,
        id: str,
        upload_id: str,
        *,
        parts: Union[Sequence[Mapping[str, Any]], NotGiven] = NOT_GIVEN,
        limit: Union[int, NotGiven] = NOT_GIVEN,
    ) -> Awaitable[types.UploadUrls]:
        """Get URLs for an upload's parts. The URLs."""
        return self._call("POST", "/listings/{id}/uploads/{upload_id}/part-urls", {"id": id, "upload_id": upload_id}, {}, {"parts": parts, "limit": limit}, "never", 10, None)  # type: ignore[no-any-return]

    def suggest_searches(
        self,
        *,
        query: str,
    ) -> Awaitable[types.SearchSuggestionList]:
        """Suggest searches while one is typed. The suggestions."""
        return self._call("GET", "/suggestions", {}, {"query": query}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def test_webhook(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
    ) -> Awaitable[types.WebhookTest]:
        """Send a test event. The test event is queued."""
        return self._call("POST", "/webhooks/{id}/test", {"id": id}, {}, None, "key", 10, idempotency_key)  # type: ignore[no-any-return]

    def unfollow(
        self,
        id: str,
    ) -> Awaitable[types.Follow]:
        """Stop following. The ended follow."""
        return self._call("DELETE", "/follows/{id}", {"id": id}, {}, None, "safe", 10, None)  # type: ignore[no-any-return]

    def update_collection(
        self,
        id: str,
        *,
        title: Union[str, NotGiven] = NOT_GIVEN,
        description: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        visibility: Union[Literal["public", "private"], NotGiven] = NOT_GIVEN,
        seller_id: Union[Union[str, None], NotGiven] = NOT_GIVEN,
    ) -> Awaitable[types.Collection]:
        """Change a collection. The changed collection."""
        return self._call("PATCH", "/collections/{id}", {"id": id}, {}, {"title": title, "description": description, "visibility": visibility, "seller_id": seller_id}, "never", 10, None)  # type: ignore[no-any-return]

    def update_draft(
        self,
        id: str,
        *,
        title: Union[str, NotGiven] = NOT_GIVEN,
        description: Union[str, NotGiven] = NOT_GIVEN,
        category: Union[Literal["geographic", "pricing", "sensor", "images", "text", "financial", "scientific", "social", "retail", "other"], NotGiven] = NOT_GIVEN,
        price_cents: Union[int, NotGiven] = NOT_GIVEN,
        tags: Union[Sequence[str], NotGiven] = NOT_GIVEN,
        license: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        pricing_type: Union[Literal["buy_it_now", "auction", "hybrid"], NotGiven] = NOT_GIVEN,
        auction: Union[Any, NotGiven] = NOT_GIVEN,
        plans: Union[Sequence[Any], NotGiven] = NOT_GIVEN,
        trial: Union[Any, NotGiven] = NOT_GIVEN,
        distributions: Union[Literal["full", "coarse"], NotGiven] = NOT_GIVEN,
        contract: Union[Any, NotGiven] = NOT_GIVEN,
        source_url: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        citation: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        collection_method: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        update_frequency: Union[Union[Literal["continuous", "hourly", "daily", "weekly", "monthly", "quarterly", "yearly", "irregular", "never"], None], NotGiven] = NOT_GIVEN,
        license_url: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        column_descriptions: Union[Union[Mapping[str, Any], None], NotGiven] = NOT_GIVEN,
        schema: Union[Mapping[str, Any], NotGiven] = NOT_GIVEN,
        schema_format: Union[str, NotGiven] = NOT_GIVEN,
        full_data_path: Union[str, NotGiven] = NOT_GIVEN,
    ) -> Awaitable[types.Listing]:
        """Change a draft, or attach its file. The changed draft."""
        return self._call("PATCH", "/listings/draft/{id}", {"id": id}, {}, {"title": title, "description": description, "category": category, "price_cents": price_cents, "tags": tags, "license": license, "pricing_type": pricing_type, "auction": auction, "plans": plans, "trial": trial, "distributions": distributions, "contract": contract, "source_url": source_url, "citation": citation, "collection_method": collection_method, "update_frequency": update_frequency, "license_url": license_url, "column_descriptions": column_descriptions, "schema": schema, "schema.format": schema_format, "full_data_path": full_data_path}, "never", 10, None)  # type: ignore[no-any-return]

    def update_saved_search(
        self,
        id: str,
        *,
        name: Union[str, NotGiven] = NOT_GIVEN,
        parameters: Union[Mapping[str, Any], NotGiven] = NOT_GIVEN,
        mail: Union[Literal["none", "immediately", "daily", "weekly"], NotGiven] = NOT_GIVEN,
        paused: Union[bool, NotGiven] = NOT_GIVEN,
    ) -> Awaitable[types.SavedSearch]:
        """Change, pause or resume a saved search. The changed saved search."""
        return self._call("PATCH", "/saved-searches/{id}", {"id": id}, {}, {"name": name, "parameters": parameters, "mail": mail, "paused": paused}, "never", 10, None)  # type: ignore[no-any-return]

    def update_subscription(
        self,
        id: str,
        *,
        renewal: Union[Literal["on", "paused", "off"], NotGiven] = NOT_GIVEN,
        payment_method_id: Union[str, NotGiven] = NOT_GIVEN,
    ) -> Awaitable[types.Subscription]:
        """Pause, resume or cancel a subscription, or change its card. The changed subscription."""
        return self._call("PATCH", "/subscriptions/{id}", {"id": id}, {}, {"renewal": renewal, "payment_method_id": payment_method_id}, "never", 10, None)  # type: ignore[no-any-return]

    def update_webhook(
        self,
        id: str,
        *,
        url: Union[str, NotGiven] = NOT_GIVEN,
        types: Union[Sequence[Any], NotGiven] = NOT_GIVEN,
        description: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        enabled: Union[bool, NotGiven] = NOT_GIVEN,
    ) -> Awaitable[types.Webhook]:
        """Change, stop or enable a webhook. The changed webhook."""
        return self._call("PATCH", "/webhooks/{id}", {"id": id}, {}, {"url": url, "types": types, "description": description, "enabled": enabled}, "never", 10, None)  # type: ignore[no-any-return]

    def verify_agent(
        self,
        *,
        token: str,
    ) -> Awaitable[types.AgentSession]:
        """Approve an agent as its owner. The verified agent."""
        return self._call("POST", "/agent/verify", {}, {}, {"token": token}, "never", 10, None)  # type: ignore[no-any-return]

    def withdraw_data_request_answer(
        self,
        id: str,
        answer_id: str,
        *,
        idempotency_key: Optional[str] = None,
    ) -> Awaitable[types.DataRequestAnswer]:
        """Withdraw an answer. The withdrawn answer."""
        return self._call("POST", "/requests/{id}/answers/{answer_id}/withdraw", {"id": id, "answer_id": answer_id}, {}, None, "key", 10, idempotency_key)  # type: ignore[no-any-return]

    def withdraw_listing(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
    ) -> Awaitable[types.Listing]:
        """Withdraw a listing. The withdrawn listing."""
        return self._call("POST", "/listings/{id}/withdraw", {"id": id}, {}, None, "key", 10, idempotency_key)  # type: ignore[no-any-return]

    def withdraw_private_offer(
        self,
        id: str,
        *,
        note: Union[str, NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
    ) -> Awaitable[types.PrivateOfferDetail]:
        """Withdraw a private offer. The private offer."""
        return self._call("POST", "/private-offers/{id}/withdraw", {"id": id}, {}, {"note": note}, "key", 10, idempotency_key)  # type: ignore[no-any-return]
