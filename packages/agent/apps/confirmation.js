/** Shows what a call would do, and makes it if the person says so. */
import { connect, dataOf, link, make, plain, replace, request, showError, table } from './host.js'

const tool = document.documentElement.dataset.tool

/** The outcomes of the single orders or shipments. */
const outcomesOf = (result = {}) => Object.values(result).find(Array.isArray) ?? []

const isRefused = ({ outcome }) => outcome !== 'done'

/** The table of the outcomes, with units where there are some. */
const list = (outcomes, done) => {
  const hasUnits = outcomes.some(({ units }) => units !== undefined)
  return table(
    ['Order', ...(hasUnits ? ['Units'] : []), 'Outcome'],
    outcomes.map((one) => [
      plain(one.reference ?? one.orderId),
      ...(hasUnits ? [plain(one.units)] : []),
      isRefused(one)
        ? make('span', { class: 'warn' }, `refused: ${plain(one.Detail ?? one.Code)}`)
        : done,
    ]),
  )
}

const countsOf = (outcomes) => {
  const refused = outcomes.filter(isRefused).length
  return `${outcomes.length - refused} of ${outcomes.length}${refused > 0 ? `, ${refused} refused` : ''}`
}

const heading = (title, outcomes) =>
  make('header', {}, make('h1', {}, title), make('span', { class: 'soft' }, countsOf(outcomes)))

const show = ({ status, result, approval, undo, error }, input, host) => {
  if (status === undefined) return showError(error ?? { detail: 'There is nothing to confirm.' })
  const outcomes = outcomesOf(result)
  if (status === 'approval_required') {
    return replace(
      make('h1', {}, 'A member must approve this'),
      make('p', {}, plain(approval?.summary)),
      make('footer', {}, link('Open the approval', approval?.link)),
    )
  }
  if (status === 'done') return replace(heading('Done', outcomes), list(outcomes, 'done'))
  return replace(
    heading('This would happen', outcomes),
    list(outcomes, 'can be done'),
    make('p', { class: 'soft' }, plain(undo)),
    make('footer', {}, confirmation(input, host)),
  )
}

const confirmation = (input, host) => {
  // The same call as that of the agent, so that the hub recognises a repetition, whoever makes it.
  const { dryRun: _, ...args } = input
  const said = make('span', { role: 'status' })
  const button = make('button', { onclick: () => confirm(args, host, button, said) }, 'Do this')
  return host.serverTools === undefined
    ? [make('span', { class: 'soft' }, 'Tell the agent to go on without dryRun.')]
    : [button, said]
}

const confirm = async (args, host, button, said) => {
  button.disabled = true
  said.textContent = 'Working...'
  try {
    const answer = await request('tools/call', { name: tool, arguments: args })
    const { structuredContent } = answer
    show(dataOf(answer), args, host)
    if (host.updateModelContext) {
      // So that the agent does not make the call, too.
      await request('ui/update-model-context', {
        content: [
          { type: 'text', text: `The person has confirmed ${tool} in the app.` },
          ...(answer.content ?? []),
        ],
        ...(structuredContent && { structuredContent }),
      })
    }
  } catch (error) {
    button.disabled = false
    said.textContent = plain(error.message)
  }
}

connect(`entrepot-${tool}`, show)
