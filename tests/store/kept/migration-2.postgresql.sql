-- A PostgreSQL database as migration 1 left it, with the same events as migration-1.sqlite.
CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL CONSTRAINT alembic_version_pkc PRIMARY KEY);
INSERT INTO alembic_version VALUES ('2');
CREATE TABLE event (
    stream TEXT COLLATE "C" NOT NULL,
    version BIGINT NOT NULL,
    order_id TEXT,
    event BYTEA NOT NULL,
    PRIMARY KEY (stream, version)
);
CREATE INDEX event_order ON event (stream, order_id) WHERE order_id IS NOT NULL;
CREATE UNIQUE INDEX event_first ON event (stream) WHERE version = 1;
CREATE TABLE pulse (beats INTEGER NOT NULL);
INSERT INTO pulse VALUES (0);
INSERT INTO event VALUES
    ('table/7f3a', 1, 'c1-1', convert_to('{"match_started":{"names":["Pons","Vidal","Mas","Peñarroya"]}}', 'UTF8')),
    ('table/7f3a', 2, 'c1-1', convert_to('{"tile_placed":{"tile":"66"}}', 'UTF8')),
    ('table/7f3a', 3, NULL, '\x00ff206e6f742074657874'),
    ('session/1', 1, NULL, convert_to('{}', 'UTF8'));
