/** The rules by which a channel is offered products: the form of a tab, what it would change, and the way to save it. */

import { isProblem } from '@entrepot/client'
import { Alert, Anchor, Button, Grid, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useAction } from '../../components/form/use-action.ts'
import { LeaveGuard } from '../../components/page/leave-guard.tsx'
import { Problem } from '../../components/page/problem.tsx'
import { useSession } from '../../hub/session.tsx'
import { customerQuery } from '../../settings/queries.ts'
import { RuleProvider } from './fields/rule-context.tsx'
import { missingIn, type RulesForm, rulesForm, rulesOf } from './model/form.ts'
import { RulesPreview, useRulesPreview } from './preview/rules-preview.tsx'
import { rulesQuery, type StoredRules } from './queries.ts'
import classes from './rules-editor.module.css'

/** What a tab shows of the rules. */
export type RulesTab = (form: RulesForm, onChange: (form: RulesForm) => void) => ReactNode

interface Props {
  readonly channelId: number
  readonly children: RulesTab
}

/** It stays while tabs change, so that what was typed in another one is not lost. */
export function RulesEditor({ channelId, children }: Props) {
  const { data, error, refetch } = useQuery(rulesQuery(useSession(), channelId))
  if (data) return <Editor channelId={channelId} stored={data} render={children} />
  if (error) return <Problem error={error} onRetry={() => void refetch()} />
  return <Skeleton height={320} aria-label="Loading the rules" />
}

/** Changes that are not saved, and the version that they were made from. */
interface Edited {
  readonly form: RulesForm
  readonly version: number
}

function formOf({ Version: _, ChangedAt: __, ChangedBy: ___, ...rules }: StoredRules): RulesForm {
  return rulesForm(rules)
}

function Editor({
  channelId,
  stored,
  render,
}: {
  readonly channelId: number
  readonly stored: StoredRules
  readonly render: RulesTab
}) {
  const session = useSession()
  const queries = useQueryClient()
  const customer = useQuery(customerQuery(session))
  const [read, setRead] = useState({ stored, form: formOf(stored) })
  if (read.stored !== stored) setRead({ stored, form: formOf(stored) })
  const [edited, setEdited] = useState<Edited>()
  const [isTried, setTried] = useState(false)
  const { form, version } = edited ?? { form: read.form, version: stored.Version }
  const rules = rulesOf(form)
  const isChanged = edited !== undefined && isOther(rules, rulesOf(rulesForm(form.given)))
  const missing = missingIn(rules)
  const isComplete = missing.length === 0
  const preview = useRulesPreview(channelId, isChanged && isComplete ? rules : undefined)
  const drop = () => {
    setEdited(undefined)
    setTried(false)
    save.reset()
  }
  const save = useAction({
    run: async () => {
      const body = { ...rules, Version: version }
      const saved = await session.client.replaceOfferRules({ id: channelId, body })
      queries.setQueryData(rulesQuery(session, channelId).queryKey, saved)
    },
    done: 'Rules saved. The channel gets the new prices and stock when it next fetches.',
    onClose: () => {
      setEdited(undefined)
      setTried(false)
    },
  })
  const trySave = () => {
    setTried(true)
    if (isComplete && !save.isPending) save.mutate()
  }
  // Until a save has ended, a newer version is probably its own.
  const isNewer = isChanged && version !== stored.Version && !save.isPending
  const isOvertaken = isNewer || isConflict(save.error)
  const isReadOnly = !session.may('channels:write')
  const context = {
    error: save.error ?? preview.error,
    missing: isTried ? missing : [],
    isReadOnly,
    currency: customer.data?.BaseCurrency ?? 'EUR',
  }
  return (
    <RuleProvider value={context}>
      <LeaveGuard isActive={isChanged} what="changes to the rules" />
      <Grid>
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Stack gap="md">{render(form, (changed) => setEdited({ form: changed, version }))}</Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <Stack gap="md" className={classes.beside}>
            {save.error && !isConflict(save.error) && <Problem error={save.error} />}
            {isOvertaken && <Overtaken onReload={drop} />}
            {!isReadOnly && (
              <Actions
                isChanged={isChanged}
                isSaving={save.isPending}
                isRefused={isTried && !isComplete}
                onSave={trySave}
                onDrop={drop}
              />
            )}
            {!isReadOnly && (
              <RulesPreview preview={preview} isChanged={isChanged} isComplete={isComplete} />
            )}
          </Stack>
        </Grid.Col>
      </Grid>
    </RuleProvider>
  )
}

/** On a narrow window, they stay in sight while something is changed. */
function Actions({
  isChanged,
  isSaving,
  isRefused,
  onSave,
  onDrop,
}: {
  readonly isChanged: boolean
  readonly isSaving: boolean
  /** Whether something was missing when it should have been saved. */
  readonly isRefused: boolean
  readonly onSave: () => void
  readonly onDrop: () => void
}) {
  return (
    <Group className={classes.actions ?? ''} data-changed={isChanged || undefined}>
      <Button disabled={!isChanged} loading={isSaving} onClick={onSave}>
        Save
      </Button>
      <Button variant="default" disabled={!isChanged} onClick={onDrop}>
        Undo my changes
      </Button>
      <Anchor href="#what-would-change" size="sm" className={classes.jump ?? ''}>
        Preview of changes
      </Anchor>
      {isRefused && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          Complete the marked fields. They may be on another tab.
        </Text>
      )}
    </Group>
  )
}

const isOther = (one: object, other: object) => JSON.stringify(one) !== JSON.stringify(other)

const isConflict = (error: unknown) => isProblem(error, 'MARKET_OFFER_RULES_CHANGED')

/** Somebody else has saved rules while these were edited. */
function Overtaken({ onReload }: { readonly onReload: () => void }) {
  return (
    <Alert color="yellow" role="status" title="Somebody else changed these rules">
      <Text size="sm">
        Your changes are based on older rules and cannot be saved. Load the current rules and make
        your changes again.
      </Text>
      <Button size="xs" mt="sm" variant="default" onClick={onReload}>
        Load the current rules
      </Button>
    </Alert>
  )
}
