/** The panels of a member: role, removal. */
import { Text } from '@mantine/core'
import { useState } from 'react'
import { ActionForm } from '../components/form/action-form.tsx'
import { issueOf } from '../components/form/issue-of.ts'
import { useAction } from '../components/form/use-action.ts'
import { useSession } from '../hub/session.tsx'
import type { Member } from './queries.ts'
import { RoleField } from './roles.tsx'

export interface MemberPanelProps {
  readonly member: Member
  readonly onClose: () => void
}

export function ChangeRole({ member, onClose }: MemberPanelProps) {
  const { client } = useSession()
  const [role, setRole] = useState(member.Role)
  const change = useAction({
    run: async () => await client.changeMember({ id: member.Id, body: { Role: role } }),
    done: 'The role is changed.',
    onClose,
  })
  return (
    <ActionForm
      action={change}
      submit="Change the role"
      isBlocked={role === member.Role}
      onClose={onClose}
    >
      <RoleField role={role} error={issueOf(change.error, '/Role')} onChange={setRole} />
    </ActionForm>
  )
}

export function RemoveMember({ member, onClose }: MemberPanelProps) {
  const { client } = useSession()
  const remove = useAction({
    run: async () => await client.deleteMember({ id: member.Id }),
    done: 'Member removed.',
    onClose,
  })
  return (
    <ActionForm
      action={remove}
      submit="Remove the member"
      undo="You can invite the person again."
      isDangerous
      onClose={onClose}
    >
      <Text size="sm">
        {member.Email} and the agents that act for this person lose access to this business within a
        second. Their history is kept.
      </Text>
    </ActionForm>
  )
}
