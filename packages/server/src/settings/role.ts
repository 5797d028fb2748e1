/** What a process does: it answers requests, or works at runs and webhooks, or both. */
export const roles = ['api', 'worker', 'both'] as const
export type Role = (typeof roles)[number]
