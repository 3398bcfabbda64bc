/** Why the hub refused a call, in a list. */
import { Text } from '@mantine/core'
import { PageLink } from '../../components/page/links.tsx'
import { approvalOf } from './approval-of.ts'
import type { Refusal } from './queries.ts'

export function RefusalReason({
  refusal,
}: {
  readonly refusal: Pick<Refusal, 'Detail' | 'Status' | 'Code'>
}) {
  const { Detail, Status, Code } = refusal
  const approval = approvalOf(refusal)
  return (
    <div style={{ overflowWrap: 'anywhere' }}>
      {/* The detail is written for the agent. */}
      {approval
        ? 'The call needs approval first.'
        : (Detail ?? 'Not stored by the version that refused it')}
      <Text size="xs" c="dimmed">
        {Status} {Code}
        {approval && (
          <>
            {' '}
            <PageLink
              inherit
              underline="always"
              to="/agents/approvals/$id"
              params={{ id: approval }}
            >
              Approval {approval}
            </PageLink>
          </>
        )}
      </Text>
    </div>
  )
}
