import { useQuery } from '@tanstack/react-query'
import { CalendarClock, Plus } from 'lucide-react'
import { useState } from 'react'
import { api } from '#dashboard/api/api.ts'
import type { Action } from '#dashboard/api/types.ts'
import { usePages } from '#dashboard/api/use-pages.ts'
import { t } from '#dashboard/strings/actions.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { CodeBlock } from '#dashboard/ui/code-block.tsx'
import { EmptyState } from '#dashboard/ui/empty-state.tsx'
import { Listing } from '#dashboard/ui/listing.tsx'
import { Section } from '#dashboard/ui/page.tsx'
import { HookDialog } from './hook-dialog.tsx'
import { TriggerCard } from './trigger-card.tsx'
import { TriggerDialog } from './trigger-dialog.tsx'
import type { Trigger } from './types.ts'

/** What starts the action by itself, and how programs and people start it. */
export function TriggersTab({ action, mayWrite }: { action: Action; mayWrite: boolean }) {
  const [isAdding, setAdding] = useState(false)
  const [made, setMade] = useState<Trigger | null>(null)
  const list = usePages(api.triggers.list.pages({ query: { limit: 100, action_id: action.id } }))
  const kinds = useQuery(api.triggerKinds.list.query())
  const add = mayWrite && (
    <Button size="small" icon={<Plus />} onClick={() => setAdding(true)}>
      {t('actions.add_trigger')}
    </Button>
  )
  return (
    <div className="grid gap-8">
      <Section title={t('actions.by_itself')} aside={list.items.length > 0 && add}>
        <Listing
          list={kinds.data ? list : { ...kinds, items: [], again: () => void kinds.refetch() }}
          lines={4}
          empty={
            <EmptyState
              icon={<CalendarClock aria-hidden />}
              title={t('actions.no_triggers')}
              help={t('actions.no_triggers_help')}
              action={add}
            />
          }
        >
          <ul className="grid grid-cols-1 gap-3">
            {list.items.map((trigger) => (
              <li key={trigger.id}>
                <TriggerCard
                  trigger={trigger}
                  tableId={action.table_id}
                  kind={kinds.data?.results.find(({ kind }) => kind === trigger.kind)}
                  mayWrite={mayWrite}
                />
              </li>
            ))}
          </ul>
        </Listing>
      </Section>
      <Section title={t('actions.from_elsewhere')}>
        <p className="text-ink-soft">{t('actions.from_elsewhere_help')}</p>
        <CodeBlock samples={samplesFor(action.id)} />
      </Section>
      {isAdding && kinds.data && (
        <TriggerDialog
          actionId={action.id}
          kinds={kinds.data.results}
          onClose={() => setAdding(false)}
          onMade={(trigger) => {
            setAdding(false)
            if (trigger.hook_url !== null) setMade(trigger)
          }}
        />
      )}
      {made?.hook_url && <HookDialog url={made.hook_url} tableId={action.table_id} onClose={() => setMade(null)} />}
    </div>
  )
}

function samplesFor(id: string) {
  const address = `${location.origin}/v1/tablesources/${id}`
  return [
    { name: 'curl', code: `curl -X POST ${address} \\\n  -H "Authorization: Bearer $PICTABLE_KEY"` },
    {
      name: t('actions.one_record'),
      code: `curl -X POST ${address} \\\n  -H "Authorization: Bearer $PICTABLE_KEY" -H 'Content-Type: application/json' \\\n  -d '{"record_ids": ["<record id>"]}'`,
    },
  ] as const
}
