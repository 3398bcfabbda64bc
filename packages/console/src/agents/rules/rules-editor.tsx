/** The form of what needs a person. */
import { Button, Group, List, Stack, Text, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { ActionForm } from '../../components/form/action-form.tsx'
import { issueOf } from '../../components/form/issue-of.ts'
import { useAction } from '../../components/form/use-action.ts'
import { LeaveGuard } from '../../components/page/leave-guard.tsx'
import { Moment } from '../../components/values/moment.tsx'
import { useSession } from '../../hub/session.tsx'
import { newRule, type RulesForm, rulesBody, rulesForm, type StoredRules } from './form.ts'
import { RuleCard } from './rule-card.tsx'
import { ruleInWords } from './words.ts'

interface Props {
  readonly stored: StoredRules
  readonly currency: string
}

export function RulesEditor({ stored, currency }: Props) {
  const { client, may } = useSession()
  const [read, setRead] = useState({ stored, form: rulesForm(stored, currency) })
  if (read.stored !== stored) setRead({ stored, form: rulesForm(stored, currency) })
  const [edited, setEdited] = useState<RulesForm>()
  const form = edited ?? read.form
  const body = rulesBody(form, stored.Kinds, currency)
  const before = rulesBody(read.form, stored.Kinds, currency)
  const isChanged = edited !== undefined && JSON.stringify(body) !== JSON.stringify(before)
  const save = useAction({
    run: async () => body && (await client.replaceAgentRules({ body })),
    done: "Rules saved. They apply from each agent's next call.",
    onClose: () => setEdited(undefined),
  })
  const isReadOnly = !may('agents:write')
  const setRules = (rules: RulesForm['rules']) => setEdited({ ...form, rules })
  const rules = form.rules.map((rule, index) => (
    <RuleCard
      key={rule.key}
      rule={rule}
      number={index + 1}
      kinds={stored.Kinds}
      currency={currency}
      error={save.error}
      isReadOnly={isReadOnly}
      onChange={(changed) => setRules(form.rules.with(index, changed))}
      onRemove={() => setRules(form.rules.toSpliced(index, 1))}
    />
  ))
  const none = form.rules.length === 0 && (
    <Text size="sm">Nothing needs approval. Agents can do everything their scopes allow.</Text>
  )
  if (isReadOnly) {
    return (
      <Stack gap="sm">
        <Origin stored={stored} />
        {rules}
        {none}
      </Stack>
    )
  }
  const takeDefaults = () => {
    const { DefaultRules: Rules, ExpiryHours } = stored
    setRules(rulesForm({ Rules, ExpiryHours }, currency).rules)
  }
  return (
    <>
      <LeaveGuard isActive={isChanged} what="changes to the rules" />
      <ActionForm
        action={save}
        submit="Save rules"
        cancel="Undo my changes"
        isBlocked={!isChanged || body === undefined}
        canCancel={edited !== undefined}
        onClose={() => {
          setEdited(undefined)
          save.reset()
        }}
      >
        <Origin stored={stored} />
        {rules}
        {none}
        <Group gap="xs">
          <Button
            variant="default"
            size="sm"
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => setRules([...form.rules, newRule(stored.Kinds[0]?.Kind ?? 'other')])}
          >
            Add a rule
          </Button>
          {!stored.IsDefault && (
            <Button variant="subtle" size="sm" onClick={takeDefaults}>
              Use the default rules
            </Button>
          )}
        </Group>
        <Defaults stored={stored} currency={currency} />
        <TextInput
          label="Approvals expire after (hours)"
          description="After that, the call is not made. The agent can make it again."
          inputMode="numeric"
          maw={360}
          value={form.expiryHours}
          error={issueOf(save.error, '/ExpiryHours')}
          onChange={({ currentTarget }) => setEdited({ ...form, expiryHours: currentTarget.value })}
        />
      </ActionForm>
    </>
  )
}

/** Whose rules these are. */
function Origin({ stored: { IsDefault, ChangedBy, ChangedAt } }: Pick<Props, 'stored'>) {
  return (
    <Text size="sm" c="dimmed">
      {IsDefault ? (
        'These are the default rules. They apply until you save your own.'
      ) : (
        <>
          Your own rules, saved by {ChangedBy}, <Moment at={ChangedAt} />.
        </>
      )}
    </Text>
  )
}

/** The rules of the hub, for those who have changed them. */
function Defaults({ stored: { DefaultRules, IsDefault }, currency }: Props) {
  if (IsDefault) return null
  return (
    <Text component="details" size="sm">
      <summary style={{ cursor: 'pointer' }}>The default rules</summary>
      <List size="sm" mt="xs">
        {DefaultRules.map((rule) => (
          <List.Item key={JSON.stringify(rule)}>{ruleInWords(rule, currency)}</List.Item>
        ))}
      </List>
    </Text>
  )
}
