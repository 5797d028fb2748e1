import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, CircleHelp } from 'lucide-react'
import { api } from '#dashboard/api/api.ts'
import { client } from '#dashboard/api/client.ts'
import { useMay } from '#dashboard/api/session.ts'
import type { Action } from '#dashboard/api/types.ts'
import { withField } from '#dashboard/forms/schema.ts'
import { locale } from '#dashboard/strings/t.ts'
import { t } from '#dashboard/strings/write-check.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { Switch } from '#dashboard/ui/fields/switch.tsx'
import { Time } from '#dashboard/ui/time.tsx'
import type { ActionEditor } from './draft/use-action-draft.ts'
import { targets } from './draft/write-back-targets.ts'

type Check = NonNullable<Action['write_check']>

const looks = {
  failed: { tone: 'bg-bad-soft text-bad', Icon: CircleAlert },
  warning: { tone: 'bg-warn-soft text-warn', Icon: CircleAlert },
  unknown: { tone: 'bg-sunken text-ink-soft', Icon: CircleHelp },
} as const

const listOf = new Intl.ListFormat(locale)

/** Which fields cannot be written, or are not known to be, with the cause and what to do. */
export function WriteCheckNotes({ check }: { check: Check | null }) {
  const fields = check?.fields ?? []
  return (['failed', 'warning', 'unknown'] as const).flatMap((result) => {
    const { tone, Icon } = looks[result]
    const byMessage = Map.groupBy(
      fields.filter((field) => field.result === result),
      ({ message }) => message,
    )
    return [...byMessage].map(([message, some]) => (
      <div key={`${result} ${message}`} className={`flex gap-3 rounded-lg p-3 ${tone}`}>
        <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
        <p className="min-w-0 break-words">
          <span className="block font-medium">
            {t(`write_check.${result}`, { fields: listOf.format(some.map(({ field }) => field.name)) })}
          </span>
          <span dir="auto">{message}</span>
        </p>
      </div>
    ))
  })
}

interface WriteCheckProps {
  editor: ActionEditor
  mayWrite: boolean
}

/** What the table last said of writing into it, and the way to ask again. */
export function WriteCheck({ editor: { saved, draft, change, isDirty }, mayWrite }: WriteCheckProps) {
  // Checks do not count as saves: the draft does not follow them.
  const check = useQuery(api.actions.get.query({ params: { id: saved.id } })).data?.write_check ?? null
  const mayCheck = useMay('trigger')
  const queries = useQueryClient()
  const again = useMutation({
    mutationFn: () => client.actions.run({ params: { id: saved.id }, body: { dry_run: true } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: api.actions.get.key }),
  })
  const ignores = draft.write_back.ignore_check === true
  const isWritten = [draft, ...draft.more].some(({ write_back }) =>
    targets.some(({ key }) => write_back[key] !== undefined),
  )
  const mayAsk = mayCheck && !isDirty && isWritten
  const hasFailed = check?.fields.some(({ result }) => result === 'failed')
  if (check === null && !ignores && !mayAsk) return null
  return (
    <div className="grid gap-3">
      <WriteCheckNotes check={check} />
      {(hasFailed || ignores) && (
        <div className="flex items-center gap-3">
          <Switch
            aria-label={t('write_check.ignore')}
            disabled={!mayWrite}
            checked={ignores}
            onChange={(isOn) => change({ write_back: withField(draft.write_back, 'ignore_check', isOn || undefined) })}
          />
          <span>
            <span className="block font-medium">{t('write_check.ignore')}</span>
            <span className="block text-[13px] text-ink-soft">{t('write_check.ignore_help')}</span>
          </span>
        </div>
      )}
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-[13px] text-ink-soft">
        {check?.fields.every(({ result }) => result === 'passed') && (
          <span className="inline-flex items-center gap-1.5 text-good">
            <CircleCheck aria-hidden className="size-4" />
            {t('write_check.passed')}
          </span>
        )}
        {check && <Time at={check.checked_at} />}
        {mayAsk && (
          <Button size="small" look="quiet" busy={again.isPending} onClick={() => again.mutate()}>
            {t(check ? 'write_check.again' : 'write_check.first')}
          </Button>
        )}
      </p>
    </div>
  )
}
