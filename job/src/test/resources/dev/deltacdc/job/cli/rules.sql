-- One pipeline file for each rule, which breaks that rule alone: the lines under its name, behind these.
CREATE TABLE s (id INT, name STRING, op STRING, ts TIMESTAMP_LTZ(6), tags MAP<STRING, STRING>)
  WITH ('connector' = 'filesystem', 'path' = 'feed', 'format' = 'json');

--- unexpected-word
CREATE STREAMIN TABLE t;

--- unfinished-statement
CREATE FLOW f AS AUTO CDC INTO t FROM STREAM(s) KEYS (id) SEQUENCE;

--- unknown-clause
CREATE FLOW f AS AUTO CDC INTO t FROM STREAM(s) KEY (id) SEQUENCE BY ts;

--- duplicate-clause
CREATE FLOW f AS AUTO CDC INTO t FROM STREAM(s) KEYS (id) SEQUENCE BY ts KEYS (name);

--- missing-from
CREATE FLOW f AS AUTO CDC INTO t KEYS (id) SEQUENCE BY ts;

--- missing-keys
CREATE FLOW f AS AUTO CDC INTO t FROM STREAM(s) SEQUENCE BY ts;

--- missing-sequence-by
CREATE FLOW f AS AUTO CDC INTO t FROM STREAM(s) KEYS (id);

--- missing-snapshot-of
CREATE SNAPSHOT TABLE d EVENT TIME ts;

--- missing-event-time
CREATE SNAPSHOT TABLE d SNAPSHOT OF t EVERY DAY;

--- clause-of-table
CREATE FLOW f AS AUTO CDC INTO t FROM STREAM(s) KEYS (id) SEQUENCE BY ts CLUSTER BY (id);

--- source-not-a-stream
CREATE FLOW f AS AUTO CDC INTO t FROM s KEYS (id) SEQUENCE BY ts;

--- missing-semicolon
SET 'pipeline.name' = 'people'
CREATE STREAMING TABLE t;

--- unclosed-string
SET 'pipeline.name' = 'people;

--- unclosed-comment
/* The feed of people
CREATE STREAMING TABLE t;

--- unquoted-setting
SET pipeline.name = 'people';

--- not-a-statement
INSERT INTO t SELECT * FROM s;

--- not-supported
CREATE STREAMING TABLE t (id INT, PRIMARY KEY (id) NOT ENFORCED) AS SELECT id FROM STREAM(s);

--- missing-expression
CREATE TEMPORARY VIEW v (CONSTRAINT c EXPECT ()) AS SELECT * FROM STREAM(s);

--- several-expressions
CREATE FLOW f AS AUTO CDC INTO t FROM STREAM(s) KEYS (id) SEQUENCE BY ts, id;

--- unknown-scd-type
CREATE STREAMING TABLE t FLOW AUTO CDC FROM STREAM(s) KEYS (id) SEQUENCE BY ts STORED AS SCD TYPE 3;

--- nothing-to-run

--- old-statement
CREATE STREAMING TABLE t;
APPLY CHANGES INTO t FROM STREAM(s) KEYS (id) SEQUENCE BY ts COLUMNS id, name, ts;

--- old-schema
CREATE STREAMING TABLE t AS SELECT id, name FROM STREAM(live.s);

--- spark-function
CREATE STREAMING TABLE t AS SELECT id, nvl(name, '') AS name FROM STREAM(s);

--- spark-type
CREATE STREAMING TABLE t (id LONG) AS SELECT id FROM STREAM(s);

--- spark-syntax
CREATE STREAMING TABLE t AS SELECT id::BIGINT AS id FROM STREAM(s);

--- double-quotes
CREATE STREAMING TABLE t AS SELECT id FROM STREAM(s) WHERE op = "I";

--- too-many-name-parts
CREATE STREAMING TABLE lake.db.sales.t AS SELECT id FROM STREAM(s);

--- name-not-a-folder
CREATE STREAMING TABLE `t/x` AS SELECT id FROM STREAM(s);

--- duplicate-name
CREATE STREAMING TABLE t AS SELECT id FROM STREAM(s);
CREATE TEMPORARY VIEW T AS SELECT id FROM STREAM(s);

--- quarantine-name
SET 'quarantine.table' = 'rejected';
CREATE STREAMING TABLE rejected AS SELECT id FROM STREAM(s);

--- nested-tables
CREATE STREAMING TABLE sales AS SELECT id FROM STREAM(s);
CREATE STREAMING TABLE sales.eu AS SELECT id FROM STREAM(s);

--- reserved-name
CREATE STREAMING TABLE t AS SELECT id, ts AS __START_AT FROM STREAM(s);

--- unknown-source
CREATE STREAMING TABLE t;
CREATE FLOW f AS AUTO CDC INTO t FROM STREAM(people) KEYS (id) SEQUENCE BY ts;

--- read-from-lake
SET 'pipeline.name' = 'people';
CREATE STREAMING TABLE t AS SELECT message FROM STREAM(people_quarantine);

--- lake-not-read
CREATE TABLE orders WITH ('connector' = 'delta', 'table-path' = '/no/such/folder/orders');
CREATE STREAMING TABLE t AS SELECT * FROM STREAM(s);

--- source-without-columns
CREATE TABLE orders WITH ('connector' = 'filesystem', 'path' = 'orders', 'format' = 'json');
CREATE STREAMING TABLE t AS SELECT * FROM STREAM(s);

--- unknown-target
CREATE FLOW f AS AUTO CDC INTO people FROM STREAM(s) KEYS (id) SEQUENCE BY ts;

--- target-not-a-streaming-table
CREATE FLOW f AS AUTO CDC INTO s FROM STREAM(s) KEYS (id) SEQUENCE BY ts;

--- table-not-filled
CREATE STREAMING TABLE t (id INT);

--- duplicate-column
CREATE STREAMING TABLE t (id INT, id BIGINT) AS SELECT id FROM STREAM(s);

--- columns-differ-by-case
CREATE STREAMING TABLE t AS SELECT id, name AS ID FROM STREAM(s);

--- unknown-column
CREATE STREAMING TABLE t FLOW AUTO CDC FROM STREAM(s) KEYS (id) SEQUENCE BY tss;

--- ambiguous-column
CREATE STREAMING TABLE t AS SELECT id, op AS name, name FROM STREAM(s);

--- duplicate-constraint
CREATE STREAMING TABLE t (CONSTRAINT c EXPECT (id > 0), CONSTRAINT c EXPECT (name <> ''))
  AS SELECT id, name FROM STREAM(s);

--- key-not-in-output
CREATE STREAMING TABLE t FLOW AUTO CDC FROM STREAM(s) KEYS (id) SEQUENCE BY ts COLUMNS name, ts;

--- no-output-column
CREATE STREAMING TABLE t FLOW AUTO CDC FROM STREAM(s) KEYS (id) SEQUENCE BY ts
  COLUMNS * EXCEPT (id, name, op, ts, tags);

--- key-in-clause
CREATE STREAMING TABLE t FLOW AUTO CDC FROM STREAM(s) KEYS (id) SEQUENCE BY ts IGNORE NULL UPDATES ON id, name;

--- key-not-comparable
CREATE STREAMING TABLE t FLOW AUTO CDC FROM STREAM(s) KEYS (tags) SEQUENCE BY ts;

--- sequence-not-orderable
CREATE STREAMING TABLE t FLOW AUTO CDC FROM STREAM(s) KEYS (id) SEQUENCE BY tags;

--- condition-not-boolean
CREATE STREAMING TABLE t FLOW AUTO CDC FROM STREAM(s) KEYS (id) SEQUENCE BY ts APPLY AS DELETE WHEN op;

--- truncate-of-history
CREATE STREAMING TABLE t FLOW AUTO CDC FROM STREAM(s) KEYS (id) SEQUENCE BY ts
  APPLY AS TRUNCATE WHEN op = 'T' STORED AS SCD TYPE 2;

--- mixed-flows
CREATE STREAMING TABLE t;
CREATE FLOW f AS AUTO CDC INTO t FROM STREAM(s) KEYS (id) SEQUENCE BY ts;
CREATE FLOW g AS INSERT INTO t SELECT * FROM STREAM(s);

--- different-keys
CREATE STREAMING TABLE t;
CREATE FLOW f AS AUTO CDC INTO t FROM STREAM(s) KEYS (id) SEQUENCE BY ts;
CREATE FLOW g AS AUTO CDC INTO t FROM STREAM(s) KEYS (name) SEQUENCE BY ts;

--- different-sequence-types
CREATE STREAMING TABLE t;
CREATE FLOW f AS AUTO CDC INTO t FROM STREAM(s) KEYS (id) SEQUENCE BY ts;
CREATE FLOW g AS AUTO CDC INTO t FROM STREAM(s) KEYS (id) SEQUENCE BY id;

--- different-scd-types
CREATE STREAMING TABLE t;
CREATE FLOW f AS AUTO CDC INTO t FROM STREAM(s) KEYS (id) SEQUENCE BY ts STORED AS SCD TYPE 2;
CREATE FLOW g AS AUTO CDC INTO t FROM STREAM(s) KEYS (id) SEQUENCE BY ts;

--- track-without-history
CREATE STREAMING TABLE t FLOW AUTO CDC FROM STREAM(s) KEYS (id) SEQUENCE BY ts TRACK HISTORY ON name;

--- different-track-history
CREATE STREAMING TABLE t;
CREATE FLOW f AS AUTO CDC INTO t FROM STREAM(s) KEYS (id) SEQUENCE BY ts STORED AS SCD TYPE 2 TRACK HISTORY ON name;
CREATE FLOW g AS AUTO CDC INTO t FROM STREAM(s) KEYS (id) SEQUENCE BY ts STORED AS SCD TYPE 2 TRACK HISTORY ON op;

--- history-column-without-history
CREATE STREAMING TABLE t (id INT, __START_AT TIMESTAMP_LTZ(6))
  FLOW AUTO CDC FROM STREAM(s) KEYS (id) SEQUENCE BY ts COLUMNS id;

--- one-history-column
CREATE STREAMING TABLE t (id INT, __START_AT TIMESTAMP_LTZ(6))
  FLOW AUTO CDC FROM STREAM(s) KEYS (id) SEQUENCE BY ts COLUMNS id STORED AS SCD TYPE 2;

--- history-column-type
CREATE STREAMING TABLE t (id INT, __START_AT TIMESTAMP_LTZ(6), __END_AT DATE)
  FLOW AUTO CDC FROM STREAM(s) KEYS (id) SEQUENCE BY ts COLUMNS id STORED AS SCD TYPE 2;

--- partition-of-history
CREATE STREAMING TABLE t PARTITIONED BY (__END_AT)
  FLOW AUTO CDC FROM STREAM(s) KEYS (id) SEQUENCE BY ts STORED AS SCD TYPE 2;

--- type-mismatch
CREATE STREAMING TABLE t (id SMALLINT) AS SELECT id FROM STREAM(s);

--- missing-column
CREATE STREAMING TABLE t (id INT, city STRING) AS SELECT id FROM STREAM(s);

--- undeclared-column
CREATE STREAMING TABLE t (id INT) AS SELECT id, name FROM STREAM(s);

--- not-null-column
CREATE STREAMING TABLE t (id INT NOT NULL) AS SELECT id FROM STREAM(s);

--- unsupported-type
CREATE STREAMING TABLE t (ts TIMESTAMP_LTZ(9)) AS SELECT ts FROM STREAM(s);

--- invalid-column-name
CREATE STREAMING TABLE t AS SELECT id, name AS `full name` FROM STREAM(s);

--- invalid-property
CREATE STREAMING TABLE t TBLPROPERTIES ('delta.nope' = 'x') AS SELECT id FROM STREAM(s);

--- partitioned-and-clustered
CREATE STREAMING TABLE t PARTITIONED BY (op) CLUSTER BY (name) AS SELECT id, name, op FROM STREAM(s);

--- only-partition-columns
CREATE STREAMING TABLE t PARTITIONED BY (op) AS SELECT op FROM STREAM(s);

--- partition-type
CREATE STREAMING TABLE t PARTITIONED BY (tags) AS SELECT id, tags FROM STREAM(s);

--- cluster-type
CREATE STREAMING TABLE t CLUSTER BY (tags) AS SELECT id, tags FROM STREAM(s);

--- timestamp-ntz
CREATE STREAMING TABLE t AS SELECT id, CAST(ts AS TIMESTAMP(6)) AS ts FROM STREAM(s);

--- snapshot-of-unknown-table
CREATE STREAMING TABLE t AS SELECT id, ts FROM STREAM(s);
CREATE SNAPSHOT TABLE d SNAPSHOT OF t EVERY DAY EVENT TIME ts;

--- snapshot-of-ignored-nulls
CREATE STREAMING TABLE t FLOW AUTO CDC FROM STREAM(s) KEYS (id) SEQUENCE BY ts IGNORE NULL UPDATES;
CREATE SNAPSHOT TABLE d SNAPSHOT OF t EVERY DAY EVENT TIME ts;

--- event-time-type
CREATE STREAMING TABLE t FLOW AUTO CDC FROM STREAM(s) KEYS (id) SEQUENCE BY ts;
CREATE SNAPSHOT TABLE d SNAPSHOT OF t EVERY DAY EVENT TIME name;

--- different-event-times
CREATE TABLE orders (id INT, placed TIMESTAMP_LTZ(6), changed TIMESTAMP_LTZ(6))
  WITH ('connector' = 'filesystem', 'path' = 'orders', 'format' = 'json');
CREATE STREAMING TABLE t FLOW AUTO CDC FROM STREAM(orders) KEYS (id) SEQUENCE BY changed;
CREATE SNAPSHOT TABLE d SNAPSHOT OF t EVERY DAY EVENT TIME placed;
CREATE SNAPSHOT TABLE e SNAPSHOT OF t EVERY DAY EVENT TIME changed;

--- invalid-start-date
CREATE STREAMING TABLE t FLOW AUTO CDC FROM STREAM(s) KEYS (id) SEQUENCE BY ts;
CREATE SNAPSHOT TABLE d SNAPSHOT OF t EVERY DAY EVENT TIME ts START DATE '2026-02-30';

--- invalid-days
CREATE STREAMING TABLE t FLOW AUTO CDC FROM STREAM(s) KEYS (id) SEQUENCE BY ts;
CREATE SNAPSHOT TABLE d SNAPSHOT OF t EVERY DAY EVENT TIME ts RETAIN 40000 DAYS;

--- late-beyond-retain
CREATE STREAMING TABLE t FLOW AUTO CDC FROM STREAM(s) KEYS (id) SEQUENCE BY ts;
CREATE SNAPSHOT TABLE d SNAPSHOT OF t EVERY DAY EVENT TIME ts LATE EVENTS 7 DAYS RETAIN 5 DAYS;

--- snapshot-column-taken
CREATE TEMPORARY VIEW v AS SELECT id, ts, op = 'D' AS deleted FROM STREAM(s);
CREATE STREAMING TABLE t FLOW AUTO CDC FROM STREAM(v) KEYS (id) SEQUENCE BY ts;
CREATE SNAPSHOT TABLE d SNAPSHOT OF t EVERY DAY EVENT TIME ts ROWS CHANGED;

--- source-not-snapshots
CREATE STREAMING TABLE t FLOW AUTO CDC FROM SNAPSHOT s KEYS (id);

--- snapshots-as-events
CREATE TABLE files (id INT)
  WITH ('connector' = 'filesystem', 'path' = 'files', 'format' = 'json', 'snapshot.version' = 'read-time');
CREATE STREAMING TABLE t AS SELECT id FROM STREAM(files);

--- clause-of-events
CREATE STREAMING TABLE t FLOW AUTO CDC FROM SNAPSHOT s KEYS (id) SEQUENCE BY ts;

--- snapshots-with-watermark
CREATE TABLE files (id INT, ts TIMESTAMP_LTZ(3), WATERMARK FOR ts AS ts)
  WITH ('connector' = 'filesystem', 'path' = 'files', 'format' = 'json', 'snapshot.version' = 'date');

--- snapshot-flow-not-alone
CREATE TABLE files (id INT)
  WITH ('connector' = 'filesystem', 'path' = 'files', 'format' = 'json', 'snapshot.version' = 'number');
CREATE TABLE others (id INT)
  WITH ('connector' = 'filesystem', 'path' = 'others', 'format' = 'json', 'snapshot.version' = 'number');
CREATE STREAMING TABLE t;
CREATE FLOW f AS AUTO CDC INTO t FROM SNAPSHOT files KEYS (id);
CREATE FLOW g AS AUTO CDC INTO t FROM SNAPSHOT others KEYS (id);

--- snapshot-rows-dropped
CREATE TABLE files (id INT)
  WITH ('connector' = 'filesystem', 'path' = 'files', 'format' = 'json', 'snapshot.version' = 'date');
CREATE STREAMING TABLE t (CONSTRAINT positive EXPECT (id > 0) ON VIOLATION DROP ROW)
  FLOW AUTO CDC FROM SNAPSHOT files KEYS (id);

--- daily-snapshot-of-snapshots
CREATE TABLE files (id INT, ts TIMESTAMP_LTZ(6))
  WITH ('connector' = 'filesystem', 'path' = 'files', 'format' = 'json', 'snapshot.version' = 'date');
CREATE STREAMING TABLE t FLOW AUTO CDC FROM SNAPSHOT files KEYS (id);
CREATE SNAPSHOT TABLE d SNAPSHOT OF t EVERY DAY EVENT TIME ts;

--- cycle
CREATE STREAMING TABLE t AS SELECT id FROM STREAM(v);
CREATE TEMPORARY VIEW v AS SELECT id FROM STREAM(t);

--- change-type-unused
CREATE STREAMING TABLE t FLOW AUTO CDC FROM STREAM(s) KEYS (id) SEQUENCE BY ts;
CREATE STREAMING TABLE names AS SELECT name FROM STREAM(t);

--- deletes-unused
CREATE STREAMING TABLE t FLOW AUTO CDC FROM STREAM(s) KEYS (id) SEQUENCE BY ts COLUMNS id, name;
CREATE STREAMING TABLE u FLOW AUTO CDC FROM STREAM(t) KEYS (id) SEQUENCE BY _change_sequence;

--- sequence-of-old-row
CREATE STREAMING TABLE t FLOW AUTO CDC FROM STREAM(s) KEYS (id) SEQUENCE BY ts;
CREATE STREAMING TABLE u FLOW AUTO CDC FROM STREAM(t) KEYS (id)
  APPLY AS DELETE WHEN _change_type = 'delete' SEQUENCE BY ts;

--- event-time-of-old-row
CREATE STREAMING TABLE t FLOW AUTO CDC FROM STREAM(s) KEYS (id) SEQUENCE BY ts;
CREATE STREAMING TABLE u FLOW AUTO CDC FROM STREAM(t) KEYS (id)
  APPLY AS DELETE WHEN _change_type = 'delete' SEQUENCE BY _change_sequence;
CREATE SNAPSHOT TABLE d SNAPSHOT OF u EVERY DAY EVENT TIME ts;

--- reads-history
CREATE STREAMING TABLE t FLOW AUTO CDC FROM STREAM(s) KEYS (id) SEQUENCE BY ts STORED AS SCD TYPE 2;
CREATE STREAMING TABLE u AS SELECT * FROM STREAM(t);

--- reads-snapshot-table
CREATE STREAMING TABLE t FLOW AUTO CDC FROM STREAM(s) KEYS (id) SEQUENCE BY ts;
CREATE SNAPSHOT TABLE d SNAPSHOT OF t EVERY DAY EVENT TIME ts;
CREATE STREAMING TABLE u AS SELECT * FROM STREAM(d);

--- change-column-taken
CREATE TEMPORARY VIEW v AS SELECT id, ts, op AS _change_type FROM STREAM(s);
CREATE STREAMING TABLE t FLOW AUTO CDC FROM STREAM(v) KEYS (id) SEQUENCE BY ts;
CREATE STREAMING TABLE u AS SELECT * FROM STREAM(t);

--- query-not-append-only
CREATE STREAMING TABLE t AS SELECT name, COUNT(*) AS n FROM STREAM(s) GROUP BY name;

--- not-checked
CREATE TEMPORARY VIEW v AS SELECT idd FROM STREAM(s);
CREATE STREAMING TABLE t AS SELECT * FROM STREAM(v);

--- view-without-query
CREATE MATERIALIZED VIEW m (id INT);

--- view-filled-by-flow
CREATE MATERIALIZED VIEW m AS SELECT id FROM s;
CREATE FLOW f AS INSERT INTO m SELECT id FROM STREAM(s);

--- stream-of-view
CREATE MATERIALIZED VIEW m AS SELECT id, COUNT(*) AS n FROM s GROUP BY id;
CREATE STREAMING TABLE t AS SELECT * FROM STREAM(m);

--- as-of-table
CREATE STREAMING TABLE names FLOW AUTO CDC FROM STREAM(s) KEYS (id) SEQUENCE BY ts COLUMNS id, name;
CREATE MATERIALIZED VIEW m AS SELECT f.id, n.name
  FROM s AS f JOIN names FOR SYSTEM_TIME AS OF f.ts AS n ON f.id = n.id;

--- shadowed-table
CREATE STREAMING TABLE names FLOW AUTO CDC FROM STREAM(s) KEYS (id) SEQUENCE BY ts COLUMNS id, name;
CREATE STREAMING TABLE changes AS SELECT * FROM STREAM(names);
CREATE MATERIALIZED VIEW m (PRIMARY KEY (id) NOT ENFORCED)
  AS WITH names AS (SELECT id, name FROM s) SELECT id, name FROM names;

--- view-without-key
CREATE STREAMING TABLE names FLOW AUTO CDC FROM STREAM(s) KEYS (id) SEQUENCE BY ts COLUMNS id, name;
CREATE MATERIALIZED VIEW m AS SELECT name FROM names;

--- view-key-type
CREATE MATERIALIZED VIEW m AS SELECT tags, COUNT(*) AS n FROM s GROUP BY tags;

--- quarantine-of-view
CREATE MATERIALIZED VIEW m (CONSTRAINT c EXPECT (n > 1) ON VIOLATION QUARANTINE)
  AS SELECT id, COUNT(*) AS n FROM s GROUP BY id;

--- reserved-word
CREATE STREAMING TABLE t AS SELECT id, value FROM STREAM(s);

--- query-syntax
CREATE STREAMING TABLE t AS SELECT id name op FROM STREAM(s);

--- unfinished-query
CREATE STREAMING TABLE t AS SELECT id FROM STREAM(s) WHERE;

--- unknown-type
CREATE STREAMING TABLE t (id INTT) AS SELECT id FROM STREAM(s);

--- decimal-digits
CREATE STREAMING TABLE t AS SELECT CAST(id AS DECIMAL(40, 2)) AS id FROM STREAM(s);

--- unknown-function
CREATE STREAMING TABLE t AS SELECT uper(name) AS name FROM STREAM(s);

--- function-arguments
CREATE STREAMING TABLE t AS SELECT UPPER(id) AS name FROM STREAM(s);

--- aggregate-in-expression
CREATE STREAMING TABLE t FLOW AUTO CDC FROM STREAM(s) KEYS (id) SEQUENCE BY MAX(ts);

--- invalid-query
CREATE STREAMING TABLE t AS SELECT id FROM STREAM(s) UNION ALL SELECT id, name FROM STREAM(s);

--- missing-connector
CREATE TABLE x (id INT) WITH ('path' = 'x', 'format' = 'json');

--- unknown-connector
CREATE TABLE x (id INT) WITH ('connector' = 'filesytem', 'path' = 'x', 'format' = 'json');

--- duplicate-option
CREATE TABLE x (id INT) WITH ('connector' = 'filesystem', 'path' = 'x', 'format' = 'json', 'path' = 'y');

--- unknown-option
CREATE TABLE x (id INT) WITH ('connector' = 'filesystem', 'path' = 'x', 'format' = 'csv', 'csv.heder' = 'true');

--- missing-option
CREATE TABLE x (id INT) WITH ('connector' = 'filesystem', 'format' = 'json');

--- invalid-option
CREATE TABLE x (id INT)
  WITH ('connector' = 'filesystem', 'path' = 'x', 'format' = 'json', 'source.monitor-interval' = 'often');

--- conflicting-options
CREATE TABLE x (id INT)
  WITH ('connector' = 'filesystem', 'path' = 'x', 'format' = 'csv', 'csv.field-delimiter' = '"');

--- unknown-format
CREATE TABLE x (id INT) WITH ('connector' = 'filesystem', 'path' = 'x', 'format' = 'avro');

--- missing-primary-key
CREATE TABLE x (id INT) WITH ('connector' = 'filesystem', 'path' = 'x', 'format' = 'debezium-json');

--- key-fields
CREATE TABLE x (id INT)
  WITH ('connector' = 'kafka', 'topic' = 'x', 'properties.bootstrap.servers' = 'broker:9092', 'format' = 'json',
    'key.format' = 'json', 'key.fields' = 'idd');

--- format-type
CREATE TABLE x (tags MAP<STRING, STRING>) WITH ('connector' = 'filesystem', 'path' = 'x', 'format' = 'csv');

--- enforced-primary-key
CREATE TABLE x (id INT PRIMARY KEY) WITH ('connector' = 'filesystem', 'path' = 'x', 'format' = 'json');

--- unknown-metadata
CREATE TABLE x (id INT, o BIGINT METADATA FROM 'offset')
  WITH ('connector' = 'filesystem', 'path' = 'x', 'format' = 'json');

--- metadata-type
CREATE TABLE x (id INT, f INT METADATA FROM 'file.path')
  WITH ('connector' = 'filesystem', 'path' = 'x', 'format' = 'json');

--- refused-by-connector
CREATE TABLE x (id INT) WITH ('connector' = 'datagen', 'rows-per-second' = 'many');

--- unknown-setting
SET 'pipelin.name' = 'people';
CREATE STREAMING TABLE t AS SELECT id FROM STREAM(s);

--- duplicate-setting
SET 'on-invalid' = 'fail';
SET 'on-invalid' = 'quarantine';
CREATE STREAMING TABLE t AS SELECT id FROM STREAM(s);

--- invalid-setting
SET 'tombstone.retention' = 'long';
CREATE STREAMING TABLE t AS SELECT id FROM STREAM(s);

--- refused-setting
SET 'execution.checkpointing.mode' = 'AT_LEAST_ONCE';
CREATE STREAMING TABLE t AS SELECT id FROM STREAM(s);

--- unknown-time-zone
SET 'pipeline.time-zone' = 'Europe/Lisbn';
CREATE STREAMING TABLE t AS SELECT id FROM STREAM(s);

--- unset-variable
SET 'flink.hadoop.fs.s3a.access.key' = '${env:NOT_SET_ANYWHERE}';
CREATE STREAMING TABLE t AS SELECT id FROM STREAM(s);

--- unreadable-file
SET 'flink.hadoop.fs.s3a.access.key' = '${file:nowhere}';
CREATE STREAMING TABLE t AS SELECT id FROM STREAM(s);

--- secret-shown
SET 'pipeline.jars' = '${file:pipeline.sql}';
CREATE STREAMING TABLE t AS SELECT id FROM STREAM(s);
