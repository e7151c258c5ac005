#!/bin/sh
# Starts the marketplace in containers with stand-ins for every external account: `sh
# deploy/trial/up.sh`, then open http://localhost:4000. `sh deploy/trial/up.sh down` stops it, `…
# down --volumes` also deletes its data. COMPOSE names the program if it is neither `docker compose`
# nor `podman-compose`; PORT_BASE is the first of five ports (4000), NO_BUILD=1 uses the existing
# images.
set -eu
cd "$(dirname "$0")/.."

if [ -z "${COMPOSE:-}" ]; then
  if docker compose version >/dev/null 2>&1; then COMPOSE="docker compose"
  elif command -v podman-compose >/dev/null; then COMPOSE="podman-compose"
  else echo "Neither docker compose nor podman-compose is there." >&2; exit 1
  fi
fi

base=${PORT_BASE:-4000}
project=${TRIAL_NAME:-dataset-market-trial}
secret() { od -An -N32 -tx1 /dev/urandom | tr -d ' \n'; }

# An Ed25519 JWK; in base64, because not every reader of the file keeps quotes.
receipt_key() {
  pem=$(openssl genpkey -algorithm ed25519)
  x=$(printf '%s\n' "$pem" | openssl pkey -pubout -outform DER | tail -c 32 | openssl base64 -A)
  d=$(printf '%s\n' "$pem" | openssl pkey -outform DER | tail -c 32 | openssl base64 -A)
  printf '{"kty":"OKP","crv":"Ed25519","x":"%s","d":"%s"}' "$x" "$d" |
    tr '+/' '-_' | sed 's/=//g' | openssl base64 -A
}

# Created once: tokens, cookies and files depend on it.
if [ ! -e trial/.env ]; then
  umask 077
  cat >trial/.env.new <<EOF
PUBLIC_BASE_URL=http://localhost:$base
MCP_PUBLIC_URL=http://localhost:$((base + 1))/mcp
IDENTITY_PORT=$((base + 2))
MAIL_PORT=$((base + 3))
PAYMENTS_PORT=$((base + 4))
POSTGRES_PASSWORD=$(secret)
STORAGE_DIR=/var/lib/market/files
STORAGE_SIGNING_SECRET=$(secret)
OIDC_ISSUER=http://127.0.0.1:$((base + 2))
OIDC_CLIENT_ID=dataset-market
OIDC_CLIENT_SECRET=$(secret)
IDENTITY_COOKIE_SECRET=$(secret)
ALLOW_INSECURE_LOOPBACK=true
RESEND_API_KEY=$(secret)
RESEND_BASE_URL=http://mail:$((base + 3))
STRIPE_SECRET_KEY=sk_test_$(secret)
STRIPE_WEBHOOK_SECRET=whsec_$(secret)
STRIPE_API_BASE_URL=http://payments:$((base + 4))
AGENT_TOKEN_SECRET=$(secret)
SESSION_SECRET=$(secret)
APPROVAL_SECRET=$(secret)
WEBHOOK_SECRET=$(secret)
QUERY_SECRET=$(secret)
STORED_SECRETS_KEYS=$(secret)
RECEIPT_KEYS=$(receipt_key)
ADMIN_EMAILS=admin@example.com
EOF
  mv trial/.env.new trial/.env
fi
set -a
. ./trial/.env
set +a
export MARKET_ENV_FILE=trial/.env
# Published ports are only for this machine.
base=${PUBLIC_BASE_URL##*:}
export API_PUBLISHED_PORT="127.0.0.1:$base" MCP_PUBLISHED_PORT="127.0.0.1:$((base + 1))"

compose() { $COMPOSE -p "$project" -f compose.yaml -f compose.trial.yaml "$@"; }

# podman-compose 1.0.3 has no grace periods: by default it kills after a second, even Postgres.
down() { compose down --timeout 60 "$@"; }

if [ "${1:-up}" = down ]; then
  shift
  down "$@"
  exit
fi

[ -n "${NO_BUILD:-}" ] || compose build
# podman-compose 1.0.3 starts an existing container unchanged, even if its image or settings have
# changed.
case $COMPOSE in
  *podman-compose)
    there=$(podman ps --all --quiet --filter "label=io.podman.compose.project=$project")
    [ -z "$there" ] || down
    ;;
esac
# podman-compose does not wait for conditions, so this waits in three steps. Its `exec` and `run`
# succeed whatever their program did, so the output decides.
compose up -d --no-build postgres nats identity mail payments
tries=60
asked='pg_isready --host 127.0.0.1 --username market --dbname market && echo ready-$((6 * 7))'
until compose exec -T postgres sh -c "$asked" 2>/dev/null | grep -qx 'ready-42'; do
  tries=$((tries - 1))
  [ "$tries" -gt 0 ] || { echo "Postgres is not ready after a minute." >&2; exit 1; }
  sleep 1
done
said=$(compose run --rm --no-deps -T migrate) || true
echo "$said"
case $said in
  *"The database is migrated."*) ;;
  *) echo "The database is not migrated, so nothing else is started." >&2; exit 1 ;;
esac
compose up -d --no-build
echo
echo "Open $PUBLIC_BASE_URL (sign in as anybody; admin@example.com is an administrator)."
echo "Mails arrive at http://localhost:$MAIL_PORT. \`sh deploy/trial/up.sh down\` stops it."
