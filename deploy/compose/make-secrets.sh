#!/bin/sh
# Makes the secrets of compose.yaml, once, in ./secrets: nothing that is there is written over.
# Run it as root, or with rootless Podman as `podman unshare sh deploy/compose/make-secrets.sh`: the programs
# run as user 10001 and read each file by its group.
set -eu
umask 077
folder=${1:-secrets}
group=${2:-10001}
mkdir "$folder"
random() { od -An -N "$1" -tx1 /dev/urandom | tr -d ' \n'; }
database=$(random 24)
redis=$(random 24)
printf '%s' "$database" > "$folder/postgres-password"
printf 'postgres://sealkeeper:%s@postgres:5432/sealkeeper' "$database" > "$folder/database-url"
printf 'redis://:%s@valkey:6379' "$redis" > "$folder/redis-url"
printf 'requirepass %s\nappendonly yes\nmaxmemory-policy noeviction\ndir /data\n' "$redis" > "$folder/valkey.conf"
random 32 > "$folder/exchange-secret"
chgrp "$group" "$folder"/*
chmod 0440 "$folder"/*
chmod 0711 "$folder"
