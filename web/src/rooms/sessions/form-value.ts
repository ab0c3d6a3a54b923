/**
 * Returns the value of a form field. Reads the element on submit, because password managers fill fields without
 * notifying React.
 */
export function formValue(form: HTMLFormElement, name: string): string {
  const value = new FormData(form).get(name)
  return typeof value === 'string' ? value : ''
}
