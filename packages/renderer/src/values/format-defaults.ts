/** What a format is where it does not say. */
export const formatDefaults = {
  number: { style: 'decimal', grouping: true },
  date: { timeZone: 'UTC', dateStyle: 'medium', timeStyle: 'none' },
} as const
