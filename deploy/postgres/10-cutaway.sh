#!/bin/bash
# Runs once, when the database server's volume is new. The product's role owns its database and may create the role
# that requests run as; it is no superuser.
set -euo pipefail
psql --username "$POSTGRES_USER" --dbname postgres --set ON_ERROR_STOP=1 --set password="$DATABASE_PASSWORD" <<'SQL'
create role cutaway login createrole password :'password';
create database cutaway owner cutaway;
SQL
