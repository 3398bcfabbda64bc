/** What agents do not do alone, and how much they do in a day. */
import { Box, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { PageButton, PageLink } from '../../components/page/links.tsx'
import { PageHead } from '../../components/page/page-head.tsx'
import { Problem } from '../../components/page/problem.tsx'
import { Section } from '../../components/page/section.tsx'
import { useSession } from '../../hub/session.tsx'
import { customerQuery } from '../../settings/queries.ts'
import { DefaultCaps } from '../caps/default-caps.tsx'
import { agentRulesQuery } from './queries.ts'
import { RulesEditor } from './rules-editor.tsx'

export function AgentRulesPage() {
  const session = useSession()
  const rules = useQuery(agentRulesQuery(session))
  const settings = useQuery(customerQuery(session))
  const [data, customer] = [rules.data, settings.data]
  const error = rules.error ?? (customer ? null : settings.error)
  const retry = () => {
    void rules.refetch()
    void settings.refetch()
  }
  return (
    <Box maw={760}>
      <PageLink fz="sm" to="/agents">
        Agents
      </PageLink>
      <PageHead title="Rules and limits">
        <PageButton variant="default" to="/agents/approvals">
          Approvals
        </PageButton>
      </PageHead>
      <Stack>
        <Section title="What needs approval">
          <Text size="sm" mb="sm">
            Calls that match one of these rules wait for approval. All other calls are made
            immediately, within the agent's permissions. If the amount is not known in advance,
            approval is needed. Members approve here; for agents that act for a person, that person
            can also approve in the agent's application, unless the rule asks for a member.
          </Text>
          {error && <Problem error={error} onRetry={retry} />}
          {data && customer ? (
            <RulesEditor stored={data} currency={customer.BaseCurrency} />
          ) : (
            !error && <Skeleton height={480} aria-label="Loading the rules" />
          )}
        </Section>
        {customer && <DefaultCaps currency={customer.BaseCurrency} />}
      </Stack>
    </Box>
  )
}
