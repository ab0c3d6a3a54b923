/**
 * Stores text on this device by key: in local storage, or in the memory of the page if the browser refuses local
 * storage or its quota is exceeded. Values in memory last as long as the page.
 */

const memory = new Map<string, string>()

/** Returns the text of a key, or null if it is not set. */
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

/** Returns the keys with a prefix, in no particular order. */
export function localKeys(prefix: string): string[] {
  let keys: string[] = []
  try {
    keys = Object.keys(localStorage)
  } catch {
    // Returns only the keys in memory.
  }
  return [...new Set([...keys, ...memory.keys()])].filter((key) => key.startsWith(prefix))
}
