-- Since when the website says that the document is no longer there. It counts only if it is later than `fresh_until`: a document that
-- came back is fresh again.
alter table mcp_client_documents add column withdrawn_at real;
