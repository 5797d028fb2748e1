/** Texts of exports, which are loaded with their dialog. */
export const exporting = {
  'export.title': 'Export images',
  'export.help': 'Images show the design as it is now, also what is not published. They are not stored.',
  'export.records': 'Records',
  'export.all': { one: 'Select {count} record', other: 'Select all {count} records' },
  'export.loaded':
    'These are the records that the editor has loaded. To render all records of the table, run an action.',
  'export.loading': 'Loading records …',
  'export.no_records': 'The table has no records.',
  'export.sample_only': 'Connect a table under Data to export images of its records.',
  'export.format': 'Format',
  'export.size': 'Size',
  'export.size_of': '{scale}× · {width} × {height}',
  'export.quality': 'Quality',
  'export.quality_limit': 'Enter a whole number from 1 to 100.',
  'export.transparent': 'Without background',
  'export.download': { one: 'Download image', other: 'Download {count} images (ZIP)' },
  'export.progress': '{done} of {count} images rendered',
  'export.cancel': 'Cancel',
  'export.failed': { one: '{count} image could not be rendered', other: '{count} images could not be rendered' },
  'export.lacking': {
    one: '{count} image lacks a picture, or shows its fallback',
    other: '{count} images lack a picture, or show its fallback',
  },
  'export.retry': 'Retry failed',
  'export.done': { one: '{count} image downloaded', other: '{count} images downloaded' },
} as const
