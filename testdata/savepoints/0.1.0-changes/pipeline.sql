SET 'pipeline.name' = 'kept';
SET 'snapshot.idle-timeout' = '1 s';
CREATE TABLE feed (region STRING, id INT, op STRING, amount DECIMAL(12, 2),
    ts TIMESTAMP_LTZ(6), n BIGINT, tags ARRAY<STRING>, place ROW<city STRING, zip INT>)
  WITH ('connector' = 'filesystem', 'path' = 'feed', 'format' = 'json');
CREATE TEMPORARY VIEW checked
  (CONSTRAINT positive EXPECT (amount > 0) ON VIOLATION QUARANTINE)
  AS SELECT * FROM STREAM(feed);

CREATE STREAMING TABLE latest PARTITIONED BY (region);
CREATE FLOW apply AS AUTO CDC INTO latest FROM STREAM(checked) KEYS (region, id)
  APPLY AS DELETE WHEN op = 'D' SEQUENCE BY STRUCT(ts, n) COLUMNS * EXCEPT (op);
CREATE SNAPSHOT TABLE days SNAPSHOT OF latest EVERY DAY EVENT TIME ts
  START DATE '2026-01-01' LATE EVENTS 3 DAYS;
CREATE SNAPSHOT TABLE changes SNAPSHOT OF latest EVERY DAY EVENT TIME ts
  START DATE '2026-01-01' ROWS CHANGED ON (amount) LATE EVENTS 3 DAYS;

CREATE STREAMING TABLE facts AS SELECT region, id, n FROM STREAM(feed);
CREATE STREAMING TABLE pairs AS SELECT a.n, b.id FROM STREAM(feed) AS a
  JOIN STREAM(feed) AS b ON a.n = b.n + 50;

CREATE STREAMING TABLE merged;
CREATE FLOW merge AS AUTO CDC INTO merged FROM STREAM(feed) KEYS (region, id)
  IGNORE NULL UPDATES APPLY AS DELETE WHEN op = 'D' SEQUENCE BY STRUCT(ts, n)
  COLUMNS * EXCEPT (op);
CREATE STREAMING TABLE followed;
CREATE FLOW follow AS AUTO CDC INTO followed FROM STREAM(latest) KEYS (region, id)
  APPLY AS DELETE WHEN _change_type = 'delete' SEQUENCE BY _change_sequence
  COLUMNS * EXCEPT (_change_type, _change_sequence);
CREATE STREAMING TABLE history;
CREATE FLOW versions AS AUTO CDC INTO history FROM STREAM(feed) KEYS (region, id)
  APPLY AS DELETE WHEN op = 'D' SEQUENCE BY STRUCT(ts, n) COLUMNS * EXCEPT (op)
  STORED AS SCD TYPE 2;
CREATE STREAMING TABLE filled_history;
CREATE FLOW filled AS AUTO CDC INTO filled_history FROM STREAM(feed) KEYS (region, id)
  IGNORE NULL UPDATES APPLY AS DELETE WHEN op = 'D' SEQUENCE BY STRUCT(ts, n)
  COLUMNS * EXCEPT (op) STORED AS SCD TYPE 2 TRACK HISTORY ON (tags);

CREATE TABLE exports (id INT, amount DECIMAL(12, 2), tags ARRAY<STRING>)
  WITH ('connector' = 'filesystem', 'path' = 'exports', 'format' = 'json',
    'snapshot.version' = 'number');
CREATE STREAMING TABLE exported;
CREATE FLOW compare AS AUTO CDC INTO exported FROM SNAPSHOT exports KEYS (id);
CREATE STREAMING TABLE exported_history;
CREATE FLOW compare_history AS AUTO CDC INTO exported_history FROM SNAPSHOT exports
  KEYS (id) STORED AS SCD TYPE 2;
