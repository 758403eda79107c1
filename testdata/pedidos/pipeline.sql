-- Orders that are only added, and the customers they are of as changes: the same dimension as it is now and as it was.
SET 'pipeline.name' = 'pedidos';

CREATE TABLE pedidos_feed (order_id BIGINT, customer_id INT, amount DECIMAL(10, 2), ordered_at TIMESTAMP_LTZ(6))
  WITH ('connector' = 'filesystem', 'path' = 'pedidos', 'format' = 'json');

CREATE TABLE clientes_feed (
    customer_id INT, name STRING, city STRING, segment STRING,
    operation STRING, source_lsn BIGINT, changed_at TIMESTAMP_LTZ(6), extracted_by STRING)
  WITH ('connector' = 'filesystem', 'path' = 'clientes', 'format' = 'json');

-- Bronze: what came, as it came.
CREATE OR REFRESH STREAMING TABLE bronze_pedidos AS SELECT * FROM STREAM(pedidos_feed);

-- Silver: what can be right.
CREATE OR REFRESH STREAMING TABLE silver_pedidos
  (CONSTRAINT has_customer EXPECT (customer_id IS NOT NULL) ON VIOLATION QUARANTINE,
   CONSTRAINT has_time EXPECT (ordered_at IS NOT NULL) ON VIOLATION QUARANTINE,
   CONSTRAINT positive_amount EXPECT (amount > 0) ON VIOLATION DROP ROW,
   CONSTRAINT usual_amount EXPECT (amount < 900))
  AS SELECT order_id, customer_id, amount, ordered_at FROM STREAM(bronze_pedidos);

CREATE OR REFRESH STREAMING TABLE clientes_atual;
CREATE FLOW clientes_atual_cdc AS AUTO CDC INTO clientes_atual
  FROM STREAM(clientes_feed) KEYS (customer_id)
  APPLY AS DELETE WHEN operation = 'DELETE'
  SEQUENCE BY source_lsn
  COLUMNS * EXCEPT (operation, source_lsn, changed_at, extracted_by)
  STORED AS SCD TYPE 1;

CREATE OR REFRESH STREAMING TABLE clientes_historico;
CREATE FLOW clientes_historico_cdc AS AUTO CDC INTO clientes_historico
  FROM STREAM(clientes_feed) KEYS (customer_id)
  APPLY AS DELETE WHEN operation = 'DELETE'
  SEQUENCE BY STRUCT(changed_at, source_lsn)
  COLUMNS * EXCEPT (operation, source_lsn, changed_at, extracted_by)
  STORED AS SCD TYPE 2;

-- Gold, with the customer as it is now.
CREATE OR REFRESH MATERIALIZED VIEW gold_pedidos_atual (PRIMARY KEY (order_id) NOT ENFORCED) AS
  SELECT p.order_id, p.customer_id, p.amount, p.ordered_at, c.name, c.city, c.segment
  FROM silver_pedidos AS p
  LEFT JOIN clientes_atual AS c ON p.customer_id = c.customer_id;

-- Gold, with the customer as it was when the order was placed.
CREATE OR REFRESH MATERIALIZED VIEW gold_pedidos_na_data (PRIMARY KEY (order_id) NOT ENFORCED) AS
  SELECT p.order_id, p.customer_id, p.amount, p.ordered_at, h.name, h.city, h.segment
  FROM silver_pedidos AS p
  LEFT JOIN clientes_historico AS h
    ON p.customer_id = h.customer_id
    AND p.ordered_at >= h.__START_AT.changed_at
    AND (h.__END_AT IS NULL OR p.ordered_at < h.__END_AT.changed_at);

CREATE OR REFRESH MATERIALIZED VIEW gold_vendas_por_segmento AS
  SELECT segment, COUNT(*) AS orders, SUM(amount) AS total_sales
  FROM gold_pedidos_na_data GROUP BY segment;
