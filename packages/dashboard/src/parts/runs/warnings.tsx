import { CircleAlert } from 'lucide-react'

/** What someone should check, each in a box of its own. */
export function Warnings({ texts }: { texts: readonly string[] }) {
  return texts.map((text) => (
    <p key={text} className="flex gap-3 rounded-lg bg-warn-soft p-3 text-warn">
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span className="min-w-0 break-words">{text}</span>
    </p>
  ))
}
