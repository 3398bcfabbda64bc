-- compatible-from: 0001

-- Whose groups give a member the role, and the role that the member has without them: null for a membership that groups alone give. Both are
-- null for a membership that people have given.
alter table hub.members add column group_provider text;
alter table hub.members add column own_role text check (own_role in ('owner', 'operator', 'viewer'));

create index on hub.members (group_provider, user_id) where group_provider is not null;
