/** Adds a comment to the timeline of an order. */
import { Button, Group, Stack, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useAction } from '../../components/form/use-action.ts'
import { Problem } from '../../components/page/problem.tsx'
import { useSession } from '../../hub/session.tsx'

const MAX_LENGTH = 2_000

export function CommentForm({ id }: { readonly id: number }) {
  const { client } = useSession()
  const [text, setText] = useState('')
  const comment = useAction({
    run: async () => await client.commentOrder({ id, body: { Comment: text } }),
    done: 'Comment added.',
    onClose: () => setText(''),
  })
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() !== '' && !comment.isPending) comment.mutate()
  }
  return (
    <form onSubmit={send}>
      <Stack gap="xs" mb="lg">
        <Textarea
          label="Comment"
          description="Visible only to your team. Cannot be changed or deleted."
          autosize
          minRows={1}
          maxRows={8}
          maxLength={MAX_LENGTH}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        {comment.error !== null && <Problem error={comment.error} />}
        <Group>
          <Button
            type="submit"
            size="xs"
            variant="default"
            loading={comment.isPending}
            disabled={text.trim() === ''}
          >
            Add the comment
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
