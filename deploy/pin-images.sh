#!/bin/sh
# Pins the images that deploy/compose.yaml and the Dockerfiles begin with to their digests of now:
# `sh deploy/pin-images.sh` fetches them and writes deploy/images.env, to be given to compose beside .env and
# to be committed by whoever deploys. Run it again to take up newer builds of the same tags.
# ENGINE is docker or podman; PULL=never looks at what this machine has; *_IMAGE name others.
set -eu
cd "$(dirname "$0")"
ENGINE=${ENGINE:-$(command -v docker || command -v podman)}

pin() {
  [ "${PULL:-}" = never ] || "$ENGINE" pull "$2" >/dev/null
  pinned=$("$ENGINE" image inspect --format '{{index .RepoDigests 0}}' "$2")
  case $pinned in
    *@sha256:*) echo "$1=$pinned" ;;
    *) echo "$2 has no digest." >&2; exit 1 ;;
  esac
}

{
  pin BUN_IMAGE "${BUN_IMAGE:-oven/bun:1.4.5-slim}"
  pin POSTGRES_IMAGE "${POSTGRES_IMAGE:-postgres:18}"
  pin NATS_IMAGE "${NATS_IMAGE:-nats:2.12-alpine}"
} >images.env.new
mv images.env.new images.env
cat images.env
