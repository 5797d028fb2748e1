/** Whether keys write into it, or choose: a check box takes only those that press it. */
export function isTypedInto(element: Element): boolean {
  return element.matches('input:not([type="checkbox"]), textarea, select')
}
