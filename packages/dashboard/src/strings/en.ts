import { actions } from './en/actions.ts'
import { audit } from './en/audit.ts'
import { firstSteps } from './en/first-steps.ts'
import { frame } from './en/frame.ts'
import { home } from './en/home.ts'
import { images } from './en/images.ts'
import { runs } from './en/runs.ts'
import { settings } from './en/settings.ts'
import { sources } from './en/sources.ts'
import { tables } from './en/tables.ts'
import { templates } from './en/templates.ts'
import { ui } from './en/ui.ts'

/** Texts that are loaded first. One file per screen in `en/`, one line here or in a catalogue of its own, such as `webhooks.ts`. */
export const en = {
  ...ui,
  ...frame,
  ...firstSteps,
  ...home,
  ...actions,
  ...runs,
  ...templates,
  ...images,
  ...sources,
  ...tables,
  ...settings,
  ...audit,
} as const
