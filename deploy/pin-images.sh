#!/bin/sh
# Pins the base images of deploy/compose.yaml and the Dockerfiles to their current digests: `sh
# deploy/pin-images.sh` pulls them and writes deploy/images.env, to be passed to compose with .env
# and committed in a deployment's own repository. Run it again to use newer builds of the same tags.
# ENGINE is docker or podman; PULL=never uses the images on this machine; *_IMAGE name other images.
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
