#!/bin/sh
# Runs once, when the database of compose.yaml is made: a role that owns the tables, and one that the program logs in as (docs/operations.md).
set -eu
psql -v ON_ERROR_STOP=1 -v owner="$ACCORD_OWNER_PASSWORD" -v login="$ACCORD_LOGIN_PASSWORD" <<'SQL'
create role accord_owner login createrole password :'owner';
create database accord owner accord_owner;
create role accord_app nologin;
grant accord_app to accord_owner with admin option;
create role accord_login login password :'login' in role accord_app;
SQL
