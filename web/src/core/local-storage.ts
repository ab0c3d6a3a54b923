/**
 * Text kept on this device by key: in local storage, or in the memory of the page where the browser refuses that, or has
 * no room left. What is kept then lasts as long as the page.
 */

const memory = new Map<string, string>()

/** The text of a key; null where none is kept. */
export function getLocal(key: string): string | null {
  try {
    return memory.get(key) ?? localStorage.getItem(key)
  } catch {
    return memory.get(key) ?? null
  }
}

export function setLocal(key: string, text: string): void {
  try {
    localStorage.setItem(key, text)
    memory.delete(key)
  } catch {
    memory.set(key, text)
  }
}

export function removeLocal(key: string): void {
  memory.delete(key)
  try {
    localStorage.removeItem(key)
  } catch {
    // It was in memory only.
  }
}

/** The keys that begin with a prefix, in no order. */
export function localKeys(prefix: string): string[] {
  let keys: string[] = []
  try {
    keys = Object.keys(localStorage)
  } catch {
    // Only what is in memory.
  }
  return [...new Set([...keys, ...memory.keys()])].filter((key) => key.startsWith(prefix))
}
