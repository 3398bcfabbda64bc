/** What an agent is and may do. */
import { Stack, Text } from '@mantine/core'
import { State } from '../../components/values/dot.tsx'
import { type Fact, FactsTable } from '../../components/values/facts-table.tsx'
import { Moment } from '../../components/values/moment.tsx'
import { Reference } from '../../components/values/reference.tsx'
import { ScopeWords } from '../../developers/keys/scope-words.tsx'
import { Access, AccessState, publisherOf } from '../columns.tsx'
import { STATES } from '../headless-columns.tsx'
import type { AnyAgent } from './queries.ts'

export function Facts({ of }: { readonly of: AnyAgent }) {
  const facts = of.kind === 'connected' ? connectedFacts(of.agent) : headlessFacts(of.agent)
  return <FactsTable facts={facts} nameWidth={120} />
}

type Of<Kind extends AnyAgent['kind']> = Extract<AnyAgent, { kind: Kind }>['agent']

function connectedFacts(agent: Of<'connected'>): readonly Fact[] {
  return [
    ['Acts for', agent.Person.Email],
    [
      'Permissions',
      <Stack key="may" gap={4}>
        <Access agent={agent} />
        <Text size="xs" c="dimmed">
          The person's role limits this further.
        </Text>
      </Stack>,
    ],
    ['Access', <AccessState key="access" agent={agent} />],
    ['Publisher', publisherOf(agent)],
    ['Last token', <Moment key="used" at={agent.UsedAt} />],
    ['Client', <Reference key="client" value={agent.ClientId} />],
  ]
}

function headlessFacts(agent: Of<'headless'>): readonly Fact[] {
  return [
    ['Acts for', 'Your business, without a person'],
    ['Permissions', <ScopeWords key="may" scopes={agent.Scopes} />],
    ['State', <State key="state" of={STATES[agent.Status]} />],
    ['Requested by', agent.AskedBy.Label],
    ['Last token', <Moment key="used" at={agent.UsedAt} />],
    ['Client', <Reference key="client" value={agent.ClientId} />],
  ]
}
