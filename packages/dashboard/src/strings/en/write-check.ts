export const writeCheck = {
  'write_check.failed': 'Cannot be written: {fields}',
  'write_check.warning': 'Some records cannot be written: {fields}',
  'write_check.unknown': 'Not known whether these can be written: {fields}',
  'write_check.passed': 'All fields can be written.',
  'write_check.first': 'Check write-back',
  'write_check.again': 'Check again',
  'write_check.ignore': 'Run anyway',
  'write_check.ignore_help': 'Render and store the images although they cannot be written into the table.',
} as const
