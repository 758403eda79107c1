-- A small declarative pipeline: bronze_tickets is a Delta table in the lake, silver and gold follow from it.
SET 'pipeline.name' = 'tickets';

CREATE OR REFRESH MATERIALIZED VIEW gold_sales
  (pharmacy_id INT, total_sales DOUBLE, PRIMARY KEY (pharmacy_id) NOT ENFORCED)
  COMMENT 'Sales per pharmacy'
  AS SELECT pharmacy_id, SUM(amount) AS total_sales FROM silver_tickets GROUP BY pharmacy_id;

CREATE OR REFRESH STREAMING TABLE silver_tickets
  (CONSTRAINT positive_amount EXPECT (amount > 0) ON VIOLATION DROP ROW)
  COMMENT 'Valid tickets'
  AS SELECT ticket_id, pharmacy_id, amount FROM STREAM(bronze_tickets);
