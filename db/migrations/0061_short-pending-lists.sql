-- Changed in their places, and what had piled up is sorted in: making them anew would keep writers waiting.
ALTER INDEX "listings_search_vector" SET (gin_pending_list_limit = 128);--> statement-breakpoint
ALTER INDEX "listings_tags" SET (gin_pending_list_limit = 128);--> statement-breakpoint
ALTER INDEX "listings_column_names" SET (gin_pending_list_limit = 128);--> statement-breakpoint
ALTER INDEX "listings_column_facts" SET (gin_pending_list_limit = 128);--> statement-breakpoint
ALTER INDEX "listings_countries" SET (gin_pending_list_limit = 128);--> statement-breakpoint
ALTER INDEX "listings_languages" SET (gin_pending_list_limit = 128);--> statement-breakpoint
ALTER INDEX "listings_license_terms" SET (gin_pending_list_limit = 128);--> statement-breakpoint
ALTER INDEX "search_words_trigrams" SET (gin_pending_list_limit = 128);--> statement-breakpoint
ALTER INDEX "data_requests_search_vector" SET (gin_pending_list_limit = 128);--> statement-breakpoint
SELECT gin_clean_pending_list('public.listings_search_vector'::regclass);--> statement-breakpoint
SELECT gin_clean_pending_list('public.listings_tags'::regclass);--> statement-breakpoint
SELECT gin_clean_pending_list('public.listings_column_names'::regclass);--> statement-breakpoint
SELECT gin_clean_pending_list('public.listings_column_facts'::regclass);--> statement-breakpoint
SELECT gin_clean_pending_list('public.listings_countries'::regclass);--> statement-breakpoint
SELECT gin_clean_pending_list('public.listings_languages'::regclass);--> statement-breakpoint
SELECT gin_clean_pending_list('public.listings_license_terms'::regclass);--> statement-breakpoint
SELECT gin_clean_pending_list('public.search_words_trigrams'::regclass);--> statement-breakpoint
SELECT gin_clean_pending_list('public.data_requests_search_vector'::regclass);
