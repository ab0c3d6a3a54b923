/** Returns the element of an id or of a class; null if the page has none. */
export function byId<E extends Element>(id: string, kind: new () => E): E | null {
  const element = document.getElementById(id)
  return element instanceof kind ? element : null
}

/** Sets or removes a boolean attribute. */
export const mark = (element: Element, name: string, on: boolean): void => void element.toggleAttribute(name, on)

/** Replaces {name} in a text by the values of those names. */
export const filled = (text: string, values: Record<string, string>): string =>
  text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)

/** Returns a random UUID, also on a page without TLS. Of its own: a file that the portal shares would bring its scripts along. */
export function uuid(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID()
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = (bytes[6]! & 0x0f) | 0x40
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
