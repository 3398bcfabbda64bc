-- A consent is for one protected resource. That of older ones is the resource of what was issued on them; without any, people are asked again.
alter table oauth.mcp_connections add column resource text not null default '';
update oauth.mcp_connections c set resource = f.resource
from (select distinct on (sub, client_id) sub, client_id, resource from oauth.mcp_refresh_families
  order by sub, client_id, created_at desc) f
where f.sub = c.sub and f.client_id = c.client_id;
alter table oauth.mcp_connections drop constraint mcp_connections_pkey;
alter table oauth.mcp_connections add primary key (sub, client_id, resource);
