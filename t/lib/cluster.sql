-- What tests call of SQLite's in their own SQL.  Services do not see it.
CREATE SCHEMA sqlite;
SET search_path = sqlite, public;
CREATE DOMAIN blob AS bytea;
CREATE FUNCTION ifnull(a anycompatible, b anycompatible) RETURNS anycompatible
    LANGUAGE sql IMMUTABLE AS $$ SELECT coalesce(a, b) $$;
CREATE FUNCTION quote(t text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
    SELECT quote_nullable(t) $$;
CREATE AGGREGATE group_concat(text, text) (
    SFUNC = string_agg_transfn, STYPE = internal,
    FINALFUNC = string_agg_finalfn);
CREATE FUNCTION group_step(a text, b text) RETURNS text LANGUAGE sql IMMUTABLE
    AS $$ SELECT coalesce(a || ',' || b, a, b) $$;
CREATE AGGREGATE group_concat(text) (SFUNC = group_step, STYPE = text);
CREATE FUNCTION instr(t text, part text) RETURNS int LANGUAGE sql IMMUTABLE AS $$
    SELECT strpos(t, part) $$;
CREATE FUNCTION randomblob(n bigint) RETURNS bytea LANGUAGE sql VOLATILE AS $$
    SELECT substring(decode(string_agg(md5(random()::text), ''), 'hex'), 1,
	n::int)
    FROM generate_series(0, n / 16) $$;
CREATE FUNCTION hex(b bytea) RETURNS text LANGUAGE sql IMMUTABLE AS $$
    SELECT upper(encode(b, 'hex')) $$;
CREATE FUNCTION hex(t text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
    SELECT upper(encode(convert_to(t, 'UTF8'), 'hex')) $$;
CREATE FUNCTION zeroblob(n bigint) RETURNS bytea LANGUAGE sql IMMUTABLE AS $$
    SELECT decode(repeat('00', n::int), 'hex') $$;
CREATE FUNCTION printf(format text, n bigint) RETURNS text LANGUAGE sql
    IMMUTABLE AS $$
    SELECT regexp_replace(format, '%0(\d+)d', lpad(n::text,
	substring(format FROM '%0(\d+)d')::int, '0')) $$;
CREATE FUNCTION instr(b bytea, t text) RETURNS int LANGUAGE sql IMMUTABLE AS $$
    SELECT position(convert_to(t, 'UTF8') IN b) $$;
