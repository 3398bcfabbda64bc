/** Approves or rejects a call of an agent. */
import { Stack, Text, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ActionForm } from '../../components/form/action-form.tsx'
import { issueOf } from '../../components/form/issue-of.ts'
import { FINAL } from '../../components/form/undo.tsx'
import { useAction } from '../../components/form/use-action.ts'
import { SidePanel } from '../../components/page/side-panel.tsx'
import { Moment } from '../../components/values/moment.tsx'
import { formatDayAndTime } from '../../components/values/time/relative-time.ts'
import { allows } from '../../hub/actions.ts'
import { useSession } from '../../hub/session.tsx'
import { AboutOrder } from './about-order.tsx'
import { AboutProducts } from './about-products.tsx'
import { type Approval, approvalQuery } from './queries.ts'
import type { Decision } from './search.ts'
import { agentInWords, effectOf, refusalOf } from './words.ts'

/** The most characters of a reason, as the hub takes them. */
const MAX_REASON = 1_000

/** The panel of a decision. */
export function DecidePanel({
  id,
  action,
  onClose,
}: {
  readonly id: number | undefined
  readonly action: Decision | undefined
  readonly onClose: () => void
}) {
  const isOpen = id !== undefined && action !== undefined
  const title = action === 'reject' ? 'Reject the call' : 'Approve the call'
  return (
    <SidePanel title={title} isOpen={isOpen} onClose={onClose}>
      {isOpen && <Decide id={id} action={action} onClose={onClose} />}
    </SidePanel>
  )
}

interface Props<About> {
  readonly action: Decision
  readonly about: About
  readonly onClose: () => void
}

function Decide({ id, ...rest }: Omit<Props<never>, 'about'> & { readonly id: number }) {
  const { data } = useQuery(approvalQuery(useSession(), id))
  if (!data) return null
  if (!allows(data, rest.action)) {
    const { Reason } = data.Actions.find(({ Name }) => Name === rest.action) ?? {}
    return <Text size="sm">{Reason?.Message ?? 'This call is already decided.'}</Text>
  }
  return rest.action === 'approve' ? (
    <Approve about={data} {...rest} />
  ) : (
    <Reject about={data} {...rest} />
  )
}

function Approve({ about, onClose }: Props<Approval>) {
  const { client } = useSession()
  const effect = effectOf(about)
  const approve = useAction({
    run: async () => await client.approveAgentCall({ id: about.Id }),
    done: (approval: Approval) => refusalOf(approval) ?? 'The call is approved.',
    onClose,
  })
  return (
    <ActionForm
      action={approve}
      undo={FINAL}
      submit="Approve the call"
      cancel="Not now"
      onClose={onClose}
    >
      <Facts about={about} />
      {effect !== undefined && <Text size="sm">{effect}</Text>}
      <Text size="sm">
        The hub makes the call immediately as the agent, with the current permissions of the agent
        and the person it acts for.
      </Text>
    </ActionForm>
  )
}

function Reject({ about, onClose }: Props<Approval>) {
  const { client } = useSession()
  const [reason, setReason] = useState('')
  const reject = useAction({
    run: async () =>
      await client.rejectAgentCall({ id: about.Id, body: { Reason: reason.trim() || null } }),
    done: 'The call is rejected.',
    onClose,
  })
  return (
    <ActionForm
      action={reject}
      submit="Reject the call"
      undo="The agent can request the call again."
      isDangerous
      cancel="Not now"
      onClose={onClose}
    >
      <Facts about={about} />
      <Textarea
        label="Reason"
        description="Shown to the agent and the person it acts for."
        autosize
        minRows={2}
        maxLength={MAX_REASON}
        data-autofocus
        value={reason}
        error={issueOf(reject.error, '/Reason')}
        onChange={({ currentTarget }) => setReason(currentTarget.value.replaceAll('\n', ' '))}
      />
    </ActionForm>
  )
}

function Facts({ about }: { readonly about: Approval }) {
  return (
    <Stack gap="sm">
      <div>
        <Text fw={500} style={{ overflowWrap: 'anywhere' }}>
          {about.Summary}
        </Text>
        <Text size="sm" c="dimmed">
          {agentInWords(about)}
          {about.Tool && ` with ${about.Tool}`}. Expires{' '}
          <Moment at={about.ExpiresAt} format={formatDayAndTime} />.
        </Text>
      </div>
      <AboutOrder call={about} />
      <AboutProducts approval={about} />
    </Stack>
  )
}
