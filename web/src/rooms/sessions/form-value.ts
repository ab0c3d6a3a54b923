/** What stands in a field of a form. Read when it is sent: password managers fill fields without telling React. */
export function formValue(form: HTMLFormElement, name: string): string {
  const value = new FormData(form).get(name)
  return typeof value === 'string' ? value : ''
}
