/** Of one action. */
export const MAX_OUTPUTS = 20
