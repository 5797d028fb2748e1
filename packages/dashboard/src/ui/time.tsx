import { useSyncExternalStore } from 'react'
import { locale } from '#dashboard/strings/t.ts'

const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' })
const exact = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' })
const clockTime = new Intl.DateTimeFormat(locale, { timeStyle: 'medium' })
const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' })

const units = [
  { unit: 'second', untilS: 60, perS: 1 },
  { unit: 'minute', untilS: 3600, perS: 60 },
  { unit: 'hour', untilS: 86_400, perS: 3600 },
  { unit: 'day', untilS: 7 * 86_400, perS: 86_400 },
] as const

const tickMs = 10_000
let nowMs = Date.now()

/** One clock for all times of the page. */
function subscribe(listener: () => void): () => void {
  const timer = setInterval(() => {
    nowMs = Date.now()
    listener()
  }, tickMs)
  return () => clearInterval(timer)
}

function relativeText(timeMs: number): string {
  const seconds = Math.min(0, (timeMs - Math.max(nowMs, Date.now())) / 1000)
  const fitting = units.find(({ untilS }) => -seconds < untilS)
  return fitting ? relative.format(Math.round(seconds / fitting.perS), fitting.unit) : day.format(timeMs)
}

/** When something was, as people say it; the exact time stands in its title. */
export function Time({ at }: { at: string }) {
  useSyncExternalStore(subscribe, () => nowMs)
  const timeMs = Date.parse(at)
  return (
    <time dateTime={at} title={exact.format(timeMs)} className="whitespace-nowrap">
      {relativeText(timeMs)}
    </time>
  )
}

/** Such as "3 min", for what lasts. */
export function durationText(seconds: number): string {
  const { unit, perS } = units.find(({ untilS }) => seconds < untilS) ?? units[3]
  const style = { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 0 } as const
  return new Intl.NumberFormat(locale, style).format(Math.max(1, Math.round(seconds / perS)))
}

/** Such as "Nov 27, 2026". */
export const dayText = (at: string): string => day.format(Date.parse(at))

/** Such as "2:03:20 PM", for what is soon. */
export const clockText = (at: string): string => clockTime.format(Date.parse(at))
