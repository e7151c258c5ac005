#!/bin/bash
# As the official image's: as root gives the folder away, as postgres makes the cluster once and serves.
set -eu
data=/var/lib/postgresql/18/docker
if [ "$(id -u)" = 0 ]; then
  mkdir -p "$data"
  chown -R postgres:postgres /var/lib/postgresql
  chmod 700 "$data"
  exec setpriv --reuid=postgres --regid=postgres --clear-groups "$0" "$@"
fi
if [ ! -s "$data/PG_VERSION" ]; then
  printf '%s' "$POSTGRES_PASSWORD" >/tmp/password
  initdb --pgdata="$data" --username="$POSTGRES_USER" --pwfile=/tmp/password \
    --auth=scram-sha-256 --encoding=UTF8 --locale=C.UTF-8
  rm /tmp/password
  echo "host all all all scram-sha-256" >>"$data/pg_hba.conf"
  echo "CREATE DATABASE $POSTGRES_DB" | postgres --single -D "$data" postgres
fi
shift
exec postgres -D "$data" -c "listen_addresses=*" -c unix_socket_directories=/var/run/postgresql "$@"
