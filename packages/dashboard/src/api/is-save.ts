import { contract, endpoints } from '@pictable/client'

const patternOf = (path: string) => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`)

/** What other tabs need not read again: nothing changed, or the event stream tells it. */
const quiet = endpoints
  .filter(({ changesNothing, isContinuous }) => changesNothing || isContinuous)
  .map(({ method, path }) => ({ method, pattern: patternOf(path) }))

/** In place of a 201 with the run. */
const estimate = { status: 200, pattern: patternOf(contract.actions.run.path) }

interface Request {
  method?: string | undefined
  pathname: string
}

/** Whether something is different once this request was answered so. */
export function isSave({ method = 'GET', pathname }: Request, status: number): boolean {
  if (method === 'GET' || status >= 400) return false
  if (status === estimate.status && estimate.pattern.test(pathname)) return false
  return !quiet.some((one) => one.method === method && one.pattern.test(pathname))
}
