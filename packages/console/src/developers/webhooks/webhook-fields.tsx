/** The fields of a webhook. */
import type { Input } from '@entrepot/client'
import { Select, TagsInput, TextInput } from '@mantine/core'
import { issueOf } from '../../components/form/issue-of.ts'
import { optionsOf } from '../../components/form/options.ts'
import { eventPatterns } from '../event-types.ts'

/** What a person has typed. */
export interface WebhookDraft {
  readonly url: string
  readonly label: string
  readonly types: readonly string[]
  readonly payload: keyof typeof PAYLOADS
  readonly signature: keyof typeof SIGNATURES
}

/** What an event is sent with. */
export const PAYLOADS = {
  full: 'The event, with its record as it is when sent',
  thin: 'Only ids',
} as const

/** How events are signed. */
export const SIGNATURES = {
  v1: 'HMAC-SHA256 with the secret (v1)',
  v1a: "Also Ed25519 with the hub's key (v1a)",
} as const

/** The body of a call. */
export function bodyOf({ url, label, types, payload, signature }: WebhookDraft) {
  return {
    Url: url.trim(),
    Label: label.trim(),
    Types: [...types],
    Payload: payload,
    Signature: signature,
  } satisfies Input<'changeWebhook'>['body']
}

/** Whether something is still missing. */
export function isIncomplete({ url, types }: WebhookDraft): boolean {
  return url.trim() === '' || types.length === 0
}

export function WebhookFields({
  draft,
  error,
  onChange,
}: {
  readonly draft: WebhookDraft
  readonly error: unknown
  readonly onChange: (draft: WebhookDraft) => void
}) {
  return (
    <>
      <TextInput
        label="URL"
        description="Must use https, except on hosts that the hub allows, and answer with 2xx within 15 seconds."
        placeholder="https://shop.example/events"
        type="url"
        required
        data-autofocus
        value={draft.url}
        error={issueOf(error, '/Url')}
        onChange={({ currentTarget: { value } }) => onChange({ ...draft, url: value })}
      />
      <TextInput
        label="Name"
        maxLength={256}
        value={draft.label}
        error={issueOf(error, '/Label')}
        onChange={({ currentTarget: { value } }) => onChange({ ...draft, label: value })}
      />
      <TagsInput
        label="Events"
        description="Types, a group such as order.*, or * for all."
        required
        acceptValueOnBlur
        data={[...eventPatterns]}
        value={[...draft.types]}
        error={issueOf(error, '/Types')}
        onChange={(types) => onChange({ ...draft, types })}
      />
      <Select
        label="Content"
        allowDeselect={false}
        data={optionsOf(PAYLOADS)}
        value={draft.payload}
        onChange={(value) => onChange({ ...draft, payload: value === 'thin' ? 'thin' : 'full' })}
      />
      <Select
        label="Signature"
        description="The secret is shown once: when the webhook is created, and when its secret is replaced."
        allowDeselect={false}
        data={optionsOf(SIGNATURES)}
        value={draft.signature}
        onChange={(value) => onChange({ ...draft, signature: value === 'v1a' ? 'v1a' : 'v1' })}
      />
    </>
  )
}
