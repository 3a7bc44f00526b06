-- What tests call of SQLite's in their own SQL.
CREATE FUNCTION randomblob(n bigint) RETURNS bytea LANGUAGE sql VOLATILE AS $$
    SELECT substring(decode(string_agg(md5(random()::text), ''), 'hex'), 1,
	n::int)
    FROM generate_series(0, n / 16) $$;
CREATE FUNCTION hex(b bytea) RETURNS text LANGUAGE sql IMMUTABLE AS $$
    SELECT upper(encode(b, 'hex')) $$;
CREATE FUNCTION zeroblob(n bigint) RETURNS bytea LANGUAGE sql IMMUTABLE AS $$
    SELECT decode(repeat('00', n::int), 'hex') $$;
CREATE FUNCTION printf(format text, n bigint) RETURNS text LANGUAGE sql
    IMMUTABLE AS $$
    SELECT regexp_replace(format, '%0(\d)d', lpad(n::text,
	substring(format FROM '%0(\d)d')::int, '0')) $$;
CREATE FUNCTION instr(b bytea, t text) RETURNS int LANGUAGE sql IMMUTABLE AS $$
    SELECT position(convert_to(t, 'UTF8') IN b) $$;
