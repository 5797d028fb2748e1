import type { ReactNode } from 'react'
import { t } from '#dashboard/strings/t.ts'

interface CardPageProps {
  title: string
  lead?: string
  children: ReactNode
  /** Below the card, in small. */
  note?: ReactNode
}

/** A page that asks for one thing. */
export function CardPage({ title, lead, children, note }: CardPageProps) {
  return (
    <main tabIndex={-1} className="outline-none grid min-h-dvh place-items-center bg-sunken px-4 py-10">
      <title>{`${title} · ${t('frame.product')}`}</title>
      <div className="grid w-full max-w-sm min-w-0 gap-6">
        <div className="grid justify-items-center gap-3 text-center">
          <img src="/favicon.svg" alt="" className="size-10" />
          <h1 className="text-xl font-semibold tracking-tight">{title}</h1>
          {lead && <p className="-mt-2 text-ink-soft">{lead}</p>}
        </div>
        <div className="rounded-xl border border-line bg-ground p-6 shadow-sm">{children}</div>
        {note && <div className="grid min-w-0 gap-2 text-[13px] text-ink-soft">{note}</div>}
      </div>
    </main>
  )
}
