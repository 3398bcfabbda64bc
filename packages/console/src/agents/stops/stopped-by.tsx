import { actorInWords } from '../../components/values/actor.ts'
import { Moment } from '../../components/values/moment.tsx'
import type { AgentStop } from './queries.ts'

/** Who has stopped agents, when and why. */
export function StoppedBy({ stop }: { readonly stop: AgentStop }) {
  return (
    <>
      Stopped by {actorInWords(stop.StoppedBy)}, <Moment at={stop.StoppedAt} />
      {stop.Reason ? `: ${stop.Reason}` : '.'}
    </>
  )
}
