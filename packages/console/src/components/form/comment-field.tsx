import { Textarea } from '@mantine/core'

/** The most characters of a comment or a reason, as the hub takes them. */
const MAX_LENGTH = 4_000

interface CommentFieldProps {
  /** @default 'Comment' */
  readonly label?: string
  readonly value: string
  readonly onChange: (value: string) => void
}

/** A comment on an action, for the channel. */
export function CommentField({ label = 'Comment', value, onChange }: CommentFieldProps) {
  return (
    <Textarea
      label={label}
      autosize
      minRows={2}
      maxLength={MAX_LENGTH}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}
