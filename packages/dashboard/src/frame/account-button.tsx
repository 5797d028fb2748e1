import { ChevronsUpDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { useMe } from '#dashboard/api/session.ts'
import { t } from '#dashboard/strings/t.ts'

/** Who is logged in. */
export function AccountButton(props: Omit<ComponentProps<'button'>, 'className'>) {
  const { name } = useMe()
  return (
    <button
      type="button"
      {...props}
      className="flex h-10 w-full items-center gap-2.5 rounded-md px-2 text-start hover:bg-hover"
    >
      <span
        aria-hidden
        className="grid size-6 shrink-0 place-items-center rounded-full bg-accent-soft text-xs font-medium text-accent-ink uppercase"
      >
        {name.slice(0, 1)}
      </span>
      <span dir="auto" className="grow truncate">
        <span className="sr-only">{t('frame.account')}: </span>
        {name}
      </span>
      <ChevronsUpDown aria-hidden className="size-3.5 shrink-0 text-ink-soft" />
    </button>
  )
}
