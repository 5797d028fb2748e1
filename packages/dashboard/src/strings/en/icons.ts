/** Texts of the icons, which are loaded with them. */
export const icons = {
  'icons.title': 'Icons',
  'icons.search': 'Search icons',
  'icons.count': { one: '{count} icon', other: '{count} icons' },
  'icons.none': 'No icon matches "{sought}".',
  'icons.loading': 'Loading the icons …',
  'icons.failed': 'The icons could not be loaded.',
  'icons.retry': 'Retry',
} as const
