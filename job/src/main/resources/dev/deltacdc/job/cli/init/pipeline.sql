-- Customers as they are now, and as they were at the end of each day.
SET 'pipeline.name' = 'customers';

-- Where the change events come from: the CSV files in the folder feed, beside this file.
CREATE TABLE feed (id INT, name STRING, city STRING, op STRING, changed_at TIMESTAMP_LTZ(6))
  WITH ('connector' = 'filesystem', 'path' = 'feed', 'format' = 'csv', 'csv.header' = 'true');

-- An event with an unknown op is set aside in the table customers_quarantine.
CREATE TEMPORARY VIEW changes
  (CONSTRAINT known_op EXPECT (op IN ('I', 'U', 'D')) ON VIOLATION QUARANTINE)
  AS SELECT * FROM STREAM(feed);

-- One row per id: the event with the greatest changed_at decides, in whatever order they arrive.
CREATE OR REFRESH STREAMING TABLE customers;
CREATE FLOW customers_cdc AS AUTO CDC INTO customers
  FROM STREAM(changes)
  KEYS (id)
  APPLY AS DELETE WHEN op = 'D'
  SEQUENCE BY changed_at
  COLUMNS * EXCEPT (op);

-- One row per id and day.
CREATE OR REFRESH SNAPSHOT TABLE customers_daily
  SNAPSHOT OF customers EVERY DAY
  EVENT TIME changed_at TIME ZONE 'UTC' START DATE '2026-01-01'
  ROWS ALL;
