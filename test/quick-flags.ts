/** What V8 would optimise of the embedded database pays off after the end of most tests, and takes a third of a start. */
export const quickFlags = ['--liftoff-only']
