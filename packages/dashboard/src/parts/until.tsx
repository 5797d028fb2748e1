import { locale } from '#dashboard/strings/t.ts'

const near = new Intl.DateTimeFormat(locale, { weekday: 'short', hour: 'numeric', minute: '2-digit' })
const far = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })
const exact = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'long' })

const weekMs = 6 * 86_400_000

/** When something will be, in the person's own time; `Time` is for what was. */
export function Until({ at }: { at: string }) {
  const timeMs = Date.parse(at)
  return (
    <time dateTime={at} title={exact.format(timeMs)} className="whitespace-nowrap">
      {(timeMs - Date.now() < weekMs ? near : far).format(timeMs)}
    </time>
  )
}
