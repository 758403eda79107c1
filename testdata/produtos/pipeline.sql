-- Daily snapshots of a table of products: all rows, and only the rows that changed.
SET 'pipeline.name' = 'produtos';
-- Times without a zone are Lisbon's.
SET 'pipeline.time-zone' = 'Europe/Lisbon';

CREATE TABLE carga (id STRING, nome STRING, stock INT, price DOUBLE, updated_at TIMESTAMP_LTZ(6))
  WITH ('connector' = 'filesystem', 'path' = 'produtos.csv', 'format' = 'csv', 'csv.header' = 'true');

CREATE TABLE eventos (id STRING, op STRING, nome STRING, stock INT, price DOUBLE, updated_at TIMESTAMP_LTZ(6))
  WITH ('connector' = 'filesystem', 'path' = 'events', 'format' = 'csv', 'csv.header' = 'true');

CREATE OR REFRESH STREAMING TABLE produtos COMMENT 'Products as they are now';

CREATE FLOW produtos_carga AS AUTO CDC ONCE INTO produtos
  FROM STREAM(carga) KEYS (id) SEQUENCE BY updated_at;

CREATE FLOW produtos_cdc AS AUTO CDC INTO produtos
  FROM STREAM(eventos) KEYS (id)
  APPLY AS DELETE WHEN op = 'D'
  SEQUENCE BY updated_at
  COLUMNS * EXCEPT (op);

CREATE OR REFRESH SNAPSHOT TABLE produtos_diario
  SNAPSHOT OF produtos EVERY DAY
  EVENT TIME updated_at START DATE '2026-03-25'
  ROWS ALL
  LATE EVENTS 3 DAYS
  RETAIN 365 DAYS;

CREATE OR REFRESH SNAPSHOT TABLE produtos_alteracoes
  SNAPSHOT OF produtos EVERY DAY
  EVENT TIME updated_at START DATE '2026-03-25'
  ROWS CHANGED
  LATE EVENTS 3 DAYS
  RETAIN 365 DAYS;
