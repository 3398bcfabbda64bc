/** The form of a new override. */
import { SimpleGrid, Stack, Switch, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { NumberField } from '../../channels/rules/fields/number-field.tsx'
import { RuleProvider } from '../../channels/rules/fields/rule-context.tsx'
import { StockRuleFields } from '../../channels/rules/fields/stock-rule-fields.tsx'
import { ActionForm } from '../../components/form/action-form.tsx'
import { useAction } from '../../components/form/use-action.ts'
import { useSession } from '../../hub/session.tsx'
import { usePriceQuestion } from '../change/price-question.tsx'
import { useUndoNotice } from '../change/undo-notice.tsx'
import { isComplete, itemOf, itemWords, NEW_OVERRIDE, type OverrideForm } from './override.ts'
import type { Override } from './queries.ts'
import { takeBack } from './take-back.ts'

interface Props {
  readonly channelId: number
  readonly reference: string
  readonly currency: string
  /** What the channel is offered now. */
  readonly price: number | null
  /** The overrides that there are. */
  readonly overrides: readonly Override[]
  readonly hasVariants: boolean
  readonly onClose: () => void
}

export function OverrideFields(props: Props) {
  const { channelId, reference, currency, price, overrides, hasVariants, onClose } = props
  const { client, timeZone } = useSession()
  const offerUndo = useUndoNotice()
  const { ask, dialog } = usePriceQuestion(reference, currency, channelId)
  const [form, setForm] = useState(NEW_OVERRIDE)
  const set = (changed: Partial<OverrideForm>) => setForm({ ...form, ...changed })
  const store = useAction({
    run: async () => {
      const item = itemOf(reference, form, timeZone)
      const body = [item]
      const { ProductMessages } = await client.storeOfferOverrides({ id: channelId, body })
      const errors = ProductMessages.flatMap(({ Errors }) => Errors)
      if (errors.length > 0) throw new Error(errors.join(' '))
      offerUndo({
        words: `Set for ${reference}: ${itemWords(item, currency)}`,
        undo: async () => await takeBack(client, channelId, item, overrides),
      })
    },
    done: 'The channel gets this when it next fetches.',
    onClose,
  })
  const submit = async () => {
    const typed = form.isHidden ? undefined : itemOf(reference, form, timeZone).Price
    if (typed == null || (await ask({ before: price, after: typed }))) store.mutate()
  }
  return (
    <ActionForm
      action={store}
      submit="Save"
      isBlocked={!isComplete(form)}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      {dialog}
      <Text fw={600}>New setting for this product</Text>
      <Switch
        label={
          hasVariants
            ? 'Do not offer its variants to this channel'
            : 'Do not offer it to this channel'
        }
        checked={form.isHidden}
        onChange={({ currentTarget }) => set({ isHidden: currentTarget.checked })}
      />
      {!form.isHidden && !hasVariants && (
        <RuleProvider value={{ error: null, missing: [], isReadOnly: false, currency }}>
          <NumberField
            label={`Price in ${currency}`}
            placeholder="From the rules"
            path="/Price"
            value={form.price}
            onChange={(price) => set({ price })}
          />
          <StockPart form={form} set={set} />
        </RuleProvider>
      )}
      <TimeFields form={form} set={set} />
    </ActionForm>
  )
}

interface PartProps {
  readonly form: OverrideForm
  readonly set: (changed: Partial<OverrideForm>) => void
}

function StockPart({ form, set }: PartProps) {
  return (
    <>
      <Switch
        label="Set the units"
        checked={form.stock !== undefined}
        onChange={({ currentTarget }) => set({ stock: currentTarget.checked ? {} : undefined })}
      />
      {form.stock && (
        <StockRuleFields rule={form.stock} path="" onChange={(stock) => set({ stock })} />
      )}
    </>
  )
}

function TimeFields({ form, set }: PartProps) {
  const { timeZone } = useSession()
  const isTurned = form.from !== '' && form.until !== '' && form.until <= form.from
  return (
    <Stack gap={4}>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput
          type="datetime-local"
          label="From"
          value={form.from}
          onChange={({ currentTarget }) => set({ from: currentTarget.value })}
        />
        <TextInput
          type="datetime-local"
          label="Until"
          value={form.until}
          error={isTurned && 'Must be after the start.'}
          onChange={({ currentTarget }) => set({ until: currentTarget.value })}
        />
      </SimpleGrid>
      <Text size="xs" c="dimmed">
        Times are in {timeZone}. If empty, it starts now and has no end.
      </Text>
    </Stack>
  )
}
