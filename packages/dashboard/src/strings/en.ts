import { actions } from './en/actions.ts'
import { audit } from './en/audit.ts'
import { developers } from './en/developers.ts'
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
import { webhooks } from './en/webhooks.ts'

/** Every text of the interface. One file per screen in `en/`, one line here. */
export const en = {
  ...ui,
  ...frame,
  ...firstSteps,
  ...home,
  ...actions,
  ...runs,
  ...templates,
  ...images,
  ...developers,
  ...sources,
  ...tables,
  ...webhooks,
  ...settings,
  ...audit,
} as const
