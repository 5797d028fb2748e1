/** Why something failed: a code for programs, and what failed, where and what to do for people. */
export interface Failure {
  code: string
  message: string
}
