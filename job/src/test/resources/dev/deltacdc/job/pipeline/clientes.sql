SET 'pipeline.name' = 'clientes';
CREATE TABLE initial (id INT, valor STRING, updated_at TIMESTAMP_LTZ(6))
  WITH ('connector' = 'filesystem', 'path' = 'initial_snapshot.csv', 'format' = 'csv', 'csv.header' = 'true');
CREATE TABLE feed (id INT, valor STRING, op STRING, event_time TIMESTAMP_LTZ(6))
  WITH ('connector' = 'filesystem', 'path' = 'feed', 'format' = 'csv', 'csv.header' = 'true');

CREATE TEMPORARY VIEW changes
  (CONSTRAINT known_op EXPECT (op IN ('I','U','D')) ON VIOLATION QUARANTINE)
  AS SELECT id, valor, op, event_time AS updated_at FROM STREAM(feed);

CREATE OR REFRESH STREAMING TABLE clientes;
CREATE FLOW clientes_full_load AS AUTO CDC ONCE INTO clientes
  FROM STREAM(initial) KEYS (id) SEQUENCE BY updated_at;
CREATE FLOW clientes_cdc AS AUTO CDC INTO clientes
  FROM STREAM(changes) KEYS (id)
  APPLY AS DELETE WHEN op = 'D'
  SEQUENCE BY updated_at
  COLUMNS * EXCEPT (op)
  STORED AS SCD TYPE 1;

CREATE OR REFRESH SNAPSHOT TABLE clientes_diario
  SNAPSHOT OF clientes EVERY DAY
  EVENT TIME updated_at TIME ZONE 'Europe/Lisbon' START DATE '2026-01-01'
  ROWS ALL
  LATE EVENTS 3 DAYS
  RETAIN 365 DAYS;
