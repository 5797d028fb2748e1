import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import { api } from '#dashboard/api/api.ts'
import { toast } from '#dashboard/api/toast.ts'
import { usePages } from '#dashboard/api/use-pages.ts'
import { t } from '#dashboard/strings/actions.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { Listing } from '#dashboard/ui/listing.tsx'
import { Section } from '#dashboard/ui/page.tsx'

/** The records whose images are changed alone, with what is changed; nothing where there are none. */
export function ExceptionsSection({ actionId, mayWrite }: { actionId: string; mayWrite: boolean }) {
  const list = usePages(api.exceptions.list.pages({ params: { id: actionId }, query: { limit: 50 } }))
  const queries = useQueryClient()
  const remove = useMutation({
    ...api.exceptions.delete.mutation(),
    onSuccess: () => {
      for (const { key } of [api.exceptions.list, api.actions.preview])
        void queries.invalidateQueries({ queryKey: key })
      toast.done(t('actions.exception_removed'))
    },
  })
  if (list.items.length === 0) return <Listing list={list}>{null}</Listing>
  return (
    <Section title={t('actions.exceptions')}>
      <p className="text-ink-soft">{t('actions.exceptions_help')}</p>
      <ul aria-label={t('actions.exceptions')} className="divide-y divide-line rounded-lg border border-line">
        {list.items.map(({ record_id: recordId, label, modifications, warnings }) => (
          <li key={recordId} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2 ps-3 pe-2">
            <span className="min-w-0 grow basis-60">
              <span dir="auto" className="block truncate font-medium">
                {label || recordId}
              </span>
              <span dir="auto" className="block text-[13px] break-words text-ink-soft">
                {modifications.map(changeWords).join(' · ')}
              </span>
              {warnings.map((warning) => (
                <span key={warning} dir="auto" className="block text-[13px] break-words text-warn">
                  {warning}
                </span>
              ))}
            </span>
            {mayWrite && (
              <Button
                size="small"
                icon={<Undo2 />}
                aria-label={t('actions.exception_remove_of', { label: label || recordId })}
                onClick={() => remove.mutate({ params: { id: actionId, record_id: recordId } })}
              >
                {t('actions.exception_remove')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {list.hasMore && (
        <Button size="small" busy={list.isLoadingMore} onClick={list.loadMore}>
          {t('actions.exceptions_more')}
        </Button>
      )}
    </Section>
  )
}

/** `Title: text, x`. */
function changeWords({ name, output, ...properties }: { name: string; output?: string }): string {
  const of = output === undefined ? name : `${name} (${output})`
  return `${of}: ${Object.keys(properties).join(', ')}`
}
