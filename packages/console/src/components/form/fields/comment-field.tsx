import { Textarea } from '@mantine/core'

/** The most characters of a comment or a reason, as the hub takes them. */
const MAX_LENGTH = 4_000

interface CommentFieldProps {
  /** @default 'Comment for the channel' */
  readonly label?: string
  readonly isRequired?: boolean
  readonly value: string
  readonly onChange: (value: string) => void
}

/** A comment on an action, which the channel reads. */
export function CommentField({
  label = 'Comment for the channel',
  isRequired = false,
  value,
  onChange,
}: CommentFieldProps) {
  return (
    <Textarea
      label={label}
      description="Sent to the channel, which can pass it on to the buyer."
      required={isRequired}
      autosize
      minRows={2}
      maxLength={MAX_LENGTH}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}
