-- Where docket-admin move has brought the data; NULL: it is here.
ALTER TABLE state ADD COLUMN moved_to TEXT;
