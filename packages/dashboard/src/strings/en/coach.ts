/** Hints for the first template of a person, which are loaded until each was followed or closed. */
export const coach = {
  'coach.hint': 'Hint',
  'coach.close': 'Close hint',
  'coach.picture': 'Drop a photo on the picture to replace it.',
  'coach.data': 'Open Data and choose a table: each record becomes an image.',
  'coach.publish': 'Publish when it looks right. Actions then render every record with it.',
} as const
