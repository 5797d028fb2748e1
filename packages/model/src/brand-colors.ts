/** Of one installation. */
export const MAX_BRAND_COLORS = 64
