/** What the tabs of a channel show of its rules. */
import { Card, Stack, Text } from '@mantine/core'
import { PageButton } from '../../components/page/links.tsx'
import { Section } from '../../components/page/section.tsx'
import type { Channel } from '../queries.ts'
import { SelectionLists } from '../selection-lists.tsx'
import { ConditionFields } from './fields/condition-fields.tsx'
import { OptionalNumber } from './fields/number-field.tsx'
import { PriceRuleFields } from './fields/price-rule-fields.tsx'
import { useRules } from './fields/rule-context.tsx'
import { RuleList } from './fields/rule-list.tsx'
import { StockRuleFields } from './fields/stock-rule-fields.tsx'
import { priceRuleForm, type RulesForm, stockRuleForm } from './model/form.ts'
import { priceRuleWords, stockRuleWords } from './model/rule-words.ts'

interface Props {
  readonly form: RulesForm
  readonly onChange: (form: RulesForm) => void
}

export function SelectionTab({ form, onChange, channel }: Props & { readonly channel: Channel }) {
  const { isReadOnly } = useRules()
  return (
    <Stack gap="md">
      <Section title="Conditions">
        <Stack gap="sm">
          <Text size="sm">
            {form.select.rows.length === 0
              ? 'Without conditions, the channel gets every active product that the brands, categories and products below allow.'
              : 'The channel gets only products that match these conditions, and that the brands, categories and products below allow.'}
          </Text>
          <ConditionFields
            label="Only products where"
            form={form.select}
            path="/Select"
            onChange={(select) => onChange({ ...form, select })}
          />
        </Stack>
      </Section>
      <Section title="Brands, categories and products">
        <SelectionLists channel={channel} />
        {!isReadOnly && (
          <PageButton
            mt="sm"
            size="xs"
            variant="default"
            style={{ alignSelf: 'flex-start' }}
            to="/channels/$id"
            params={{ id: String(channel.Id) }}
            search={{ tab: 'selection', panel: 'change' }}
          >
            Change them
          </PageButton>
        )}
      </Section>
    </Stack>
  )
}

export function PricesTab({ form, onChange }: Props) {
  return (
    <Stack gap="md">
      <RuleList
        list={form.prices}
        path="/Price"
        create={priceRuleForm}
        wordsOf={priceRuleWords}
        fields={(rule, path, onRule) => (
          <PriceRuleFields form={rule} path={path} onChange={onRule} />
        )}
        onChange={(prices) => onChange({ ...form, prices })}
      />
      <Card withBorder>
        <OptionalNumber
          label="Review price changes above"
          description="Larger changes wait for review, and the channel keeps its current price until then. 0 turns the check off; the default is 40%."
          placeholder="40"
          unit="%"
          path="/GuardPercent"
          value={form.guard}
          onChange={(guard) => onChange({ ...form, guard })}
        />
      </Card>
    </Stack>
  )
}

export function StockTab({ form, onChange }: Props) {
  return (
    <RuleList
      list={form.stock}
      path="/Stock"
      create={stockRuleForm}
      wordsOf={stockRuleWords}
      fields={(rule, path, onRule) => (
        <StockRuleFields
          rule={rule.rest}
          path={path}
          onChange={(rest) => onRule({ ...rule, rest })}
        />
      )}
      onChange={(stock) => onChange({ ...form, stock })}
    />
  )
}
