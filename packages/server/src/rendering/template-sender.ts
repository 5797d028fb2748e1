import type { ToProcess } from './messages.ts'
import type { Task } from './task.ts'

/** Two actions that choose among as many templates as they can; fewer where these are large. */
const MAX_TEMPLATES = 128
const MAX_CHARACTERS = 16_000_000

type Template = Task['templates'][number]

/** Sends a process each template before it draws it for the first time, and has it forget those that were drawn longest ago. */
export function createTemplateSender(send: (message: ToProcess) => void): (template: Template) => void {
  /** Their lengths, by key; those used last come last. */
  const sent = new Map<string, number>()
  let total = 0
  return ({ key, characters, design }) => {
    const isSent = sent.delete(key)
    sent.set(key, characters)
    if (isSent) return
    total += characters
    send({ type: 'template', key, design })
    for (const [oldest, length] of sent) {
      if (oldest === key || (sent.size <= MAX_TEMPLATES && total <= MAX_CHARACTERS)) return
      sent.delete(oldest)
      total -= length
      send({ type: 'forget', key: oldest })
    }
  }
}
