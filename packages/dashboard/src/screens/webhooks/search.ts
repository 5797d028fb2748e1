/** Every event, as receivers know it. */
export const eventNames = ['image.created', 'image.failed', 'run.started', 'run.completed', 'run.failed'] as const
