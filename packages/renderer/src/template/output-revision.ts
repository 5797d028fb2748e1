/** Raise it when the same template and values give other pixels than before: whoever keeps images then makes them anew. */
export const outputRevision = 8
