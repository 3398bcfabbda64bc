/** The panels of a passkey: adds, renames, removes it. */
import { isProblem, type Output } from '@entrepot/client'
import { Anchor, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { ActionForm } from '../../components/form/action-form.tsx'
import { issueOf } from '../../components/form/issue-of.ts'
import { FINAL } from '../../components/form/undo.tsx'
import { useAction } from '../../components/form/use-action.ts'
import { useSession } from '../../hub/session.tsx'
import { createPasskey } from './create-passkey.ts'

/** A passkey as the hub lists it. */
export type Passkey = Output<'listMyPasskeys'>[number]

interface PanelProps {
  readonly onClose: () => void
}

interface PasskeyPanelProps extends PanelProps {
  readonly passkey: Passkey
}

const MAX_NAME = 60

export function AddPasskey({ onClose }: PanelProps) {
  const session = useSession()
  const [name, setName] = useState('')
  const add = useAction({
    run: async () => await createPasskey(session, name.trim()),
    done: 'The passkey is added.',
    onClose,
  })
  // The code is that of a page, and not of the API.
  const mustSignIn = isProblem(add.error) && String(add.error.code) === 'SERVER_OLD_SESSION'
  return (
    <ActionForm action={add} submit="Add it" onClose={onClose}>
      <Text size="sm">
        Your device or password manager creates and stores the passkey. To add one on another
        device, such as a phone, choose that device when the browser asks.
      </Text>
      <TextInput
        label="Name"
        description="To tell it from your other passkeys. If empty, it is named after this browser."
        maxLength={MAX_NAME}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      {mustSignIn && (
        <Anchor size="sm" href={signInAgain()}>
          Sign in again
        </Anchor>
      )}
    </ActionForm>
  )
}

/** The page for signing in, for somebody who is signed in. */
function signInAgain(): string {
  const redirect = location.pathname + location.search
  return `/passkeys/sign-in?${new URLSearchParams({ redirect })}`
}

export function RenamePasskey({ passkey, onClose }: PasskeyPanelProps) {
  const { client } = useSession()
  const [name, setName] = useState(passkey.Name)
  const rename = useAction({
    run: async () => await client.changeMyPasskey({ id: passkey.Id, body: { Name: name.trim() } }),
    done: 'The passkey is renamed.',
    onClose,
  })
  return (
    <ActionForm action={rename} submit="Rename it" isBlocked={name.trim() === ''} onClose={onClose}>
      <TextInput
        label="Name"
        maxLength={MAX_NAME}
        required
        value={name}
        error={issueOf(rename.error, '/Name')}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
    </ActionForm>
  )
}

export function RemovePasskey({ passkey, onClose }: PasskeyPanelProps) {
  const { client } = useSession()
  const remove = useAction({
    run: async () => await client.removeMyPasskey({ id: passkey.Id }),
    done: 'The passkey is removed.',
    onClose,
  })
  return (
    <ActionForm
      action={remove}
      submit="Remove the passkey"
      undo={`${FINAL} A new passkey can be added.`}
      isDangerous
      onClose={onClose}
    >
      <Text size="sm">
        Nobody can sign in with it any more. Sessions started with it continue, and agents keep
        their access. End the sessions below if somebody else may have the device.
      </Text>
      <Text size="sm">
        Delete it from your device or password manager as well. The hub cannot do that.
      </Text>
    </ActionForm>
  )
}
