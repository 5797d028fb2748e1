import { useNavigate } from '@tanstack/react-router'
import { toast } from '#dashboard/api/toast.ts'
import type { PublishedTemplate } from '#dashboard/api/types.ts'
import { t } from '#dashboard/strings/t.ts'
import { titlesOf } from './titles-of.ts'

export type Next = Parameters<typeof toast.done>[1]

/** Says that a version was published, and which actions do not fully work with it; else what can be done with it. */
export function useSayPublished() {
  const navigate = useNavigate()
  return (title: string, affected: PublishedTemplate['affected_actions'], next?: Next) => {
    const [first] = affected
    if (first === undefined) return toast.done(title, next)
    const said = { count: affected.length, titles: titlesOf(affected), warning: first.warnings[0] ?? '' }
    toast.warned(title, t('templates.affected', said), {
      label: t('templates.affected_open'),
      go: () => void navigate({ to: '/actions/$id', params: { id: first.id } }),
    })
  }
}
