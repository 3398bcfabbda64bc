-- compatible-from: 0001

-- When the credentials of whoever approved the call end, which limits the keys that the call may prolong.
alter table hub.agent_approvals add column given_until timestamptz;
