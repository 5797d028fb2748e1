import { developers } from './en/developers.ts'
import { firstSteps } from './en/first-steps.ts'
import { frame } from './en/frame.ts'
import { home } from './en/home.ts'
import { images } from './en/images.ts'
import { runs } from './en/runs.ts'
import { ui } from './en/ui.ts'
import { webhooks } from './en/webhooks.ts'

/** Every text of the interface. One file per screen in `en/`, one line here. */
export const en = { ...ui, ...frame, ...firstSteps, ...home, ...runs, ...images, ...developers, ...webhooks } as const
