import { CronExpressionParser } from 'cron-parser'
import { z } from 'zod'
import type { TriggerCall, TriggerKind } from '#core/ports/triggers.ts'
import { shortened } from '#core/words.ts'

/** The parts of a schedule in their order, and the values of each. */
const parts = [
  { name: 'minute', values: '0 to 59' },
  { name: 'hour', values: '0 to 23' },
  { name: 'day of month', values: '1 to 31' },
  { name: 'month', values: '1 to 12 or jan to dec' },
  { name: 'day of week', values: '0 to 7 or sun to sat' },
] as const
const example = '"0 9 * * 1-5"'
const MAX_SHOWN = 40

function canParse(cron: string): boolean {
  try {
    CronExpressionParser.parse(cron)
    return true
  } catch {
    return false
  }
}

/** What is wrong with a schedule; null when nothing is. */
function problemOf(cron: string): string | null {
  const given = cron.trim().split(/\s+/)
  if (given.length !== parts.length)
    return `must be five parts: ${parts.map(({ name }) => name).join(', ')}, such as ${example}`
  const isWrong = (place: number) => !canParse(given.map((part, at) => (at === place ? part : '*')).join(' '))
  const wrong = parts.find((_, place) => isWrong(place))
  if (wrong !== undefined) {
    const part = shortened(given[parts.indexOf(wrong)] ?? '', MAX_SHOWN)
    return `has the ${wrong.name} "${part}": use ${wrong.values}, a range such as 1-5, a list such as 1,3, a step such as */2, or *`
  }
  return canParse(cron) ? null : 'names a day that no month has'
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

const settings = z.object({
  cron: z
    .string()
    .max(200)
    .superRefine((cron, context) => {
      const message = problemOf(cron)
      if (message !== null) context.addIssue({ code: 'custom', message })
    })
    .meta({
      description: 'Minute, hour, day of month, month and day of week, in cron syntax',
      examples: ['0 9 * * 1-5'],
    }),
  time_zone: z
    .string()
    .max(100)
    .refine(isTimeZone, 'must be a time zone such as "Europe/Berlin"')
    .default('UTC')
    .meta({ description: 'Time zone of the schedule', examples: ['Europe/Berlin'] }),
})

/** The next times, in the zone's own day: an hour that is left out in spring is made up for right after it. */
function timesOf(call: Pick<TriggerCall, 'settings' | 'now'>, count: number): Date[] {
  const { cron, time_zone: tz } = settings.parse(call.settings)
  const times = CronExpressionParser.parse(cron, { currentDate: call.now, tz })
  return times.take(count).map((time) => time.toDate())
}

function nextOf(call: TriggerCall): Date | null {
  return timesOf(call, 1)[0] ?? null
}

/** Fires by the clock. What was missed while nothing ran is made up for once. */
export const schedule: TriggerKind = {
  kind: 'schedule',
  title: 'Schedule',
  description: 'Runs the action on a schedule; records that have not changed are skipped.',
  settings,
  goesByClock: true,
  showsHook: false,
  start: async (_world, call) => ({ state: null, nextAt: nextOf(call) }),
  tend: async (_world, call) => ({ state: null, nextAt: nextOf(call), fire: { recordIds: null } }),
  stop: async () => {},
  receive: async () => null,
  async describe(_world, call) {
    const { time_zone: timeZone } = settings.parse(call.settings)
    const words = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'short', timeZone })
    const times = timesOf(call, 3).map((time) => words.format(time))
    return `Next: ${times.join('; ')} (${timeZone}).`
  },
}
