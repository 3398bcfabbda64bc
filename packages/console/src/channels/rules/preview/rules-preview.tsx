/** What the rules of the form would change, before they are saved. */
import { Button, Group, List, Loader, Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { PageLink } from '../../../components/page/links.tsx'
import { Problem } from '../../../components/page/problem.tsx'
import { Section } from '../../../components/page/section.tsx'
import { formatNumber } from '../../../components/values/language.ts'
import { useSession } from '../../../hub/session.tsx'
import type { OfferRules } from '../model/form.ts'
import { type OfferPreview, rulesPreviewQuery } from '../queries.ts'
import { ChangedProducts } from './changed-products.tsx'
import { previewWords, problemWords } from './preview-words.ts'

/** A pause in typing, in milliseconds. */
const PAUSE_MS = 700

/** Products from which on a preview is asked for by a button only: it takes seconds. */
const MANY_PRODUCTS = 100_000

/** Asks what rules would change, after a pause in typing. Undefined: there is nothing to ask for. */
export function useRulesPreview(channelId: number, rules: OfferRules | undefined) {
  const session = useSession()
  const text = JSON.stringify(rules ?? null)
  const [paused] = useDebouncedValue(text, PAUSE_MS)
  const [asked, setAsked] = useState<string>()
  const [isLarge, setLarge] = useState(false)
  const isWanted = paused === text && rules !== undefined
  const query = useQuery({
    ...rulesPreviewQuery(session, channelId, JSON.parse(paused) ?? {}),
    enabled: isWanted && (!isLarge || asked === paused),
  })
  if (!isLarge && (query.data?.Compared ?? 0) > MANY_PRODUCTS) setLarge(true)
  const isCurrent = paused === text && query.data !== undefined && !query.isPlaceholderData
  return {
    ...query,
    isCurrent,
    /** Asks now; undefined if it is asked for by itself. */
    ask:
      isWanted && isLarge && !isCurrent && !query.isFetching ? () => setAsked(paused) : undefined,
  }
}

export function RulesPreview({
  preview,
  isChanged,
  isComplete,
}: {
  readonly preview: ReturnType<typeof useRulesPreview>
  /** Whether the form differs from what is saved. */
  readonly isChanged: boolean
  /** Whether nothing is missing in the form. */
  readonly isComplete: boolean
}) {
  const { data, error, isCurrent, ask } = preview
  return (
    <Section title="Preview of changes" id="what-would-change">
      <Stack gap="sm" aria-live="polite">
        {!isChanged && (
          <Text size="sm" c="dimmed">
            Change something to see its effect on your products before you save.
          </Text>
        )}
        {isChanged && !isComplete && (
          <Text size="sm" c="dimmed">
            Shown when the rules are complete.
          </Text>
        )}
        {isChanged && isComplete && (
          <>
            {error && <Problem error={error} onRetry={() => void preview.refetch()} />}
            {ask && (
              <Group>
                <Button size="xs" variant="default" onClick={ask}>
                  Preview
                </Button>
              </Group>
            )}
            {!isCurrent && !error && !ask && (
              <Group gap="xs">
                <Loader size="xs" aria-hidden />
                <Text size="sm">Comparing your products</Text>
              </Group>
            )}
            {data && !error && (
              <Stack gap="sm" opacity={isCurrent ? 1 : 0.6}>
                <Summary preview={data} />
                <Problems preview={data} />
                <ChangedProducts changes={data.Largest} />
              </Stack>
            )}
          </>
        )}
      </Stack>
    </Section>
  )
}

function Summary({ preview }: { readonly preview: OfferPreview }) {
  const words = previewWords(preview)
  return (
    <>
      {words.length === 0 ? (
        <Text size="sm">Nothing changes.</Text>
      ) : (
        <List size="sm">
          {words.map((statement) => (
            <List.Item key={statement}>{statement}</List.Item>
          ))}
        </List>
      )}
      <Text size="xs" c="dimmed">
        Of {formatNumber(preview.Compared)} products. Nothing is saved yet.
      </Text>
    </>
  )
}

function Problems({ preview: { Problems: problems } }: { readonly preview: OfferPreview }) {
  if (problems.length === 0) return null
  return (
    <Stack gap={4}>
      <Text size="sm" fw={600}>
        Not offered, because something is missing
      </Text>
      {problems.map(({ Code, Count, MerchantProductReferences: references }) => (
        <details key={Code}>
          <summary>
            <Text span size="sm">
              {problemWords(Code, Count)}
            </Text>
          </summary>
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {references.map((reference, index) => (
              <span key={reference}>
                {index > 0 && ', '}
                <PageLink inherit to="/products/$reference" params={{ reference }} target="_blank">
                  {reference}
                </PageLink>
              </span>
            ))}
            {Count > references.length && ` and ${formatNumber(Count - references.length)} more`}
          </Text>
        </details>
      ))}
    </Stack>
  )
}
