/** The fields of tokens of a platform by which an agent signs in, with presets of platforms. */
import type { Input } from '@entrepot/client'
import { Anchor, NativeSelect, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { issueOf } from '../components/form/issue-of.ts'

/** What a platform fills in, and shows as an example. */
interface Preset {
  readonly label: string
  readonly issuer: string
  readonly issuerExample: string
  readonly subjectExample: string
  readonly claimsExample: string
}

/** The platforms that the form knows. */
export const PLATFORMS = {
  github: {
    label: 'GitHub Actions',
    issuer: 'https://token.actions.githubusercontent.com',
    issuerExample: 'https://token.actions.githubusercontent.com',
    subjectExample: 'repo:acme/shop:ref:refs/heads/main',
    claimsExample: 'repository_owner_id=1234567',
  },
  kubernetes: {
    label: 'Kubernetes',
    issuer: '',
    issuerExample: 'https://oidc.eks.eu-west-1.amazonaws.com/id/0123456789',
    subjectExample: 'system:serviceaccount:shop:importer',
    claimsExample: '',
  },
  other: {
    label: 'another platform',
    issuer: '',
    issuerExample: 'https://accounts.google.com',
    subjectExample: '112233445566778899000',
    claimsExample: 'email=job@project.iam.gserviceaccount.com',
  },
} satisfies Readonly<Record<string, Preset>>

export type Platform = keyof typeof PLATFORMS

/** What was typed. */
export interface WorkloadDraft {
  readonly platform: Platform
  readonly issuer: string
  readonly audience: string
  readonly subject: string
  /** One claim a line, as `name=value`. */
  readonly claims: string
  /** A JSON Web Key Set; empty to discover the keys. */
  readonly keys: string
}

/** A draft for a platform. */
export function draftOf(platform: Platform): WorkloadDraft {
  const { issuer } = PLATFORMS[platform]
  return { platform, issuer, audience: '', subject: '', claims: '', keys: '' }
}

/** The body of a draft, or undefined while something is missing or cannot be read. */
export function toWorkload(
  draft: WorkloadDraft,
): Input<'addHeadlessAgentWorkload'>['body'] | undefined {
  const [issuer, audience, subject] = [draft.issuer, draft.audience, draft.subject].map((text) =>
    text.trim(),
  )
  const claims = readClaims(draft.claims)
  const keys = readKeys(draft.keys)
  if (!issuer || !subject || claims === undefined || keys === undefined) return undefined
  return {
    ...{ Issuer: issuer, Subject: subject },
    ...(audience && { Audience: audience }),
    ...(Object.keys(claims).length > 0 && { Claims: claims }),
    ...(keys.length > 0 && { Keys: keys }),
  }
}

function readClaims(text: string): Record<string, string> | undefined {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const pairs = lines.map((line) => /^\s*([\w:.-]+)\s*=\s*(\S.*?)\s*$/.exec(line))
  if (pairs.includes(null)) return undefined
  return Object.fromEntries(pairs.map((pair) => [pair?.[1] ?? '', pair?.[2] ?? '']))
}

function readKeys(text: string): Record<string, unknown>[] | undefined {
  if (text.trim() === '') return []
  try {
    const { keys } = JSON.parse(text) as { keys?: unknown }
    return Array.isArray(keys) && keys.length > 0 ? keys : undefined
  } catch {
    return undefined
  }
}

export function WorkloadFields({
  draft,
  error,
  at = '',
  onChange,
}: {
  readonly draft: WorkloadDraft
  readonly error: unknown
  /** The path of the fields in the body. */
  readonly at?: string
  readonly onChange: (draft: WorkloadDraft) => void
}) {
  const preset = PLATFORMS[draft.platform]
  const field = (name: 'issuer' | 'audience' | 'subject' | 'claims' | 'keys') => ({
    value: draft[name],
    error: issueOf(error, `${at}/${name.charAt(0).toUpperCase()}${name.slice(1)}`),
    onChange: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) =>
      onChange({ ...draft, [name]: currentTarget.value }),
  })
  const isGood = readClaims(draft.claims) !== undefined
  const areKeys = readKeys(draft.keys) !== undefined
  return (
    <Stack gap="sm">
      <TextInput
        label="Issuer"
        description="The exact iss claim of the tokens."
        placeholder={preset.issuerExample}
        required
        {...field('issuer')}
      />
      <TextInput
        label="Subject"
        description="The sub claim. A * matches one part between : and /, but not the first two."
        placeholder={preset.subjectExample}
        required
        {...field('subject')}
      />
      <TextInput
        label="Audience"
        description="The aud claim, with no other value. The address of this hub if empty."
        {...field('audience')}
      />
      <Textarea
        label="Claims"
        description="Other required claims, one per line."
        placeholder={preset.claimsExample}
        autosize
        minRows={2}
        {...field('claims')}
        {...(!isGood && { error: 'Write one claim per line, such as environment=production.' })}
      />
      {draft.platform !== 'github' && (
        <Textarea
          label="Keys"
          description="The issuer's key set, if the hub cannot reach the issuer: kubectl get --raw /openid/v1/jwks."
          autosize
          minRows={2}
          maxRows={6}
          {...field('keys')}
          {...(!areKeys && { error: 'This is not a key set: {"keys": [...]}.' })}
        />
      )}
      <Text size="sm">
        <Anchor inherit href="/docs/guides/agents" target="_blank" underline="always">
          How a job gets its token
        </Anchor>
      </Text>
    </Stack>
  )
}

export function PlatformSelect<T extends string>({
  value,
  others,
  onChange,
}: {
  readonly value: Platform | T
  /** Choices besides the platforms. */
  readonly others: readonly { readonly value: T; readonly label: string }[]
  readonly onChange: (value: Platform | T) => void
}) {
  const platforms = Object.entries(PLATFORMS).map(([name, { label }]) => ({ value: name, label }))
  return (
    <NativeSelect
      label="It signs in with"
      data={[...others, ...platforms.map((one) => ({ ...one, label: `Tokens of ${one.label}` }))]}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value as Platform | T)}
    />
  )
}
