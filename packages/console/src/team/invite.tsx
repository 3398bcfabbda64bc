/** Invites a person, or makes a new link of an invitation; the link is shown once. Also revokes one. */
import { Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { ActionForm } from '../components/form/action-form.tsx'
import { issueOf } from '../components/form/issue-of.ts'
import { SecretOnce } from '../components/form/secret-once.tsx'
import { useAction } from '../components/form/use-action.ts'
import { useSession } from '../hub/session.tsx'
import type { Invitation, Role } from './queries.ts'
import { RoleField } from './roles.tsx'

export function Invite({
  again,
  onClose,
}: {
  /** The invitation that gets a new link. */
  readonly again: Invitation | undefined
  readonly onClose: () => void
}) {
  const { client } = useSession()
  const [email, setEmail] = useState(again?.Email ?? '')
  const [role, setRole] = useState<Role>(again?.Role ?? 'operator')
  const invite = useAction({
    run: async () => await client.createInvitation({ body: { Email: email.trim(), Role: role } }),
    done: 'The person is invited.',
  })
  if (invite.data) {
    if (invite.data.Link === null) return <Text>Sign-in is not set up on this hub yet.</Text>
    return (
      <SecretOnce name="link" secret={invite.data.Link} onClose={onClose}>
        Send it to {invite.data.Email}. It works once, for seven days. Signing in with this address
        also accepts the invitation.
      </SecretOnce>
    )
  }
  return (
    <ActionForm
      action={invite}
      submit={again ? 'Create a new link' : 'Invite'}
      isBlocked={email.trim() === ''}
      onClose={onClose}
    >
      <Text size="sm">
        You get a link to send to the person. The hub sends no e-mail.
        {again && ' The previous link stops working.'}
      </Text>
      <TextInput
        label="E-mail address"
        description="The address the person signs in with. It must be verified by the identity provider."
        type="email"
        required
        data-autofocus
        readOnly={again !== undefined}
        value={email}
        error={issueOf(invite.error, '/Email')}
        onChange={({ currentTarget }) => setEmail(currentTarget.value)}
      />
      <RoleField role={role} error={issueOf(invite.error, '/Role')} onChange={setRole} />
    </ActionForm>
  )
}

export function RevokeInvitation({
  invitation,
  onClose,
}: {
  readonly invitation: Invitation
  readonly onClose: () => void
}) {
  const { client } = useSession()
  const revoke = useAction({
    run: async () => await client.deleteInvitation({ id: invitation.Id }),
    done: 'The invitation is revoked.',
    onClose,
  })
  return (
    <ActionForm
      action={revoke}
      submit="Revoke the invitation"
      undo="You can invite the person again, with another link."
      isDangerous
      onClose={onClose}
    >
      <Text size="sm">Its link stops working.</Text>
    </ActionForm>
  )
}
