/** Texts of the contact sheet, which is loaded when it is opened. */
export const sheet = {
  'sheet.close': 'Close contact sheet',
  'sheet.height': 'Contact sheet height',
  'sheet.order': 'Unusual values first',
  'sheet.order_help': 'Records whose values are most likely to break the design: longest, empty and unusual ones',
  'sheet.sort': 'Sort by fit',
  'sheet.sort_help': 'Failed records first, then those with text cut off, other warnings, and the smallest text',
  'sheet.sort_again': 'Sort again',
  'sheet.sort_again_help': 'The order has changed with your edits',
  'sheet.download': 'Download',
  'sheet.download_help': 'Download images of these records without running an action',
  'sheet.range': '{from}–{to} of {count}',
  'sheet.previous': 'Previous records',
  'sheet.next': 'More records',
  'sheet.drawing': 'Drawing …',
  'sheet.fine': {
    one: 'No warnings in {count} record',
    other: 'No warnings in {count} records',
  },
  'sheet.warned': {
    one: '{count} of {all} records has warnings',
    other: '{count} of {all} records have warnings',
  },
  'sheet.warned_only': 'The only record has warnings',
  'sheet.shrunk': {
    one: '{count} with shrunk text',
    other: '{count} with shrunk text',
  },
  'sheet.current': 'Current record: {name}',
  'sheet.warnings': { one: '{count} warning', other: '{count} warnings' },
  'sheet.more_lines': { one: 'and {count} more', other: 'and {count} more' },
  'sheet.text_shrunk': 'text shrunk to {percent} %',
  'sheet.no_source': 'Choose an action or table in the Data tab to see its records here.',
  'sheet.empty_page':
    'The page is empty. Add a layer under Insert, or drag a field onto the page, to see it with each record.',
  'sheet.no_records': 'The table has no records to show. Add one, or choose another action or table in the Data tab.',
} as const
