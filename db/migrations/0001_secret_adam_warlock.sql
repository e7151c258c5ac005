CREATE TABLE "work_turns" (
	"work" text NOT NULL,
	"owner" text NOT NULL,
	"taken_at" timestamp with time zone NOT NULL,
	CONSTRAINT "work_turns_work_owner_pk" PRIMARY KEY("work","owner")
);
