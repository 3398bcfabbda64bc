-- Documents of clients in use stay longer than they are fresh, for outages of their websites. A row without fresh_until, as older nodes
-- write it, is fresh until it expires.
alter table mcp_client_documents add column fresh_until real;
