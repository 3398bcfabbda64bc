-- A consent is for one protected resource. That of older ones is the resource of what was issued on them; without any, people are asked again.
create table mcp_consents (
  sub text not null,
  client_id text not null,
  resource text not null,
  client_name text not null,
  redirect_host text not null,
  scope text not null,
  created_at real not null,
  consented_at real not null,
  expires_at real not null,
  primary key (sub, client_id, resource)
) strict;
insert into mcp_consents (sub, client_id, resource, client_name, redirect_host, scope, created_at, consented_at, expires_at)
select sub, client_id,
  coalesce((select f.resource from mcp_refresh_families f where f.sub = c.sub and f.client_id = c.client_id
    order by f.created_at desc limit 1), ''),
  client_name, redirect_host, scope, created_at, consented_at, expires_at
from mcp_connections c;
drop table mcp_connections;
alter table mcp_consents rename to mcp_connections;
create index mcp_connections_expires_at on mcp_connections (expires_at);
create index mcp_connections_client_id on mcp_connections (client_id);
