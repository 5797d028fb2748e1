import { z } from 'zod'
import { callsPerDay } from '#sources/hosted/calls-per-day.ts'

export const settingDescription = z.strictObject({
  role: z.enum(['secret', 'destination', 'plain']).meta({
    description:
      '"secret" is stored encrypted; "destination" is the URL of the product, which alone receives the secrets; "plain" is anything else',
  }),
  title: z.string().min(1).max(60),
  description: z.string().max(500),
  default: z.string().max(500).optional(),
  cut: z
    .array(z.string().regex(/^\/[^/?#]+$/))
    .max(10)
    .default([])
    .meta({
      description: 'Of a destination: parts of a path, such as "/admin", at which a URL copied from the browser ends',
    }),
})

export type SettingDescription = z.output<typeof settingDescription>

function settingOf({ role, title, description, default: given }: SettingDescription): z.ZodType {
  const about = { role, title, description }
  if (role === 'secret')
    return z
      .string()
      .trim()
      .min(1)
      .max(2000)
      .regex(/^[\x21-\x7e]+$/, 'must have no spaces or line breaks')
      .meta(about)
  if (role === 'destination') {
    const url = z.url({ protocol: /^https?$/ }).max(500)
    return given === undefined ? url.meta(about) : url.default(given).meta(about)
  }
  const text = z
    .string()
    .trim()
    .min(1)
    .max(500)
    .regex(/^[\x20-\x7e]+$/, 'must be printable ASCII text')
  return given === undefined ? text.meta(about) : text.default(given).meta(about)
}

/** The settings of a connection, and the limits of requests that every hosted product has. */
export function settingsSchema(settings: Readonly<Record<string, SettingDescription>>, title: string): z.ZodObject {
  const shape = Object.fromEntries(Object.entries(settings).map(([name, setting]) => [name, settingOf(setting)]))
  return z.strictObject({
    ...shape,
    calls_per_month: z
      .int()
      .min(1)
      .max(1_000_000_000)
      .optional()
      .meta({
        role: 'plain',
        keepsTables: true,
        title: 'Requests per month',
        description: `Maximum requests that Pictable makes in a month. Leave it empty if your ${title} has no such limit.`,
      }),
    calls_per_day: callsPerDay,
  })
}

/** The URL of a server, also from one that was copied out of the browser; without a slash at the end. */
export function baseUrlOf(url: string, cut: readonly string[]): string {
  const { origin, pathname } = new URL(url)
  const parts = pathname.split('/')
  const end = parts.findIndex((part) => part !== '' && cut.includes(`/${part}`))
  return `${origin}${(end < 0 ? parts : parts.slice(0, end)).join('/')}`.replace(/(?<!\/)\/+$/, '')
}
