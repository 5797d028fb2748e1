import { z } from 'zod'

/** A setting of every hosted product, beside the bound of its month. */
export const callsPerDay = z.int().min(1).max(1_000_000_000).optional().meta({
  role: 'plain',
  keepsTables: true,
  title: 'Requests per day',
  description:
    'Maximum requests that Pictable makes in a day (UTC), so that one busy day does not use up the month. Default: no limit',
})
