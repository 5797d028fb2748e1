import { firstSteps } from './en/first-steps.ts'
import { frame } from './en/frame.ts'
import { home } from './en/home.ts'
import { pages } from './en/pages.ts'
import { runs } from './en/runs.ts'
import { templates } from './en/templates.ts'
import { ui } from './en/ui.ts'

/** Texts that are loaded first. One file per screen in `en/`, which nearly always has a catalogue of its own, such as `webhooks.ts`. */
export const en = {
  ...ui,
  ...frame,
  ...pages,
  ...firstSteps,
  ...home,
  ...runs,
  ...templates,
} as const
