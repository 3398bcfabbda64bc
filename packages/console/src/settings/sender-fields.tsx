/** What stands on packing slips: the sender, and the languages in which the customer writes to buyers. */
import { MultiSelect, Textarea, TextInput } from '@mantine/core'
import { issueOf } from '../components/form/issue-of.ts'
import type { FieldsProps } from './settings-form.tsx'
import { SLIP_LANGUAGES } from './slip-languages.ts'

export function SenderFields({ draft, error, isReadOnly, onChange }: FieldsProps) {
  return (
    <>
      <TextInput
        label="Sender on packing slips"
        description="Your business name if empty."
        maxLength={250}
        readOnly={isReadOnly}
        value={draft.SenderName ?? ''}
        error={issueOf(error, '/SenderName')}
        onChange={({ currentTarget: { value } }) => onChange({ SenderName: value || null })}
      />
      <Textarea
        label="Sender address"
        autosize
        minRows={3}
        maxLength={1000}
        readOnly={isReadOnly}
        value={draft.SenderAddress ?? ''}
        error={issueOf(error, '/SenderAddress')}
        onChange={({ currentTarget: { value } }) => onChange({ SenderAddress: value || null })}
      />
      <MultiSelect
        label="Languages for buyers"
        description="For packing slips and other texts for buyers. Buyers in countries without one of these languages get the first. English if none is chosen."
        data={optionsWith(draft.Languages ?? [])}
        readOnly={isReadOnly}
        value={[...(draft.Languages ?? [])]}
        error={issueOf(error, '/Languages')}
        onChange={(chosen) => onChange({ Languages: chosen.length > 0 ? chosen : null })}
      />
    </>
  )
}

/** The languages with words for packing slips, and further ones that the customer has. */
function optionsWith(languages: readonly string[]) {
  const known = new Set<string>(SLIP_LANGUAGES.map(({ value }) => value))
  const others = languages.filter((language) => !known.has(language))
  return [...SLIP_LANGUAGES, ...others.map((value) => ({ value, label: value }))]
}
