import type { ReactNode } from 'react'

/** One of several views of the same change. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="grid min-w-0 content-start gap-2">
      <h3 className="font-semibold">{title}</h3>
      {children}
    </section>
  )
}
