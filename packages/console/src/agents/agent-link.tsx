import { PageLink } from '../components/page/links.tsx'

/** Leads to the page of an agent, by its id at stops, limits and approvals. */
export function AgentLink({ id, name }: { readonly id: string; readonly name: string }) {
  return (
    <PageLink inherit to="/agents/$id" params={{ id }}>
      {name}
    </PageLink>
  )
}
