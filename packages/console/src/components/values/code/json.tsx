import { Button, Code, Group } from '@mantine/core'
import { CopyButton } from './copy-button.tsx'

/** JSON with its lines; text that is not JSON, or was cut off, as it is. */
export function Json({ label, text }: { readonly label: string; readonly text: string }) {
  const shown = format(text)
  return (
    <>
      <Code
        block
        mah="max(360px, 55vh)"
        tabIndex={0}
        aria-label={label}
        role="region"
        style={{
          overflow: 'auto',
          whiteSpace: 'pre-wrap',
          overflowWrap: 'anywhere',
          // The background alone is not seen on a card in the dark.
          border: '1px solid var(--mantine-color-default-border)',
        }}
      >
        {shown}
      </Code>
      <Group mt={4}>
        <CopyButton value={shown}>
          {({ copied, copy }) => (
            <Button size="compact-sm" variant="subtle" onClick={copy}>
              {copied ? 'Copied' : `Copy the ${label.toLowerCase()}`}
            </Button>
          )}
        </CopyButton>
      </Group>
    </>
  )
}

function format(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
