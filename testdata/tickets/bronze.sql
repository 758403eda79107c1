-- The bronze table, made and filled by hand: deltacdc sql --file testdata/tickets/bronze.sql --lake URI
CREATE TABLE bronze_tickets (ticket_id INT, pharmacy_id INT, amount DOUBLE);

INSERT INTO bronze_tickets VALUES (1, 109, 100.0), (2, 197, 50.0), (3, 109, 75.0), (4, 197, -10.0);
