import { Text } from '@mantine/core'

/** What is said before something that cannot be undone. */
export const FINAL = 'This cannot be undone.'

/** Says how an action is undone, or that it cannot be, above its button. */
export function Undo({ children }: { readonly children: string }) {
  return (
    <Text size="sm" fw={500}>
      {children}
    </Text>
  )
}
